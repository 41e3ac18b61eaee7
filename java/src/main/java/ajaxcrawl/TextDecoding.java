package ajaxcrawl;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.util.Locale;
import org.htmlunit.corejs.javascript.LambdaFunction;
import org.htmlunit.corejs.javascript.NativeObject;
import org.htmlunit.corejs.javascript.ScriptableObject;
import org.htmlunit.corejs.javascript.TopLevel;
import org.htmlunit.corejs.javascript.Undefined;
import org.htmlunit.corejs.javascript.typedarrays.NativeArrayBuffer;
import org.htmlunit.corejs.javascript.typedarrays.NativeArrayBufferView;
import org.htmlunit.cyberneko.xerces.util.StandardEncodingTranslator;
import org.htmlunit.javascript.JavaScriptEngine;
import org.htmlunit.util.XUserDefinedCharset;

/** What TextDecoder.js needs of Java: decoders that keep what is left of a character until more comes. */
final class TextDecoding {

    /** One decoder, between two calls too. */
    private static final class Decoder extends NativeObject {

        private final transient CharsetDecoder decoder;
        /** Whether bytes that Java has no character for are control characters, as in the Encoding Standard's tables. */
        private final boolean hasControls;
        private byte[] rest = {};

        Decoder(final Charset charset, final boolean fatal) {
            hasControls = charset.name().startsWith("windows-125");
            final CodingErrorAction action = fatal && !hasControls ? CodingErrorAction.REPORT : CodingErrorAction.REPLACE;
            decoder = charset.newDecoder().onMalformedInput(action).onUnmappableCharacter(action).replaceWith("\uFFFD");
        }

        /** The text; null where bytes are wrong. */
        String decode(final ByteBuffer bytes, final boolean isLast) {
            if (hasControls) {
                final int start = bytes.position();
                final CharBuffer text = decoder.charset().decode(bytes.duplicate());
                for (int i = 0; i < text.length(); i++) {
                    final int value = bytes.get(start + i) & 0xFF;
                    if (text.get(i) == '\uFFFD' && value < 0xA0) {
                        text.put(i, (char) value);
                    }
                }
                return text.toString();
            }
            ByteBuffer in = bytes;
            if (rest.length > 0) {
                in = ByteBuffer.allocate(rest.length + bytes.remaining()).put(rest).put(bytes).flip();
            }
            final CharBuffer out = CharBuffer.allocate((int) (in.remaining() * (double) decoder.maxCharsPerByte()) + 2);
            CoderResult result = decoder.decode(in, out, isLast);
            if (!result.isError() && isLast) {
                result = decoder.flush(out);
            }
            rest = new byte[isLast || result.isError() ? 0 : in.remaining()];
            in.get(rest);
            if (isLast || result.isError()) {
                decoder.reset();
            }
            return result.isError() ? null : out.flip().toString();
        }
    }

    private TextDecoding() { }

    static void addTo(final ScriptableObject host, final TopLevel scope) {
        host.defineProperty("encoding", new LambdaFunction(scope, "encoding", 1, (context, s, self, args) -> {
            final String name = StandardEncodingTranslator.ENCODING_FROM_LABEL
                    .get(JavaScriptEngine.toString(args[0]).strip().toLowerCase(Locale.ROOT));
            return name == null || "replacement".equals(name) ? Undefined.instance : name;
        }, false), 0);
        host.defineProperty("decoder", new LambdaFunction(scope, "decoder", 2, (context, s, self, args) ->
                new Decoder(charset(args[0].toString()), JavaScriptEngine.toBoolean(args[1])), false), 0);
        host.defineProperty("decode", new LambdaFunction(scope, "decode", 3, (context, s, self, args) ->
                ((Decoder) args[0]).decode(bytes(args[1]), JavaScriptEngine.toBoolean(args[2])), false), 0);
    }

    private static Charset charset(final String encoding) {
        if ("x-user-defined".equals(encoding)) {
            return XUserDefinedCharset.INSTANCE;
        }
        final String iana = StandardEncodingTranslator.ENCODING_TO_IANA_ENCODING.getOrDefault(encoding, encoding);
        return Charset.forName(StandardEncodingTranslator.IANA_TO_JAVA_ENCODINGS.getOrDefault(iana, iana));
    }

    private static ByteBuffer bytes(final Object source) {
        if (source instanceof NativeArrayBuffer buffer) {
            return buffer.isDetached() ? ByteBuffer.allocate(0) : buffer.getByteBuffer().duplicate().clear()
                    .limit(buffer.getLength());
        }
        if (source instanceof NativeArrayBufferView view) {
            return view.getBuffer().isDetached() ? ByteBuffer.allocate(0) : view.getBuffer().getByteBuffer().duplicate()
                    .clear().position(view.getByteOffset()).limit(view.getByteOffset() + view.getByteLength());
        }
        throw JavaScriptEngine.typeError("Failed to execute 'decode' on 'TextDecoder': The provided value is not of type"
                + " '(ArrayBuffer or ArrayBufferView)'.");
    }
}
