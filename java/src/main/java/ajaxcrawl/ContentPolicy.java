package ajaxcrawl;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.htmlunit.Page;
import org.htmlunit.WebResponse;
import org.htmlunit.WebWindow;
import org.htmlunit.csp.Policy;
import org.htmlunit.csp.directive.SandboxDirective;
import org.htmlunit.csp.directive.SourceExpressionDirective;
import org.htmlunit.csp.url.URI;
import org.htmlunit.html.DomElement;
import org.htmlunit.html.FrameWindow;
import org.htmlunit.util.NameValuePair;

/**
 * What a document may run, load and ask for (Content Security Policy, by its headers and {@code meta} elements, and the
 * {@code sandbox} of its frame): a snapshot shows nothing that browsers keep from people. Violations are told to the document; reports are not sent.
 */
public final class ContentPolicy {

    /** A document that has one. */
    public interface Owner {

        /** The document's policy. */
        ContentPolicy policy();
    }

    private static final int MOST_TOLD = 100;
    private static final ContentPolicy NONE = new ContentPolicy(Optional.empty(), List.of(), false);

    private final List<Policy> policies = new ArrayList<>();
    private final Optional<URI> self;
    private final boolean sandboxed;
    private int told;

    private ContentPolicy(final Optional<URI> self, final List<Policy> policies, final boolean sandboxed) {
        this.self = self;
        this.policies.addAll(policies);
        this.sandboxed = sandboxed;
    }

    /** The policy of the document that {@code response} brings into {@code window}; one without a host has its parent's. */
    static ContentPolicy of(final WebResponse response, final WebWindow window) {
        final WebUrl url = WebUrl.of(response.getWebRequest().getUrl());
        final FrameWindow frame = window instanceof FrameWindow inner ? inner : null;
        final ContentPolicy parent = frame == null ? NONE : of(frame.getEnclosingPage());
        final DomElement element = frame == null ? null : frame.getFrameElement();
        boolean noScripts = parent.sandboxed || element != null && element.hasAttribute("sandbox")
                && !Ascii.words(element.getAttribute("sandbox")).contains("allow-scripts");
        final boolean isParents = url == null || url.host() == null;
        final List<Policy> policies = new ArrayList<>(isParents ? parent.policies : List.of());
        for (final NameValuePair header : response.getResponseHeaders()) {
            if ("content-security-policy".equalsIgnoreCase(header.getName())) {
                for (final Policy policy : parse(header.getValue())) {
                    policies.add(policy);
                    noScripts |= !policy.sandbox().map(SandboxDirective::allowScripts).orElse(true);
                }
            }
        }
        return new ContentPolicy(isParents ? parent.self : URI.parseURI(url.withoutFragment()), policies, noScripts);
    }

    /** The policy of a document; one that allows all for what has none. */
    public static ContentPolicy of(final Page page) {
        return page instanceof Owner owner ? owner.policy() : NONE;
    }

    private static List<Policy> parse(final String text) {
        return Policy.parseSerializedCSPList(ascii(text), Policy.PolicyListErrorConsumer.ignored).getPolicies();
    }

    /** No directive that is not ASCII is known. */
    private static String ascii(final String text) {
        return text.replaceAll("[^\\x00-\\x7F]", "");
    }

    /** Takes up the policy of a {@code meta} element that has come into the head. */
    public void add(final String text) {
        policies.add(Policy.parseSerializedCSP(ascii(text), Policy.PolicyErrorConsumer.ignored, true));
    }

    /** Whether nothing is forbidden but what a sandbox forbids. */
    boolean isEmpty() {
        return policies.isEmpty();
    }

    /** The policies as they are written. */
    String text() {
        return policies.stream().map(Policy::toString).collect(Collectors.joining(", "));
    }

    /** Whether one more violation is told: a script may bring about any number. */
    boolean mayTell() {
        return ++told <= MOST_TOLD;
    }

    private boolean all(final Predicate<Policy> allows) {
        for (final Policy policy : policies) {
            if (!allows.test(policy)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Whether a script element runs.
     *
     * @param url what it loads; null: it holds {@code source}
     * @param parsed whether the parser of the document made it, rather than a script
     */
    boolean allowsScript(final DomElement script, final WebUrl url, final String source, final boolean parsed) {
        if (sandboxed) {
            return false;
        }
        final Optional<String> nonce = nonce(script);
        return all(policy -> url == null
                ? policy.allowsInlineScript(nonce, Optional.of(source), Optional.of(parsed))
                : policy.allowsExternalScript(nonce, Optional.ofNullable(Elements.attribute(script, "integrity")),
                        URI.parseURI(url.withoutFragment()), Optional.of(parsed), self));
    }

    private static Optional<String> nonce(final DomElement element) {
        final String nonce = Elements.attribute(element, "nonce");
        return nonce == null || nonce.isEmpty() ? Optional.empty() : Optional.of(nonce);
    }

    /** Whether the handler of an event that an attribute holds runs. */
    boolean allowsHandler(final String source) {
        return !sandboxed && all(policy -> policy.allowsScriptAsAttribute(Optional.of(source)));
    }

    /** Whether text becomes code: {@code eval}, {@code Function}, a timer's. */
    boolean allowsEval() {
        return !sandboxed && all(Policy::allowsEval);
    }

    /** Whether WebAssembly is compiled. */
    boolean allowsWasm() {
        return !sandboxed && all(Policy::allowsWasmEval);
    }

    /** Whether a {@code javascript:} URL runs. */
    boolean allowsScriptUrl(final String source) {
        return !sandboxed && all(policy -> policy.allowsJavascriptUrlNavigation(Optional.of(source), self));
    }

    /** Whether scripts may ask for {@code url}. */
    boolean allowsConnection(final WebUrl url) {
        return all(policy -> policy.allowsConnection(URI.parseURI(url.withoutFragment()), self));
    }

    /** Whether a frame may show {@code url}. */
    boolean allowsFrame(final WebUrl url) {
        return all(policy -> policy.allowsFrame(URI.parseURI(url.withoutFragment()), self));
    }

    /** Whether a {@code base} element may name {@code url}. */
    boolean allowsBase(final WebUrl url) {
        return all(policy -> {
            final Optional<SourceExpressionDirective> base = policy.baseUri();
            return base.isEmpty() || URI.parseURI(url.withoutFragment())
                    .map(target -> Policy.doesUrlMatchSourceListInOrigin(target, base.get(), self)).orElse(false);
        });
    }

    /** Whether a style element or a link to a style sheet has any effect. */
    boolean allowsStyle(final DomElement style, final WebUrl url) {
        return all(policy -> url == null
                ? policy.allowsInlineStyle(nonce(style), Optional.of(Elements.ownText(style)))
                : policy.allowsExternalStyle(nonce(style), URI.parseURI(url.withoutFragment()), self));
    }

    /** Whether a {@code style} attribute in the document's source has any effect. */
    boolean allowsStyleAttribute(final String source) {
        return all(policy -> policy.allowsStyleAsAttribute(Optional.of(source)));
    }
}
