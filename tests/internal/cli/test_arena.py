"""One arena for all threads, asked of the C library itself."""

from __future__ import annotations

import platform
import subprocess
import sys

import pytest

from partwise.cli._arena import return_tables_at_once

ARENAS = """
import ctypes, threading
from pathlib import Path
import numpy as np
from partwise.cli._arena import share_one_arena
{shared}
meeting = threading.Barrier(4)

def work():
    held = [np.ones(1000) for _ in range(100)]
    meeting.wait()

threads = [threading.Thread(target=work) for _ in range(4)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
libc = ctypes.CDLL(None)
libc.fopen.restype = ctypes.c_void_p
file = ctypes.c_void_p(libc.fopen(b"arenas", b"w"))
libc.malloc_info(0, file)
libc.fclose(file)
print(Path("arenas").read_text().count("<heap nr="))
"""


def arenas(folder, shared):
    code = ARENAS.format(shared=shared)
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, check=True, cwd=folder, text=True
    )
    return int(done.stdout)


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc has arenas to ask for")
def test_threads_share_one_arena(tmp_path):
    assert arenas(tmp_path, "assert share_one_arena()") == 1
    assert arenas(tmp_path, "") > 1


FREED = """
import os
import numpy as np
from partwise.cli._arena import return_tables_at_once
from partwise.evaluation.buckets.held import held_mb
{returned}
import polars as pl
table = pl.Series(np.ones(1000)).sum()
begun = held_mb()
table = pl.int_range(25_000_000, eager=True) + 1
assert held_mb() > begun + 190
del table
print(held_mb() - begun)
"""
RETURNED = """
before = dict(os.environ)
assert return_tables_at_once()
assert not return_tables_at_once()
assert dict(os.environ) == before
"""


def kept(folder, returned):
    """Megabytes that a process holds after it has freed a table of 200."""
    words = [sys.executable, "-c", FREED.format(returned=returned)]
    done = subprocess.run(words, capture_output=True, check=True, cwd=folder, text=True)
    return float(done.stdout)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere polars has another allocator")
@pytest.mark.parametrize("inherited", [None, "dirty_decay_ms:500,muzzy_decay_ms:1000"])
def test_tables_are_returned_when_they_are_freed(tmp_path, monkeypatch, inherited):
    monkeypatch.delenv("_RJEM_MALLOC_CONF", raising=False)
    if inherited:
        monkeypatch.setenv("_RJEM_MALLOC_CONF", inherited)
    assert kept(tmp_path, RETURNED) < 60


def test_a_light_installation_is_left_alone(monkeypatch):
    monkeypatch.setitem(sys.modules, "polars", None)
    assert not return_tables_at_once()
    monkeypatch.delitem(sys.modules, "polars")
    monkeypatch.setattr("builtins.__import__", _none)
    assert not return_tables_at_once()


def _none(*_):
    raise ImportError
