import threading

import pytest

from starlette_ajaxcrawl.renderers import native_memory
from starlette_ajaxcrawl.renderers.native_memory import NativeMemory


class Trim:
    def __init__(self) -> None:
        self.calls = 0
        self.came = threading.Event()

    def __call__(self, kept: int) -> None:
        assert kept == 0
        self.calls += 1
        self.came.set()


@pytest.fixture
def trim(monkeypatch):
    trim = Trim()
    monkeypatch.setattr(native_memory, "_trim", trim)
    return trim


def test_what_many_uses_have_freed_is_given_back_at_once_and_what_a_later_one_frees_later(trim, monkeypatch):
    monkeypatch.setattr(native_memory, "DELAY", 0.05)
    memory = NativeMemory()
    for _ in range(1000):
        memory.used()
    assert trim.came.wait(30)
    trim.came.clear()
    memory.used()
    assert trim.came.wait(30)
    assert trim.calls < 1000


def test_closed_it_leaves_no_thread(trim, monkeypatch):
    monkeypatch.setattr(native_memory, "DELAY", 3600)
    before = set(threading.enumerate())
    memory = NativeMemory()
    memory.used()
    started = set(threading.enumerate()) - before
    memory.close()
    for thread in started:
        thread.join(30)
    assert started
    assert not any(thread.is_alive() for thread in started)
    assert trim.calls == 0


def test_where_the_system_has_no_such_call_no_thread_is_started(monkeypatch):
    monkeypatch.setattr(native_memory, "_trim", None)
    before = set(threading.enumerate())
    NativeMemory().used()
    assert set(threading.enumerate()) <= before
