package org.htmlunit.corejs.javascript;

/** The code of a function that is called often, as a method of the Java virtual machine: see {@link JvmCompiler}. */
final class JvmCode extends ACompilerData<JSFunction, JvmCode> {

    private static final long serialVersionUID = 1L;

    static {
        registerFrames();
    }

    private final transient JvmBody body;
    private final boolean declaresFunctions;

    JvmCode(final JSDescriptor<JSFunction> function, final JvmBody body) {
        super(0, 0, 0, 0, null);
        this.body = body;
        declaresFunctions = function.getFunctionCount() > 0
                && function.nestedFunctions.stream().anyMatch(one -> one.getFunctionType() == 1);
    }

    /** Frames of these calls count where a script's stack is asked for. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    private static void registerFrames() {
        RhinoException.registerInterpreterMethod((Class) JvmCode.class, "execute");
    }

    @Override
    public Object execute(final Context context, final JSFunction function, final Object newTarget,
            final VarScope callerScope, final Object self, final Object[] args) {
        final JvmFrame frame = new JvmFrame(context, self, newTarget, function, this);
        final JSDescriptor<JSFunction> descriptor = function.getDescriptor();
        VarScope scope = function.getDeclarationScope();
        final ACallFrame<?, ?> previous = frame.previousInterpreterFrame;
        final boolean activates = frame.useActivation;
        final NativeCall outer = context.currentActivationCall;
        try {
            if (activates) {
                final NativeCall call = new NativeCall(function, context, scope, args,
                        descriptor.getFunctionType() == 4, descriptor.hasRestArg(), false);
                scope = call;
                ScriptRuntime.enterActivationFunction(context, call);
            }
            frame.scope = scope;
            context.lastInterpreterFrame = frame;
            if (declaresFunctions) {
                for (int i = 0; i < descriptor.getFunctionCount(); i++) {
                    if (descriptor.getFunction(i).getFunctionType() == 1) {
                        Interpreter.initFunction(context, scope, descriptor, i);
                    }
                }
            }
            return body.run(context, frame, scope, self, args);
        } finally {
            context.lastInterpreterFrame = previous;
            function.setCallerObj(null);
            if (activates && context.currentActivationCall != outer) {
                ScriptRuntime.exitActivationFunction(context);
            }
            ScriptRuntime.exitFunctionStrictness(context, frame.parentStrictness);
        }
    }

    @Override
    public Object resume(final Context context, final JSFunction function, final Object state, final VarScope scope,
            final int operation, final Object value) {
        throw new IllegalStateException(); // generators are not compiled
    }

    @Override
    public int getLineNumberFromPc(final int pc, final int line) {
        return line;
    }
}
