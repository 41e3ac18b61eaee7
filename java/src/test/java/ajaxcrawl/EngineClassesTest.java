package ajaxcrawl;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertTrue;

import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.htmlunit.corejs.javascript.BoundFunction;
import org.htmlunit.corejs.javascript.ConsString;
import org.htmlunit.corejs.javascript.Context;
import org.htmlunit.corejs.javascript.IteratorLikeIterable;
import org.htmlunit.corejs.javascript.JSDescriptor;
import org.htmlunit.corejs.javascript.JSFunction;
import org.htmlunit.corejs.javascript.LazyLoadSlot;
import org.htmlunit.corejs.javascript.NativeCall;
import org.junit.Test;

/** The classes that go before those of HtmlUnit's engine. */
public class EngineClassesTest {

    private static final URL JAR = Context.class.getProtectionDomain().getCodeSource().getLocation();

    private static Class<?> original(final Class<?> ours) throws Exception {
        try (URLClassLoader loader = new URLClassLoader(new URL[] {JAR}, ClassLoader.getPlatformClassLoader())) {
            final Class<?> original = loader.loadClass(ours.getName());
            members(original); // which loads all that they name
            return original;
        }
    }

    private static Set<String> members(final Class<?> type) {
        final Set<String> members = new TreeSet<>();
        Stream.of(type.getDeclaredFields(), type.getDeclaredMethods(), type.getDeclaredConstructors())
                .flatMap(Stream::<Member>of)
                .filter(member -> !Modifier.isPrivate(member.getModifiers()) && !member.isSynthetic())
                .forEach(member -> members.add(member.toString()));
        return members;
    }

    @Test
    public void theyAreWrittenForTheEngineThatTheyGoWith() {
        assertTrue(JAR.getPath(), JAR.getPath().endsWith("/htmlunit-core-js-5.7.0.jar"));
    }

    @Test
    public void theyHaveWhatTheEngineUsesOfThem() throws Exception {
        for (final Class<?> ours : new Class<?>[] {NativeCall.class, JSDescriptor.class,
                Class.forName("org.htmlunit.corejs.javascript.MemberBox"), LazyLoadSlot.class, JSFunction.class,
                BoundFunction.class, ConsString.class, IteratorLikeIterable.class,
                Class.forName("org.htmlunit.corejs.javascript.regexp.RECharSet")}) {
            final Class<?> original = original(ours);
            assertNotEquals(ours, original);
            assertEquals(ours.getModifiers(), original.getModifiers());
            assertEquals(original.getSuperclass().getName(), ours.getSuperclass().getName());
            assertTrue(members(ours).toString(), members(ours).containsAll(members(original)));
            for (final Field field : original.getDeclaredFields()) {
                if ("serialVersionUID".equals(field.getName())) {
                    assertEquals(field.toString(), ours.getDeclaredField("serialVersionUID").toString());
                }
            }
        }
    }
}
