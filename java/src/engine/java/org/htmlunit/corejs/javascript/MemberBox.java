package org.htmlunit.corejs.javascript;

import java.io.Serializable;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;

/**
 * A Java method or constructor that scripts call, in place of the class of this name in HtmlUnit's engine: what it fails
 * with is an error that scripts can catch, as all of a browser's errors are; there it ends them. Errors that end scripts
 * pass as they are.
 */
final class MemberBox implements Serializable {

    private static final long serialVersionUID = 8260700214130563887L;

    transient Function asGetterFunction;
    transient Function asSetterFunction;
    transient Object delegateTo;
    final VarScope scope;
    private final transient Executable member;
    private final transient Class<?>[] argTypes;

    MemberBox(final VarScope scope, final Method method) {
        this(scope, (Executable) method);
    }

    MemberBox(final VarScope scope, final Constructor<?> constructor) {
        this(scope, (Executable) constructor);
    }

    private MemberBox(final VarScope scope, final Executable member) {
        this.scope = scope;
        this.member = member;
        argTypes = member.getParameterTypes();
    }

    Method method() {
        return (Method) member;
    }

    Constructor<?> ctor() {
        return (Constructor<?>) member;
    }

    Member member() {
        return member;
    }

    boolean isMethod() {
        return member instanceof Method;
    }

    boolean isCtor() {
        return !isMethod();
    }

    boolean isStatic() {
        return Modifier.isStatic(member.getModifiers());
    }

    boolean isPublic() {
        return Modifier.isPublic(member.getModifiers());
    }

    String getName() {
        return member.getName();
    }

    Class<?> getDeclaringClass() {
        return member.getDeclaringClass();
    }

    Class<?>[] getArgTypes() {
        return argTypes;
    }

    public NullabilityDetector.NullabilityAccessor getArgNullability() {
        return NullabilityDetector.NullabilityAccessor.FALSE; // no jar of ours has a detector
    }

    Class<?> getReturnType() {
        return isMethod() ? method().getReturnType() : null;
    }

    String toJavaDeclaration() {
        return member.toString();
    }

    @Override
    public String toString() {
        return "function () { [native code] }";
    }

    boolean isSameGetterFunction(final Object function) {
        return ScriptRuntime.shallowEq(function, asGetterFunction == null ? Undefined.instance : asGetterFunction);
    }

    boolean isSameSetterFunction(final Object function) {
        return ScriptRuntime.shallowEq(function, asSetterFunction == null ? Undefined.instance : asSetterFunction);
    }

    Function asGetterFunction(final String name) {
        if (asGetterFunction == null) {
            asGetterFunction = new Accessor(scope, name) {
                @Override
                public Object call(final Context context, final Object newTarget, final VarScope callScope,
                        final Object self, final Object[] args) {
                    return delegateTo == null ? invoke(self, ScriptRuntime.emptyArgs)
                            : invoke(delegateTo, new Object[] {self});
                }
            };
        }
        return asGetterFunction;
    }

    Function asSetterFunction(final String name) {
        if (asSetterFunction == null) {
            final int type = FunctionObject.getTypeTag(argTypes[0]);
            asSetterFunction = new Accessor(scope, name) {
                @Override
                public Object call(final Context context, final Object newTarget, final VarScope callScope,
                        final Object self, final Object[] args) {
                    final Object value = args.length == 0 ? Undefined.instance
                            : FunctionObject.convertArg(context, callScope, args[0], type, false);
                    return delegateTo == null ? invoke(self, new Object[] {value})
                            : invoke(delegateTo, new Object[] {self, value});
                }
            };
        }
        return asSetterFunction;
    }

    /** A property's getter or setter, as scripts see it. */
    private abstract static class Accessor extends BaseFunction {

        private static final long serialVersionUID = 1L;

        private final String name;

        Accessor(final VarScope scope, final String name) {
            super(scope, ScriptableObject.getFunctionPrototype(scope));
            this.name = name;
        }

        @Override
        public String getFunctionName() {
            return name;
        }
    }

    /** A call of Java by reflection. */
    private interface Call {
        Object make() throws ReflectiveOperationException;
    }

    Object invoke(final Object target, final Object[] args) {
        if (args != null) {
            for (int i = 0; i < args.length; i++) {
                args[i] = withoutDelegator(args[i]);
            }
        }
        final Object self = withoutDelegator(target);
        return made(() -> method().invoke(self, args));
    }

    Object newInstance(final Object[] args) {
        return made(() -> ctor().newInstance(args));
    }

    private static Object withoutDelegator(final Object value) {
        return value instanceof Delegator delegator ? delegator.getDelegee() : value;
    }

    private Object made(final Call call) {
        try {
            try {
                return call.make();
            } catch (final IllegalAccessException e) { // of a class that is not public
                ((AccessibleObject) member).setAccessible(true);
                return call.make();
            }
        } catch (final InvocationTargetException e) {
            throw failure(e.getTargetException());
        } catch (final IllegalArgumentException | NullPointerException e) { // of another `this`
            throw ScriptRuntime.typeError("Illegal invocation");
        } catch (final ReflectiveOperationException e) {
            throw failure(e);
        }
    }

    private RuntimeException failure(final Throwable given) {
        Throwable failure = given;
        while (failure instanceof InvocationTargetException invocation) {
            failure = invocation.getTargetException();
        }
        if (failure instanceof StackOverflowError) {
            return ScriptRuntime.rangeError("Maximum call stack size exceeded");
        }
        if (failure instanceof Error error) {
            throw error;
        }
        if (failure instanceof RhinoException || failure instanceof ContinuationPending) {
            return (RuntimeException) failure;
        }
        final EcmaError error = ScriptRuntime.constructError("Error", member.getName() + " failed");
        error.initCause(failure);
        return error;
    }
}
