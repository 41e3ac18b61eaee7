package org.htmlunit.corejs.javascript.typedarrays;

import java.nio.ByteBuffer;
import org.htmlunit.corejs.javascript.TopLevel;
import org.htmlunit.corejs.javascript.TopLevel.Builtins;

/** Buffers of scripts over bytes that Java writes, too. */
public final class SharedBytes {

    private SharedBytes() { }

    /** A buffer over the first {@code length} bytes. */
    public static NativeArrayBuffer buffer(final TopLevel scope, final byte[] bytes, final int length) {
        final NativeArrayBuffer buffer = new NativeArrayBuffer(0);
        buffer.buffer = ByteBuffer.wrap(bytes, 0, length).slice().order(buffer.byteOrder);
        buffer.setParentScope(scope);
        buffer.setPrototype(TopLevel.getBuiltinPrototype(scope, Builtins.ArrayBuffer));
        return buffer;
    }
}
