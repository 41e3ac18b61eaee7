package ajaxcrawl;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.htmlunit.StorageHolder;
import org.htmlunit.WebWindow;
import org.htmlunit.corejs.javascript.Context;
import org.htmlunit.corejs.javascript.Scriptable;
import org.htmlunit.corejs.javascript.TopLevel;
import org.htmlunit.javascript.host.Storage;
import org.htmlunit.javascript.host.Window;

/** {@code localStorage} and {@code sessionStorage} whose keys are properties in every way: {@code in}, delete, keys. */
final class WebStorage implements PageGlobal {

    @Override
    public void install(final Context context, final TopLevel scope, final WebWindow webWindow) {
        if (webWindow.getScriptableObject() instanceof Window window) {
            define(context, scope, window, "localStorage", StorageHolder.Type.LOCAL_STORAGE);
            define(context, scope, window, "sessionStorage", StorageHolder.Type.SESSION_STORAGE);
        }
    }

    private static void define(final Context context, final TopLevel scope, final Window window, final String name,
            final StorageHolder.Type type) {
        final Storage[] made = new Storage[1];
        window.defineProperty(context, scope, name, self -> {
            if (made[0] == null) {
                final WebWindow own = window.getWebWindow();
                made[0] = new Area(window, own.getWebClient().getStorageHolder().getStore(type, own.getEnclosedPage()));
            }
            return made[0];
        }, null, 0);
    }

    private static final class Area extends Storage {

        private static final long serialVersionUID = 1L;

        private final transient Map<String, String> items;

        Area(final Window window, final Map<String, String> items) {
            super(window, items);
            this.items = items;
        }

        @Override
        public boolean has(final String name, final Scriptable start) {
            return items.containsKey(name) || super.has(name, start);
        }

        @Override
        public void delete(final String name) {
            if (items.containsKey(name)) {
                removeItem(name);
            } else {
                super.delete(name);
            }
        }

        @Override
        public Object[] getIds() {
            final Set<Object> ids = new LinkedHashSet<>(items.keySet());
            ids.addAll(List.of(super.getIds()));
            return ids.toArray();
        }
    }
}
