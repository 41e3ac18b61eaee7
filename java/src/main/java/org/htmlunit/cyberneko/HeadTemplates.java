package org.htmlunit.cyberneko;

import ajaxcrawl.HtmlUnitFields;
import java.lang.reflect.Field;
import java.util.ArrayDeque;
import java.util.Deque;
import org.htmlunit.cyberneko.xerces.parsers.AbstractXMLDocumentParser;
import org.htmlunit.cyberneko.xerces.xni.Augmentations;
import org.htmlunit.cyberneko.xerces.xni.QName;
import org.htmlunit.cyberneko.xerces.xni.XMLAttributes;

/**
 * Leaves templates in a document's head their contents, which NekoHTML begins the body with: while one is open, a body
 * seems to be open around it. In this package because HTMLTagBalancer's constructor is.
 */
public final class HeadTemplates extends HTMLTagBalancer {

    private static final Field BALANCER = HtmlUnitFields.of(HTMLConfiguration.class, "tagBalancer_");
    private static final Field CONFIGURATION = HtmlUnitFields.of(AbstractXMLDocumentParser.class,
            "parserConfiguration_");

    /** What seems to be around the template; null outside of templates in the head. */
    private Info body;

    private HeadTemplates(final HTMLConfiguration configuration) {
        super(configuration);
    }

    /** Balances the tags of what {@code parser} reads from now on. */
    public static <T extends AbstractXMLDocumentParser & HTMLTagBalancingListener> void use(final T parser) {
        final HTMLConfiguration configuration = (HTMLConfiguration) HtmlUnitFields.get(CONFIGURATION, parser);
        final HTMLTagBalancer before = configuration.getTagBalancer();
        final HeadTemplates balancer = new HeadTemplates(configuration);
        balancer.setTagBalancingListener(parser);
        configuration.getHtmlComponents().replaceAll(component -> component == before ? balancer : component);
        HtmlUnitFields.set(BALANCER, configuration, balancer);
    }

    @Override
    public void startElement(final QName name, final XMLAttributes attributes, final Augmentations augmentations) {
        if (body != null && isDocumentPart(name)) {
            return;
        }
        super.startElement(name, attributes, augmentations);
        final int top = fElementStack.length - 1;
        if (body == null && !fDocumentFragment && top > 0
                && fElementStack.data[top].element.code == HTMLElements.TEMPLATE
                && fElementStack.data[top - 1].element.code == HTMLElements.HEAD) {
            final Info template = fElementStack.pop();
            final QName bodyName = new QName(null, "body", "body", name.getUri());
            body = new Info(getElement(bodyName), bodyName);
            fElementStack.push(body);
            fElementStack.push(template);
        }
    }

    @Override
    public void endElement(final QName name, final Augmentations augmentations) {
        if (body != null && isDocumentPart(name)) {
            return;
        }
        if (body != null && getElement(name).code == HTMLElements.TEMPLATE) {
            closeInTemplate();
        }
        super.endElement(name, augmentations);
        if (body != null && fElementStack.peek() == body) {
            fElementStack.pop();
            body = null;
        }
    }

    @Override
    public void endDocument(final Augmentations augmentations) {
        if (body != null) { // nobody closed the template
            final Deque<Info> above = new ArrayDeque<>();
            while (fElementStack.peek() != body) {
                above.push(fElementStack.pop());
            }
            fElementStack.pop();
            body = null;
            above.forEach(fElementStack::push);
        }
        super.endDocument(augmentations);
    }

    /** Ends what is still open in the innermost template, a table, say, that its end tag does not end by itself. */
    private void closeInTemplate() {
        int before = Integer.MAX_VALUE;
        while (fElementStack.length < before && fElementStack.peek().element.code != HTMLElements.TEMPLATE) {
            before = fElementStack.length;
            super.endElement(fElementStack.peek().qname, synthesizedAugs());
        }
    }

    private boolean isDocumentPart(final QName name) {
        final short code = getElement(name).code;
        return code == HTMLElements.HTML || code == HTMLElements.HEAD || code == HTMLElements.BODY
                || code == HTMLElements.FRAMESET;
    }
}
