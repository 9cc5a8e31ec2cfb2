"""Process of a command: exit codes, signals, closed streams, progress on the terminal."""

from __future__ import annotations

import errno
import io
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock, Timer
from types import FrameType
from typing import Any, Self

from partwise.messages import visible

GATE_FAILED = 1
"""A run misses a threshold (`--fail-under`) or is significantly worse (`--gate`)."""
UNMATCHED = 1
"""Quotes or assessments have no certain place (`--fail-unmatched`)."""
BAD_INPUT = 2
"""Files, options or measures are refused, or the output cannot be written."""
INTERRUPTED = 130
"""Ctrl-C: what shells show for a process ended by SIGINT."""
TERMINATED = 143
"""What shells show for a process ended by SIGTERM."""


class _Closed(io.TextIOBase):
    """Standard output that is not there: whoever writes to it is told so."""

    encoding = "utf-8"
    errors = "strict"

    @property
    def buffer(self) -> _Closed:
        """The same, for bytes."""
        return self

    def writable(self) -> bool:
        return True

    def write(self, _: object, /) -> int:
        raise OSError(errno.EBADF, "standard output is closed")


def replace_closed() -> None:
    """Let closed standard streams fail where they are used, and standard error not at all."""
    if sys.stderr is None:  # notes and messages have no reader
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
    if sys.stdout is None:
        sys.stdout = _Closed()


PATIENCE = 0.02
"""Seconds until the signal is looked at again when a module was being imported."""
CLEANING = 5.0
"""Seconds after a signal in which another one is not heard, so that the clean-up is whole."""
_ENDING = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def ended_in_order(*, alone: bool = False) -> Iterator[None]:
    """Let SIGTERM end the block like an exit, so that every clean-up on the way runs.

    SIGINT is a KeyboardInterrupt as ever, but neither lost in an import nor followed by a second
    one that would disturb the clean-up.

    Parameters
    ----------
    alone : bool
        The process ends with the block: an interrupt that comes later changes nothing, nor does
        any signal after the first.
    """
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread may say what a signal does
        return
    heard: list[float] = []

    def end(number: int, frame: FrameType | None) -> None:
        if _importing(frame):
            threading.Timer(PATIENCE, os.kill, [os.getpid(), number]).start()
            return
        now = time.monotonic()
        if heard and now - heard[-1] < CLEANING:
            return
        heard.append(now)
        raise KeyboardInterrupt if number == signal.SIGINT else SystemExit(TERMINATED)

    before = {number: signal.getsignal(number) or signal.SIG_DFL for number in _ENDING}
    for number, usual in before.items():
        if usual is not signal.SIG_IGN:  # as of a command that a script started with `&`
            signal.signal(number, end)
    try:
        yield
    finally:
        for number, usual in before.items():
            over = alone and (heard or number == signal.SIGINT)
            signal.signal(number, signal.SIG_IGN if over else usual)


def _importing(frame: FrameType | None) -> bool:
    """Whether a module is being imported: extension modules swallow what is raised meanwhile."""
    while frame is not None:
        if frame.f_code.co_filename == "<frozen importlib._bootstrap>":
            return True
        frame = frame.f_back
    return False


# Python and NumPy raise an error where memory is refused; polars and the drawer of charts end the
# process. Under a limit (``ulimit -v``, a batch system) a command therefore runs in a copy of its
# process, and the process itself waits, hands on signals and ends like the copy.

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


_PATIENCE = 1.0


class Progress:
    """Says what is being done once it takes longer than a second.

    Use as a context manager; `step` names what comes next, `within` says how far that
    is. Nothing is shown,
    and rich is never imported, for quick work or when nobody is looking.
    """

    def __init__(self, total: int, *, quiet: bool) -> None:
        self.total = total
        self.done = -1
        self.piece = self.what = ""
        self.bar: Any = None
        self.task: Any = None
        self.lock = Lock()
        self.active = not quiet and sys.stderr.isatty()
        self.timer = Timer(_PATIENCE, self._show) if self.active else None

    def __enter__(self) -> Self:
        if self.timer is not None:
            self.timer.daemon = True
            self.timer.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self.timer is not None:
            self.timer.cancel()
        with self.lock:
            self.timer = None
            if self.bar is not None:
                self.bar.stop()

    def step(self, what: str) -> None:
        """Begin the next piece of work."""
        with self.lock:
            self.piece, self.done = visible(what), self.done + 1
            self._describe(self.piece)

    def within(self, what: str) -> None:
        """Say how far the piece of work is, behind its name."""
        with self.lock:
            self._describe(f"{self.piece}: {visible(what)}")

    def _describe(self, what: str) -> None:
        self.what = what
        if self.bar is not None:
            self.bar.update(self.task, description=what, completed=max(self.done, 0))

    def _show(self) -> None:
        """Bring the bar; a thread of its own keeps it moving while arrays are computed."""
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
        from rich.progress import Progress as Bar

        with self.lock:
            if self.timer is None:  # all was done while rich was imported
                return
            columns = (
                TextColumn("{task.description}"),
                BarColumn(),
                MofNCompleteColumn(),
                TimeElapsedColumn(),
            )
            self.bar = Bar(*columns, console=Console(stderr=True), transient=True)
            self.task = self.bar.add_task(self.what, total=self.total, completed=max(self.done, 0))
            self.bar.start()
