"""A command whose memory the system limits, and whoever says what its end means.

Python and NumPy raise an error where memory is refused; polars and the drawer of charts end the
process. Under a limit (``ulimit -v``, a batch system) a command therefore runs in a copy of its
process, and the process itself waits, hands on signals and ends like the copy.
"""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress

from partwise.cli._exit_codes import BAD_INPUT

_BEGAN = (signal.SIGINT, signal.SIGTERM)
_FATAL = {"SIGABRT", "SIGSEGV", "SIGBUS", "SIGILL", "SIGTRAP", "SIGFPE"}
"""How libraries end a process in which they cannot go on."""
_DIE_WITH_PARENT = 1
"""An option of Linux's prctl."""


def no_memory() -> str | None:
    """Say that memory is short, where the system limits it for this process."""
    try:
        import resource
    except ImportError:  # Windows
        return None
    most, _ = resource.getrlimit(resource.RLIMIT_AS)
    if most == resource.RLIM_INFINITY:
        return None
    return f"not enough memory for this input: a process may have {most >> 20:,} MB (ulimit -v)"


def go_on_watched() -> None:
    """Return in a copy of this process where memory is limited; here wait, and end like the copy.

    Without a limit nothing happens. To be called while there is one thread.
    """
    problem = no_memory()
    if problem is None:
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _BEGAN)
    parent, copy = os.getpid(), os.fork()
    if copy:
        for number in _BEGAN:
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, lambda number, _: _hand_on(copy, number))
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        _end_like(os.waitpid(copy, 0)[1], problem)
    _die_with(parent)
    signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _hand_on(copy: int, number: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(copy, number)


def _end_like(status: int, problem: str) -> None:
    """End as another process did; what only a lack of memory explains is said."""
    code = os.waitstatus_to_exitcode(status)
    for number in _BEGAN:
        signal.signal(number, signal.SIG_IGN)
    if code < 0 and signal.Signals(-code).name in _FATAL:
        if sys.stderr is not None:
            sys.stderr.write(f"\n{problem}\n")  # libraries may leave half a line
        code = BAD_INPUT
    elif code < 0:
        with suppress(OSError):  # no process changes what SIGKILL does
            signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    sys.exit(code)


def _die_with(parent: int) -> None:
    """Let this process be killed with the one that waits for it, where the system can do that."""
    with suppress(Exception):
        import ctypes

        ctypes.CDLL(None).prctl(_DIE_WITH_PARENT, int(signal.SIGKILL))
    if os.getppid() != parent:
        os._exit(BAD_INPUT)
