package org.htmlunit.corejs.javascript;

import java.io.Closeable;
import java.util.Iterator;
import java.util.NoSuchElementException;

/**
 * What an iterator of a script's gives, in place of the class of this name in HtmlUnit's engine: an iterator that has come
 * to its end, or has thrown, is not told to return.
 */
public class IteratorLikeIterable implements Iterable<Object>, Closeable {

    private final Context context;
    private final VarScope scope;
    private final Callable next;
    private final Scriptable iterator;
    private boolean isAtEnd;

    public IteratorLikeIterable(final Context context, final VarScope scope, final Object target) {
        this.context = context;
        this.scope = scope;
        final ScriptRuntime.LookupResult found = ScriptRuntime.getPropAndThis(target, "next", context, scope);
        next = found.getCallable();
        iterator = found.getThis();
    }

    @Override
    public void close() {
        if (isAtEnd) {
            return;
        }
        isAtEnd = true;
        final Object end = ScriptRuntime.getObjectPropNoWarn(iterator, "return", context, scope);
        if (end == null || Undefined.isUndefined(end)) {
            return;
        }
        if (!(end instanceof Callable method)) {
            throw ScriptRuntime.notFunctionError(iterator, end, "return");
        }
        method.call(context, scope, iterator, ScriptRuntime.emptyArgs);
    }

    @Override
    public Itr iterator() {
        return new Itr();
    }

    /** To be asked for whether there is another value before each. */
    public final class Itr implements Iterator<Object> {

        private Object value;
        private boolean isDone;

        @Override
        public boolean hasNext() {
            if (isDone) {
                return false;
            }
            isAtEnd = true;
            isDone = true; // also if one of these throws
            final Object step = next.call(context, scope, iterator, ScriptRuntime.emptyArgs);
            final Object done = ScriptableObject.getProperty(ScriptableObject.ensureScriptable(step), "done");
            if (done != Scriptable.NOT_FOUND && ScriptRuntime.toBoolean(done)) {
                return false;
            }
            value = ScriptRuntime.getObjectPropNoWarn(step, "value", context, scope);
            isAtEnd = false;
            isDone = false;
            return true;
        }

        @Override
        public Object next() {
            if (isDone) {
                throw new NoSuchElementException();
            }
            return value;
        }

        public boolean isDone() {
            return isDone;
        }

        public void setDone(final boolean done) {
            isDone = done;
        }
    }
}
