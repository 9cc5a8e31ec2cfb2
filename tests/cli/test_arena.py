"""One arena for all threads, asked of the C library itself."""

from __future__ import annotations

import platform
import subprocess
import sys

import pytest

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
