import threading

from starlette_ajaxcrawl.renderers.native_memory import NativeMemory


class Trim:
    def __init__(self) -> None:
        self.calls = 0
        self.came = threading.Event()

    def __call__(self, kept: int) -> None:
        assert kept == 0
        self.calls += 1
        self.came.set()


def its_threads() -> set[threading.Thread]:
    return {thread for thread in threading.enumerate() if thread.name == "ajaxcrawl-native-memory"}


def test_what_many_uses_have_freed_is_given_back_at_once_and_what_a_later_one_frees_later():
    trim = Trim()
    memory = NativeMemory(trim, delay=0.05)
    for _ in range(1000):
        memory.used()
    assert trim.came.wait(30)
    trim.came.clear()
    memory.used()
    assert trim.came.wait(30)
    assert trim.calls < 1000


def test_closed_it_leaves_no_thread():
    trim = Trim()
    before = its_threads()
    memory = NativeMemory(trim, delay=3600)
    memory.used()
    (started,) = its_threads() - before
    memory.close()
    started.join(30)
    assert not started.is_alive()
    assert trim.calls == 0


def test_where_the_system_has_no_such_call_no_thread_is_started():
    before = its_threads()
    NativeMemory(None).used()
    assert its_threads() <= before
