package ajaxcrawl;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import org.htmlunit.BrowserVersion;
import org.htmlunit.MockWebConnection;
import org.htmlunit.Page;
import org.htmlunit.WebClient;
import org.htmlunit.WebWindow;
import org.htmlunit.html.HtmlPage;
import org.htmlunit.javascript.JavaScriptEngine;
import org.junit.Test;

/** Classes of the DOM that are made when they are asked for. */
public class HostClassesTest {

    /** All that a script can see of the window's properties, of what is in them, and of what their prototypes have. */
    private static final String EVERYTHING = """
            (function () {
              var text = [], number = new Map();
              function name(value) {
                if (value === null || typeof value !== 'object' && typeof value !== 'function') {
                  return typeof value + ' ' + String(value);
                }
                if (!number.has(value)) number.set(value, number.size);
                return typeof value + ' ' + number.get(value) + ' ' + Object.prototype.toString.call(value);
              }
              function own(value) {
                try {
                  return Object.getOwnPropertyNames(value);
                } catch (e) { // HtmlUnit's Function.prototype.toString
                  return '';
                }
              }
              function describe(object) {
                Object.getOwnPropertyNames(object).concat(Object.getOwnPropertySymbols(object)).forEach(function (key) {
                  var d = Object.getOwnPropertyDescriptor(object, key);
                  text.push('  ' + String(key) + ' ' + d.enumerable + d.configurable + d.writable + ' '
                    + name('value' in d ? d.value : d.get) + ' ' + name(d.set)
                    + (typeof d.value === 'function' ? ' ' + d.value.length + d.value.name + own(d.value) : ''));
                });
              }
              text.push('window'); describe(window);
              text.push('its prototype'); describe(Object.getPrototypeOf(window));
              Object.getOwnPropertyNames(window).forEach(function (key) {
                var d = Object.getOwnPropertyDescriptor(window, key);
                if (!d.value || typeof d.value !== 'function' || !d.value.prototype) return;
                text.push(key + ' ' + name(Object.getPrototypeOf(d.value))); describe(d.value);
                text.push(key + '.prototype ' + name(Object.getPrototypeOf(d.value.prototype))); describe(d.value.prototype);
              });
              return text.join('\\n');
            })()""";

    private static HtmlPage load(final WebClient client, final String html) throws Exception {
        final MockWebConnection connection = new MockWebConnection();
        connection.setDefaultResponse(html);
        client.setWebConnection(connection);
        return client.getPage("http://example.com/");
    }

    private static WebClient lazy(final BrowserVersion browser) {
        final WebClient client = new WebClient(browser);
        client.setJavaScriptEngine(new JavaScriptEngine(client) {
            private static final long serialVersionUID = 1L;

            @Override
            public void initialize(final WebWindow window, final Page page) {
                getContextFactory().call(context -> {
                    PageWindow.make(context, client, window, page);
                    return null;
                });
            }
        });
        return client;
    }

    private static String run(final String script) throws Exception {
        try (WebClient client = lazy(BrowserVersion.CHROME)) {
            return load(client, "<body><p>p</p></body>").executeJavaScript("'use strict';" + script).getJavaScriptResult()
                    .toString();
        }
    }

    @Test
    public void scriptsSeeWhatTheySeeOfThoseThatHtmlUnitMakes() throws Exception {
        for (final BrowserVersion browser : new BrowserVersion[] {BrowserVersion.CHROME, BrowserVersion.FIREFOX}) {
            try (WebClient ours = lazy(browser); WebClient htmlUnits = new WebClient(browser)) {
                final String expected = load(htmlUnits, "").executeJavaScript(EVERYTHING).getJavaScriptResult().toString();
                assertTrue(expected, expected.contains("HTMLFormElement.prototype"));
                assertEquals(expected, load(ours, "").executeJavaScript(EVERYTHING).getJavaScriptResult().toString());
            }
        }
    }

    @Test
    public void whatAScriptPutsInTheirPlaceStays() throws Exception {
        assertEquals("5,false,true,[object HTMLTableElement],[object Comment]", run("window.Comment = 5;"
                + "delete window.HTMLTableElement;"
                + "Object.defineProperty(window, 'HTMLFormElement', {value: 7});"
                + "var made = [document.createElement('table'), document.createComment('c'), document.createElement('form')];"
                + "[Comment, 'HTMLTableElement' in window, HTMLFormElement === 7, made[0], made[1]].join()"));
    }

    @Test
    public void theyAreTheSameHoweverTheyAreReached() throws Exception {
        assertEquals("true,true,true,true,true", run("var p = document.querySelector('p');"
                + "var image = new Image();"
                + "[Object.getPrototypeOf(p) === HTMLParagraphElement.prototype, p.constructor === HTMLParagraphElement,"
                + "image instanceof HTMLImageElement, p instanceof Node,"
                + "Object.getOwnPropertyDescriptor(window, 'HTMLElement').value === HTMLElement].join()"));
    }
}
