package org.htmlunit.corejs.javascript;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.htmlunit.corejs.javascript.debug.DebuggableScript;

/**
 * What all functions made of one piece of source have in common, in place of the class of this name in HtmlUnit's engine:
 * functions made of one that is used often have better code, and the places of their variables are known.
 */
public final class JSDescriptor<T extends ScriptOrFn<T>> implements Serializable, DebuggableScript {

    private static final long serialVersionUID = 5067677351589230234L;

    /** Some hundred calls, as a call asks two or three times: each compiled function takes some 20 KB of memory. */
    private static final int MANY_USES = Integer.getInteger("ajaxcrawl.manyUses", 1000);

    public List<JSDescriptor<JSFunction>> nestedFunctions;

    private final String[] paramAndVarNames;
    private final boolean[] paramIsConst;
    private final boolean isScript;
    private final boolean isTopLevel;
    private final boolean isES6Generator;
    private final boolean isShorthand;
    private final boolean hasPrototype;
    private final boolean hasLexicalThis;
    private final boolean isEvalFunction;
    private final boolean hasRestArg;
    private final String sourceFile;
    private final int sourceStart;
    private final int sourceEnd;
    private final int languageVersion;
    private final int paramAndVarCount;
    private final int paramCount;
    private final int arity;
    private final boolean hasDefaultParameters;
    private final boolean requiresArgumentObject;
    private final boolean declaredAsFunctionExpression;
    private final transient SecurityController securityController;
    private final transient Object securityDomain;
    private final JSDescriptor<?> parent;
    private final String name;
    private final boolean needsActivation;
    private final boolean isStrict;
    private final int functionType;
    private final JSCode<T> code;
    private final JSCode<T> constructor;
    private volatile SourceCodeProvider sourceCodeProvider;
    private transient Variables variables;
    /** How often this was asked for its code, or so: several threads may count. */
    private transient int uses;
    private transient volatile JSDescriptor<T> better;

    public JSDescriptor(final JSCode<T> code, final JSCode<T> constructor, final JSDescriptor<?> parent,
            final String[] paramAndVarNames, final boolean[] paramIsConst, final boolean isStrict,
            final boolean isScript, final boolean isTopLevel, final boolean isES6Generator, final boolean isShorthand,
            final boolean hasPrototype, final boolean hasLexicalThis, final boolean isEvalFunction,
            final boolean hasRestArg, final String sourceFile, final SourceCodeProvider sourceCodeProvider,
            final int sourceStart, final int sourceEnd, final String name, final int languageVersion,
            final int paramAndVarCount, final int paramCount, final int arity, final boolean hasDefaultParameters,
            final boolean requiresActivationFrame, final boolean requiresArgumentObject,
            final boolean declaredAsFunctionExpression, final boolean derivedConstructor,
            final SecurityController securityController, final Object securityDomain, final int functionType) {
        this.paramAndVarNames = paramAndVarNames;
        this.paramIsConst = paramIsConst;
        this.isScript = isScript;
        this.isTopLevel = isTopLevel;
        this.isES6Generator = isES6Generator;
        this.isShorthand = isShorthand;
        this.hasPrototype = hasPrototype;
        this.hasLexicalThis = hasLexicalThis;
        this.isEvalFunction = isEvalFunction;
        this.hasRestArg = hasRestArg;
        this.sourceFile = sourceFile;
        this.sourceStart = sourceStart;
        this.sourceEnd = sourceEnd;
        this.languageVersion = languageVersion;
        this.paramAndVarCount = paramAndVarCount;
        this.paramCount = paramCount;
        this.arity = arity;
        this.hasDefaultParameters = hasDefaultParameters;
        this.requiresArgumentObject = requiresArgumentObject;
        this.declaredAsFunctionExpression = declaredAsFunctionExpression;
        this.securityController = securityController;
        this.securityDomain = securityDomain;
        this.code = code;
        this.constructor = constructor;
        this.parent = parent;
        this.name = name == null ? "" : name;
        this.isStrict = isStrict;
        this.functionType = functionType;
        this.sourceCodeProvider = sourceCodeProvider == null ? NullSourceCodeProvider.NULL_PROVIDER : sourceCodeProvider;
        needsActivation = requiresActivationFrame;
    }

    /** The variables of a call, which are the same for all of them. */
    @SuppressWarnings("unchecked")
    Variables variables() {
        Variables known = variables;
        if (known == null) {
            known = new Variables((JSDescriptor<JSFunction>) this);
            variables = known;
        }
        return known;
    }

    /** The same with other code. */
    private JSDescriptor(final JSDescriptor<T> other, final JSCode<T> code) {
        this.code = code;
        constructor = other.constructor == other.code ? code : other.constructor;
        paramAndVarNames = other.paramAndVarNames;
        paramIsConst = other.paramIsConst;
        isScript = other.isScript;
        isTopLevel = other.isTopLevel;
        isES6Generator = other.isES6Generator;
        isShorthand = other.isShorthand;
        hasPrototype = other.hasPrototype;
        hasLexicalThis = other.hasLexicalThis;
        isEvalFunction = other.isEvalFunction;
        hasRestArg = other.hasRestArg;
        sourceFile = other.sourceFile;
        sourceStart = other.sourceStart;
        sourceEnd = other.sourceEnd;
        languageVersion = other.languageVersion;
        paramAndVarCount = other.paramAndVarCount;
        paramCount = other.paramCount;
        arity = other.arity;
        hasDefaultParameters = other.hasDefaultParameters;
        requiresArgumentObject = other.requiresArgumentObject;
        declaredAsFunctionExpression = other.declaredAsFunctionExpression;
        securityController = other.securityController;
        securityDomain = other.securityDomain;
        parent = other.parent;
        isStrict = other.isStrict;
        functionType = other.functionType;
        name = other.name;
        sourceCodeProvider = other.sourceCodeProvider;
        needsActivation = other.needsActivation;
        nestedFunctions = other.nestedFunctions;
        variables = other.variables;
    }

    /** Functions made from now on have better code, if this one is used often. Those that are there stay as they are. */
    @SuppressWarnings("unchecked")
    private void use() {
        if (uses++ == MANY_USES && functionType != 0) {
            final JSCode<JSFunction> compiled = JvmCompiler.compile((JSDescriptor<JSFunction>) this);
            if (compiled != null) {
                variables();
                better = new JSDescriptor<>(this, (JSCode<T>) compiled);
            }
        }
    }

    public JSCode<T> getCode() {
        use();
        return code;
    }

    public JSCode<T> getConstructor() {
        use();
        return constructor;
    }

    public List<JSDescriptor<JSFunction>> getNestedFunctions() {
        return nestedFunctions;
    }

    public boolean isStrict() {
        return isStrict;
    }

    public boolean isScript() {
        return isScript;
    }

    @Override
    public boolean isTopLevel() {
        return isTopLevel;
    }

    @Override
    public boolean isFunction() {
        return functionType != 0;
    }

    public boolean isES6Generator() {
        return isES6Generator;
    }

    public boolean isShorthand() {
        return isShorthand;
    }

    public boolean hasPrototype() {
        return hasPrototype;
    }

    public boolean hasLexicalThis() {
        return hasLexicalThis;
    }

    public boolean isEvalFunction() {
        return isEvalFunction;
    }

    public boolean hasRestArg() {
        return hasRestArg;
    }

    @Override
    public String getSourceName() {
        return sourceFile;
    }

    public String getSource() {
        return sourceCodeProvider.getSource(this, sourceStart, sourceEnd);
    }

    SourceCodeProvider getSourceProvider() {
        return sourceCodeProvider;
    }

    void replaceSourceProvider(final SourceCodeProvider provider) {
        sourceCodeProvider = provider;
    }

    public String getName() {
        return name;
    }

    public int getLanguageVersion() {
        return languageVersion;
    }

    @Override
    public int getParamAndVarCount() {
        return paramAndVarCount;
    }

    @Override
    public int getParamCount() {
        return paramCount;
    }

    public int getArity() {
        return arity;
    }

    /** The {@code length} of functions: the parameters before the first that has a default. */
    int expectedCount() {
        for (int i = 0; i < arity; i++) {
            if (hasDefaultParameters || paramAndVarNames[i].startsWith("$")) { // a pattern's name
                return Math.min(arity, ParameterList.expectedCount(getSource()));
            }
        }
        return arity;
    }

    public boolean getParamOrVarConst(final int index) {
        return paramIsConst[index];
    }

    @Override
    public String getParamOrVarName(final int index) {
        return paramAndVarNames[index];
    }

    public boolean hasDefaultParameters() {
        return hasDefaultParameters;
    }

    /** Whether the function declares no other one of that name. */
    public boolean hasNoFunctionStatementNamed(final String wanted) {
        return nestedFunctions == null || nestedFunctions.stream()
                .noneMatch(one -> one.functionType == 1 && wanted.equals(one.name));
    }

    @Override
    public int getFunctionCount() {
        return nestedFunctions == null ? 0 : nestedFunctions.size();
    }

    @Override
    public JSDescriptor<JSFunction> getFunction(final int index) {
        final JSDescriptor<JSFunction> function = nestedFunctions.get(index);
        if (MANY_USES == 0) {
            function.use();
        }
        return function.better == null ? function : function.better;
    }

    @Override
    public String getFunctionName() {
        return name;
    }

    @Override
    public boolean isGeneratedScript() {
        return ScriptRuntime.isGeneratedScript(sourceFile);
    }

    @Override
    public int[] getLineNumbers() {
        return Interpreter.getLineNumbers(this);
    }

    public boolean requiresActivationFrame() {
        return needsActivation;
    }

    public boolean requiresArgumentObject() {
        return requiresArgumentObject;
    }

    public boolean declaredAsFunctionExpression() {
        return declaredAsFunctionExpression;
    }

    public SecurityController getSecurityController() {
        return securityController;
    }

    public Object getSecurityDomain() {
        return securityDomain;
    }

    public int getFunctionType() {
        return functionType;
    }

    @Override
    public DebuggableScript getParent() {
        return parent;
    }

    public static class Builder<T extends ScriptOrFn<T>> {

        public JSCode.Builder<T> code;
        public JSCode.Builder<T> constructor;
        public Builder<?> parent;
        public final ArrayList<Builder<JSFunction>> nestedFunctions = new ArrayList<>();
        public String[] paramAndVarNames;
        public boolean[] paramIsConst;
        public boolean isStrict;
        public boolean isScript;
        public boolean isTopLevel;
        public boolean isES6Generator;
        public boolean isShorthand;
        public boolean hasPrototype;
        public boolean hasLexicalThis;
        public boolean isEvalFunction;
        public boolean hasRestArg;
        public String sourceFile;
        public SourceCodeProvider sourceCodeProvider;
        public int sourceStart;
        public int sourceEnd;
        public String name;
        public int languageVersion;
        public int paramAndVarCount;
        public int paramCount;
        public int arity;
        public boolean hasDefaultParameters;
        public boolean requiresActivationFrame;
        public boolean requiresArgumentObject;
        public boolean declaredAsFunctionExpression;
        public SecurityController securityController;
        public Object securityDomain;
        public int functionType;

        public Builder() {
            // all is set later
        }

        /** What begins inside another one has this of it. */
        public Builder<JSFunction> createChildBuilder() {
            final Builder<JSFunction> child = new Builder<>();
            child.parent = this;
            child.languageVersion = languageVersion;
            child.sourceCodeProvider = sourceCodeProvider;
            child.sourceFile = sourceFile;
            child.isStrict = isStrict;
            child.securityController = securityController;
            child.securityDomain = securityDomain;
            nestedFunctions.add(child);
            return child;
        }

        public JSDescriptor<T> build(final Consumer<JSDescriptor<?>> consumer) {
            if (parent != null) {
                throw new IllegalStateException("made by the one that is outside of it");
            }
            return build(null, consumer);
        }

        private JSDescriptor<T> build(final JSDescriptor<?> outer, final Consumer<JSDescriptor<?>> consumer) {
            for (int i = 0; i < paramAndVarNames.length; i++) {
                paramAndVarNames[i] = paramAndVarNames[i].intern();
            }
            final JSDescriptor<T> result = new JSDescriptor<>(code.build(), constructor.build(), outer, paramAndVarNames,
                    paramIsConst, isStrict, isScript, isTopLevel, isES6Generator, isShorthand, hasPrototype,
                    hasLexicalThis, isEvalFunction, hasRestArg, sourceFile, sourceCodeProvider, sourceStart, sourceEnd,
                    name == null ? null : name.intern(), languageVersion, paramAndVarCount, paramCount, arity,
                    hasDefaultParameters, requiresActivationFrame, requiresArgumentObject, declaredAsFunctionExpression,
                    false, securityController, securityDomain, functionType);
            if (result.code instanceof InterpreterData<?> data) {
                InternedNames.in(data);
            }
            consumer.accept(result);
            result.nestedFunctions = nestedFunctions.stream().map(child -> child.build(result, consumer)).toList();
            return result;
        }

        public void setCode(final JSCode.Builder<T> value) {
            code = value;
        }
    }
}
