package ajaxcrawl;

/**
 * What a render came to, as plain values for Python.
 *
 * @param head a JSON object in UTF-8 (see {@code renderers/htmlunit.py}, which reads it)
 * @param body the snapshot's HTML in UTF-8; empty for anything but a snapshot
 */
public record RenderResult(byte[] head, byte[] body) { }
