package org.htmlunit.corejs.javascript;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The promises of one render that were rejected and that nobody handles. Rhino keeps those of all threads in one table,
 * and only in one. In Rhino's package because its tracker's methods are its own.
 */
public final class Rejections extends UnhandledRejectionTracker {

    private static final Field TRACKER = tracker();

    private final Map<NativePromise, Boolean> unhandled = new LinkedHashMap<>();

    private static Field tracker() {
        try {
            final Field field = Context.class.getDeclaredField("unhandledPromises");
            field.setAccessible(true);
            return field;
        } catch (final NoSuchFieldException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A promise and why it was rejected. */
    public record Rejection(NativePromise promise, Object reason) { }

    /** Makes a context tell these. */
    public void track(final Context context) {
        try {
            TRACKER.set(context, this);
        } catch (final IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    void promiseRejected(final NativePromise promise) {
        unhandled.put(promise, true);
    }

    @Override
    void promiseHandled(final NativePromise promise) {
        unhandled.remove(promise);
    }

    /** Those that nobody has handled so far; they are forgotten. */
    public List<Rejection> take() {
        if (unhandled.isEmpty()) {
            return List.of();
        }
        final List<Rejection> list = new ArrayList<>();
        unhandled.keySet().forEach(promise -> list.add(new Rejection(promise, promise.getResult())));
        unhandled.clear();
        return list;
    }
}
