package ajaxcrawl;

/** A custom element: what it was made by, and whether it was told that it is in the document. */
final class CustomElementState {

    final ElementDefinition definition;
    boolean connected;
    boolean constructed;
    boolean upgraded = true;

    CustomElementState(final ElementDefinition definition) {
        this.definition = definition;
    }
}
