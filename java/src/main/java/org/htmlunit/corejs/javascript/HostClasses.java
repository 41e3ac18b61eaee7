package org.htmlunit.corejs.javascript;

import java.lang.reflect.Method;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.htmlunit.javascript.HtmlUnitScriptable;
import org.htmlunit.javascript.configuration.JavaScriptConfiguration;
import org.htmlunit.javascript.host.Window;

/**
 * The classes of DOM and web APIs in one window. Each is made when something first asks for its constructor or its
 * prototype: there are hundreds, and a page needs some dozens. HtmlUnit makes all of them for every window.
 */
public final class HostClasses {

    /** Whether properties of this engine may be made late: one of another HtmlUnit, a shop's own, has not our class. */
    public static final boolean ARE_POSSIBLE = Arrays.stream(LazyLoadSlot.class.getDeclaredMethods())
            .anyMatch(method -> method.getName().equals("getPropertyDescriptor"));

    private static final Object KEY = "ajaxcrawl host classes";
    private static final int FIXED = ScriptableObject.DONTENUM | ScriptableObject.READONLY | ScriptableObject.PERMANENT;

    private final TopLevel scope;
    private final Window window;
    private final ContextFactory contexts;
    private final Map<Class<?>, HostClass> byType = new HashMap<>();
    private final Map<String, HostClass> byName = new HashMap<>();

    /** What is added to a class when it is made. */
    public interface Addition {
        void to(ScriptableObject prototype, ScriptableObject constructor);
    }

    /** A class, and what it is in this window once it is made. */
    private static final class HostClass {

        private final HostClassPlan plan;
        private final List<Consumer<HostClass>> additions = new ArrayList<>();
        private HtmlUnitScriptable prototype;
        /** HtmlUnit's constructor, from which those of subclasses inherit. */
        private ScriptableObject base;
        /** The constructor that scripts see. */
        private ScriptableObject constructor;

        HostClass(final HostClassPlan plan) {
            this.plan = plan;
        }

        boolean isMade() {
            return prototype != null;
        }
    }

    private HostClasses(final TopLevel scope, final Window window, final ContextFactory contexts) {
        this.scope = scope;
        this.window = window;
        this.contexts = contexts;
    }

    /** Those of a window; null: HtmlUnit has made them, all of them. */
    public static HostClasses of(final TopLevel scope) {
        return (HostClasses) scope.getAssociatedValue(KEY);
    }

    /**
     * Gives a window, which has the language's own objects only, its members and the names of all classes.
     *
     * @param contexts of the window's engine: classes may be asked for while no script runs
     */
    public static void install(final TopLevel scope, final Window window, final JavaScriptConfiguration browser,
            final ContextFactory contexts) {
        final HostClasses classes = new HostClasses(scope, window, contexts);
        scope.associateValue(KEY, classes);
        final List<HostClassPlan> plans = HostClassPlan.all(browser);
        for (final HostClassPlan plan : plans) {
            classes.byType.put(plan.type(), new HostClass(plan));
        }
        final HostClass own = classes.byType.get(Window.class);
        final FunctionObject constructor =
                new FunctionObject(window.getClassName(), own.plan.constructor().getValue(), scope);
        ScriptableObject.defineProperty(window, "constructor", constructor, FIXED);
        HostMembers.define(own.plan.configuration(), scope, window);
        own.prototype = own.plan.instance(scope);
        HostMembers.define(own.plan.configuration(), scope, own.prototype);
        own.base = constructor;
        own.constructor = constructor;
        window.setPrototype(own.prototype);
        for (final HostClassPlan plan : plans) {
            if (plan == own.plan) {
                constructor.addAsConstructor(scope, own.prototype, ScriptableObject.DONTENUM);
                HostMembers.defineStatic(plan.configuration(), scope, constructor);
                classes.inherit(own);
            } else {
                classes.announce(classes.byType.get(plan.type()));
            }
        }
        window.setPrototypes(classes.prototypes());
    }

    private void announce(final HostClass announced) {
        for (final String name : announced.plan.names()) {
            byName.put(name, announced);
            if (HostMembers.has(window, name)) {
                window.defineProperty(name, made(announced).constructor, ScriptableObject.DONTENUM);
            } else {
                HostMembers.late(window, name, ScriptableObject.DONTENUM, () -> made(announced).constructor);
            }
        }
        if (announced.plan.isHidden()) {
            window.delete(announced.plan.name());
        }
    }

    private Map<Class<? extends Scriptable>, Scriptable> prototypes() {
        return new AbstractMap<>() {
            @Override
            public Scriptable get(final Object type) {
                final HostClass known = byType.get(type);
                return known == null ? null : made(known).prototype;
            }

            @Override
            public Set<Entry<Class<? extends Scriptable>, Scriptable>> entrySet() {
                throw new UnsupportedOperationException(); // all would have to be made
            }
        };
    }

    /** Adds something to a class, now or when it is made. */
    public void extend(final Class<?> type, final Addition addition) {
        extend(byType.get(type), made -> addition.to(made.prototype, made.constructor));
    }

    /** The same, for the class that the window has by this name. */
    public void extend(final String name, final Addition addition) {
        extend(byName.get(name), made -> addition.to(made.prototype, made.constructor));
    }

    /** Puts another constructor in the place of the one that scripts would see; the prototype's is left as it is. */
    public void standIn(final String name, final UnaryOperator<ScriptableObject> standIn) {
        final HostClass known = byName.get(name);
        if (known != null && known.isMade()) {
            known.constructor = standIn.apply(known.constructor);
            window.defineProperty(name, known.constructor, ScriptableObject.DONTENUM);
        } else {
            extend(known, made -> made.constructor = standIn.apply(made.constructor));
        }
    }

    private static void extend(final HostClass known, final Consumer<HostClass> addition) {
        if (known != null && known.isMade()) {
            addition.accept(known);
        } else if (known != null) {
            known.additions.add(addition);
        }
    }

    /** Whether the window's property of this name is a class that nothing has asked for yet. */
    public boolean awaits(final String name) {
        final HostClass known = byName.get(name);
        return known != null && !known.isMade() && late(window, name) != null;
    }

    /** Gives another object a property that {@code owner} has, made or not. */
    public static void copy(final ScriptableObject owner, final String name, final ScriptableObject other) {
        final Supplier<?> late = late(owner, name);
        if (late != null) {
            HostMembers.late(other, name, ScriptableObject.EMPTY, late);
        } else {
            other.put(name, other, owner.get(name, owner));
        }
    }

    /** What makes the value of a property; null: it has one. */
    private static Supplier<?> late(final ScriptableObject owner, final String name) {
        return owner.getMap().query(name, 0) instanceof LazyLoadSlot<?> slot && slot.value instanceof Supplier<?> late
                ? late : null;
    }

    /** A further constructor of a class, such as {@code Image}. */
    public void addConstructor(final String name, final Method constructor, final Class<?> type) {
        final ScriptableObject[] added = new ScriptableObject[1];
        extend(type, (prototype, base) -> {
            final FunctionObject function = new FunctionObject(name, constructor, scope);
            function.initAsConstructor(scope, prototype, ScriptableObject.DONTENUM);
            added[0] = function;
        });
        HostMembers.late(window, name, ScriptableObject.DONTENUM, () -> {
            made(byType.get(type));
            return added[0];
        });
    }

    private HostClass made(final HostClass wanted) {
        if (!wanted.isMade()) {
            inContext(scope, () -> make(wanted));
        }
        return wanted;
    }

    private HostClass make(final HostClass made) {
        final HostClassPlan plan = made.plan;
        boolean whole = false;
        try {
            final HtmlUnitScriptable prototype = plan.instance(scope);
            HostMembers.define(plan.configuration(), scope, prototype);
            made.prototype = prototype;
            made.base = constructor(plan, prototype);
            made.constructor = made.base;
            HostMembers.defineStatic(plan.configuration(), scope, made.base);
            inherit(made);
            made.additions.forEach(addition -> addition.accept(made));
            whole = true;
        } finally {
            if (!whole) {
                made.prototype = null; // at the end of the stack, say: whoever asks next shall have all of it
            }
        }
        return made;
    }

    private ScriptableObject constructor(final HostClassPlan plan, final HtmlUnitScriptable prototype) {
        if (plan.constructor() == null) {
            final HtmlUnitScriptable object = plan.instance(scope);
            ScriptableObject.defineProperty(prototype, "constructor", object, FIXED);
            ScriptableObject.defineProperty(object, "prototype", prototype, FIXED);
            return object;
        }
        final FunctionObject function =
                new FunctionObject(plan.constructor().getKey(), plan.constructor().getValue(), scope);
        function.initAsConstructor(scope, prototype, ScriptableObject.DONTENUM);
        return function;
    }

    private void inherit(final HostClass made) {
        final HostClassPlan plan = made.plan;
        if (!plan.inherits()) {
            made.prototype.setPrototype(ScriptableObject.getObjectPrototype(scope));
            return;
        }
        made.prototype.setPrototype(plan.parent() == null ? null : made(byType.get(plan.parent())).prototype);
        if (plan.constructor() != null) {
            made.base.setPrototype(plan.parentConstructor() == null ? null : made(byType.get(plan.parentConstructor())).base);
        }
    }

    /** Functions made while a strict script runs, or none, have other properties of their own. */
    static <T> T inContext(final TopLevel scope, final Supplier<T> make) {
        final Context context = Context.getCurrentContext();
        if (context == null) {
            return of(scope).contexts.call(entered -> make.get());
        }
        final boolean strict = context.isStrictMode();
        context.setIsStrictMode(false);
        try {
            return make.get();
        } finally {
            context.setIsStrictMode(strict);
        }
    }
}
