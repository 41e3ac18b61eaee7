package ajaxcrawl;

import java.util.Map;

/**
 * What one import of a module asks for.
 *
 * @param specifier as written
 * @param attributes as in {@code with { type: 'json' }}
 */
record ModuleRequest(String specifier, Map<String, String> attributes) { }
