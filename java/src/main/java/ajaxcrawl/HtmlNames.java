package ajaxcrawl;

import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Names that the HTML Standard treats in a way of their own. */
final class HtmlNames {

    static final String HTML = "http://www.w3.org/1999/xhtml";
    static final String SVG = "http://www.w3.org/2000/svg";
    static final String MATHML = "http://www.w3.org/1998/Math/MathML";
    static final String XLINK = "http://www.w3.org/1999/xlink";
    static final String XML = "http://www.w3.org/XML/1998/namespace";

    /** Elements that "serialise as void": no end tag, no content. */
    static final Set<String> VOID = words("area base basefont bgsound br col embed frame hr img input keygen link meta"
            + " param source track wbr");

    /** Elements whose text is written as it is. */
    static final Set<String> RAW_TEXT = words("style script xmp iframe noembed noframes");

    /** Elements whose parser drops one newline after the start tag. */
    static final Set<String> DROPS_NEWLINE = words("pre textarea listing");

    /** MIME types that are JavaScript's ("JavaScript MIME type essence match", MIME Sniffing Standard). */
    static final Set<String> JAVASCRIPT_TYPES = words("application/ecmascript application/javascript"
            + " application/x-ecmascript application/x-javascript text/ecmascript text/javascript text/javascript1.0"
            + " text/javascript1.1 text/javascript1.2 text/javascript1.3 text/javascript1.4 text/javascript1.5"
            + " text/jscript text/livescript text/x-ecmascript text/x-javascript");

    /** Names of SVG elements that are not all lower case, by their lower-case form. */
    static final Map<String, String> SVG_ELEMENTS = byLowerCase("altGlyph altGlyphDef altGlyphItem animateColor"
            + " animateMotion animateTransform clipPath feBlend feColorMatrix feComponentTransfer feComposite"
            + " feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA"
            + " feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset fePointLight"
            + " feSpecularLighting feSpotLight feTile feTurbulence foreignObject glyphRef linearGradient"
            + " radialGradient textPath");

    /** Names of SVG attributes that are not all lower case, by their lower-case form. */
    static final Map<String, String> SVG_ATTRIBUTES = byLowerCase("attributeName attributeType baseFrequency"
            + " baseProfile calcMode clipPathUnits diffuseConstant edgeMode filterUnits glyphRef gradientTransform"
            + " gradientUnits kernelMatrix kernelUnitLength keyPoints keySplines keyTimes lengthAdjust"
            + " limitingConeAngle markerHeight markerUnits markerWidth maskContentUnits maskUnits numOctaves"
            + " pathLength patternContentUnits patternTransform patternUnits pointsAtX pointsAtY pointsAtZ"
            + " preserveAlpha preserveAspectRatio primitiveUnits refX refY repeatCount repeatDur requiredExtensions"
            + " requiredFeatures specularConstant specularExponent spreadMethod startOffset stdDeviation stitchTiles"
            + " surfaceScale systemLanguage tableValues targetX targetY textLength viewBox viewTarget"
            + " xChannelSelector yChannelSelector zoomAndPan");

    /** Event handler content attributes: Chromium's of today, and those that it or others once had. */
    static final Set<String> EVENT_HANDLERS = words("onabort onactivate onafterprint onanimationcancel onanimationend"
            + " onanimationiteration onanimationstart onappinstalled onautocomplete onautocompleteerror onauxclick"
            + " onbeforeactivate onbeforecopy onbeforecut onbeforedeactivate onbeforeinput onbeforeinstallprompt"
            + " onbeforematch onbeforepaste onbeforeprint onbeforetoggle onbeforeunload onbeforexrselect onbegin"
            + " onblur onbounce oncancel oncanplay oncanplaythrough onchange onclick onclose oncommand"
            + " oncontentvisibilityautostatechange oncontextlost oncontextmenu oncontextrestored oncopy oncuechange"
            + " oncut ondblclick ondeactivate ondrag ondragend ondragenter ondragexit ondragleave ondragover"
            + " ondragstart ondrop ondurationchange onemptied onencrypted onend onended onenterpictureinpicture"
            + " onerror onfinish onfocus onfocusin onfocusout onformdata onfreeze onfullscreenchange"
            + " onfullscreenerror ongamepadconnected ongamepaddisconnected ongesturechange ongestureend"
            + " ongesturestart ongotpointercapture onhashchange onhelp oninput oninvalid onkeydown onkeypress onkeyup"
            + " onlanguagechange onleavepictureinpicture onload onloadeddata onloadedmetadata onloadend onloadstart"
            + " onlocation onlostpointercapture onmessage onmessageerror onmousedown onmouseenter onmouseleave"
            + " onmousemove onmouseout onmouseover onmouseup onmousewheel onmozfullscreenchange"
            + " onmozfullscreenerror onoffline ononline onorientationchange onpagehide onpagereveal onpageshow"
            + " onpageswap onpaste onpause onplay onplaying onpointercancel onpointerdown onpointerenter"
            + " onpointerleave onpointerlockchange onpointerlockerror onpointermove onpointerout onpointerover"
            + " onpointerrawupdate onpointerup onpopstate onprerenderingchange onprogress onpromptaction"
            + " onpromptdismiss onpropertychange onratechange onreadystatechange onrejectionhandled onrepeat onreset"
            + " onresize onresume onscroll onscrollend onscrollsnapchange onscrollsnapchanging onsearch"
            + " onsecuritypolicyviolation onseeked onseeking onselect onselectionchange onselectstart onshow"
            + " onslotchange onstalled onstart onstorage onstream onsubmit onsuspend ontimeupdate ontoggle"
            + " ontouchcancel ontouchend ontouchmove ontouchstart ontrack ontransitioncancel ontransitionend"
            + " ontransitionrun ontransitionstart onunhandledrejection onunload onvalidationstatuschange"
            + " onvisibilitychange onvolumechange onwaiting onwaitingforkey onwebkitanimationend"
            + " onwebkitanimationiteration onwebkitanimationstart onwebkitfullscreenchange onwebkitfullscreenerror"
            + " onwebkitmouseforcechanged onwebkitmouseforcedown onwebkitmouseforceup"
            + " onwebkitmouseforcewillbegin onwebkittransitionend onwheel onzoom");

    private HtmlNames() { }

    private static Set<String> words(final String text) {
        return Set.of(text.split(" "));
    }

    private static Map<String, String> byLowerCase(final String text) {
        return Arrays.stream(text.split(" "))
                .collect(Collectors.toUnmodifiableMap(Ascii::lower, Function.identity()));
    }
}
