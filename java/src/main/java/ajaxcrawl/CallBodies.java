package ajaxcrawl;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.htmlunit.WebRequest;
import org.htmlunit.WebWindow;
import org.htmlunit.corejs.javascript.Callable;
import org.htmlunit.corejs.javascript.Context;
import org.htmlunit.corejs.javascript.Scriptable;
import org.htmlunit.corejs.javascript.ScriptableObject;
import org.htmlunit.corejs.javascript.SymbolKey;
import org.htmlunit.corejs.javascript.TopLevel;
import org.htmlunit.corejs.javascript.typedarrays.NativeArrayBuffer;
import org.htmlunit.corejs.javascript.typedarrays.NativeArrayBufferView;
import org.htmlunit.javascript.JavaScriptEngine;
import org.htmlunit.javascript.host.Window;
import org.htmlunit.javascript.host.file.Blob;
import org.htmlunit.javascript.host.xml.XMLHttpRequest;

/**
 * Bodies of {@code XMLHttpRequest.send}, byte for byte. HtmlUnit reads bytes as UTF-8 first, knows no array buffers and
 * not our {@code URLSearchParams}.
 */
final class CallBodies implements PageGlobal {

    private static final String FORM = "application/x-www-form-urlencoded;charset=UTF-8";

    @Override
    public void install(final Context context, final TopLevel scope, final WebWindow webWindow) {
        if (webWindow.getScriptableObject() instanceof Window window) {
            new HostFunctions(scope, window).extend(XMLHttpRequest.class, calls -> {
                final Callable send = (Callable) calls.get("send", calls);
                calls.defineBuiltinProperty(scope, "send", 0, (cx, s, self, args) ->
                        send.call(cx, s, self, args.length == 0 ? args : new Object[] {body(args[0])}), 0, 0);
            });
        }
    }

    private static Object body(final Object content) {
        if (content instanceof NativeArrayBuffer buffer) {
            return new Bytes(bytes(buffer.getByteBuffer(), 0, buffer.getLength()), "");
        }
        if (content instanceof NativeArrayBufferView view) {
            return new Bytes(bytes(view.getBuffer().getByteBuffer(), view.getByteOffset(), view.getByteLength()), "");
        }
        if (content instanceof Blob blob) {
            return new Bytes(blob.getBytes(), blob.getType());
        }
        if (content instanceof Scriptable object
                && "URLSearchParams".equals(ScriptableObject.getProperty(object, SymbolKey.TO_STRING_TAG))) {
            return new Bytes(JavaScriptEngine.toString(content).getBytes(StandardCharsets.UTF_8), FORM);
        }
        return content;
    }

    private static byte[] bytes(final ByteBuffer buffer, final int offset, final int length) {
        final byte[] bytes = new byte[length];
        buffer.duplicate().clear().position(offset).get(bytes);
        return bytes;
    }

    /** What HtmlUnit takes for a blob. A request's body is text to it: here one character for each byte. */
    private static final class Bytes extends Blob {

        private static final long serialVersionUID = 1L;

        private final byte[] bytes;
        private final String type;

        Bytes(final byte[] bytes, final String type) {
            this.bytes = bytes;
            this.type = type;
        }

        @Override
        public void fillRequest(final WebRequest request) {
            request.setEncodingType(null);
            request.setCharset(StandardCharsets.ISO_8859_1);
            request.setRequestBody(new String(bytes, StandardCharsets.ISO_8859_1));
            if (!type.isEmpty() && !request.isAdditionalHeader("Content-Type")) {
                request.setAdditionalHeader("Content-Type", type);
            }
        }
    }
}
