"""Slips, each in a copy of a process that has loaded the package.

A copy (fork) gets the code with the slip and runs tests until one fails: those of the module's own
file first, then those of files of the room that name the module, function or class, and last those
that speak of many modules. Tests are collected in the copy: what they make at once with polars has
threads, which no copy has.
"""

from __future__ import annotations

import contextlib
import gc
import os
import re
import resource
import signal
import sys
import time
from collections.abc import Callable, Sequence
from enum import Enum
from pathlib import Path
from types import CodeType, FunctionType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.mutation.mutants import Mutant

PROCESSOR, WAIT = 40, 600
"""Seconds of processor time after which a slip was noticed, and of any time after which it was not.

What loops for ever needs the processor; what only waits hangs for a reason of its own.
"""
FAR_PROCESSOR = 200
"""The same of tests that are far: without a slip they need 40 seconds."""
FAR = {
    "navigation": (
        "reference/test_navigation_passages.py", "reference/test_navigation_elements.py",
    ),
    "geometry": ("golden/test_golden.py", "laws/test_laws.py"),
    "kernels": ("golden/test_golden.py", "laws/test_laws.py"),
    "gains": ("laws/test_laws.py",),
    "measures": ("laws/test_laws.py",),
}  # fmt: skip
"""Tests that speak of many modules, tried where those that are near notice nothing."""
_FAILED = (1, 2)
"""Codes of pytest: a test failed, or what a file of tests makes at once did."""
_BRIEF = "--tb=no", "--hypothesis-profile=slips"
"""Nobody reads why a test failed, and so no example is made smaller first."""
FILES = 10
"""Most files of tests that are tried."""
_IN_A_ROOM = 2


class Outcome(Enum):
    """What tests say about a slip."""

    PASSED = "passed"
    FAILED = "failed"
    ENDLESS = "went on for ever"
    """The tests used up their processor time."""


def tried(slip: Mutant, near: list[str], far: Sequence[str] = ()) -> Outcome:
    """Run tests with the slip: those that are near, and others where these notice nothing."""
    found = _apart(lambda: _run(near, slip)) if near else Outcome.PASSED
    if found is Outcome.PASSED and far:
        found = _apart(lambda: _run(far, slip, slow=True), FAR_PROCESSOR)
    return found


def pass_without(files: Sequence[str]) -> bool:
    """Tell whether tests pass without any slip."""
    return _apart(lambda: _run(files, None), WAIT, WAIT * 6) is Outcome.PASSED


def _run(files: Sequence[str], slip: Mutant | None, *, slow: bool = False) -> int:
    if slip is not None and not put(slip):
        return 0
    gc.freeze()
    words = _BRIEF if slow else (*_BRIEF, "-m", "not slow")
    # Most slips are noticed by the module's own tests: the others are not even collected then.
    return int(any(_pytest(some, *words) in _FAILED for some in (files[:1], files[1:]) if some))


def _pytest(files: Sequence[str], *words: str) -> int:
    import pytest

    always = ["-x", "-q", "-p", "no:cacheprovider", "--no-header"]
    return int(pytest.main([*always, *words, *files]))


def _apart(work: Callable[[], int], processor: int = PROCESSOR, wait: int = WAIT) -> Outcome:
    """Work in a copy of this process; tell how it ended."""
    child = os.fork()
    if not child:
        code = 0
        try:
            quiet = os.open(os.devnull, os.O_WRONLY)
            os.dup2(quiet, 1)
            os.dup2(quiet, 2)
            resource.setrlimit(resource.RLIMIT_CPU, (processor, processor + 1))
            code = work()
        finally:
            os._exit(code)
    until = time.monotonic() + wait
    while time.monotonic() < until:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGXCPU:
                return Outcome.ENDLESS
            return Outcome.FAILED if status else Outcome.PASSED
        time.sleep(0.02)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return Outcome.PASSED


def files_for(slip: Mutant, root: Path, tests: Path) -> list[str]:
    """Return files of tests: the module's own, its neighbours', those that name it; short first.

    What a family shares is tested by its members, so that all of its folder is near. Tests of
    the room or of the family as a whole come last.
    """
    from tests.test_mirror import WHOLE  # after pytest was loaded, which wants to be first

    path = Path(slip.file).relative_to(root)
    own = tests / path.parent / f"test_{path.stem.strip('_')}.py"
    module = re.escape(".".join(path.with_suffix("").parts))
    named = re.compile(rf"\b({module}|{slip.function.partition('.')[0]})\b")
    shared = path.stem.startswith("_") and len(path.parts) > _IN_A_ROOM

    def is_near(file: Path) -> bool:
        beside = shared and file.parent == own.parent
        return beside or named.search(file.read_text(encoding="utf-8")) is not None

    near = [
        (file.parent != own.parent, file.stat().st_size, file)
        for file in (tests / path.parts[0]).rglob("test_*.py")
        if file != own and is_near(file)
    ]
    beside = {own.parent, tests / path.parts[0]}
    whole = [tests / name for name in WHOLE if (tests / name).parent in beside]
    found = ([own] if own.exists() else []) + [file for *_, file in sorted(near)]
    found = [*found[: FILES - len(whole)], *(file for file in whole if file.exists())]
    return [*dict.fromkeys(str(file) for file in found)]


def far_from(slip: Mutant, root: Path, tests: Path) -> list[str]:
    """Return files of tests of many modules that a room's slips are tried with last."""
    room = Path(slip.file).relative_to(root).parts[0]
    return [str(tests / name) for name in FAR.get(room, ())]


def put(mutant: Mutant) -> bool:
    """Give every function that lives with this name the code with the slip."""
    code = compile(mutant.tree(), mutant.file, "exec", dont_inherit=True)
    new = _find(code, mutant.function)
    if new is None:
        return False
    put_in = False
    gc.unfreeze()  # functions that the collector does not walk over are not listed
    for function in gc.get_objects():
        if isinstance(function, FunctionType):
            old = function.__code__
            if old.co_filename == mutant.file and old.co_qualname == mutant.function:
                function.__code__ = new
                put_in = True
    return put_in


def _find(code: CodeType, name: str) -> CodeType | None:
    for const in code.co_consts:
        if isinstance(const, CodeType):
            if const.co_qualname == name:
                return const
            if (found := _find(const, name)) is not None:
                return found
    return None


def load(root: Path) -> None:
    """Import every module, so that functions exist before they are changed, and what tests use."""
    import importlib

    with Path(os.devnull).open("w") as quiet, contextlib.redirect_stdout(quiet):
        _pytest([str(Path(__file__).parent)], "--collect-only")
    importlib.import_module("hypothesis.extra.numpy")
    _register_profile()

    for path in sorted(root.rglob("*.py")):
        name = ".".join(path.relative_to(root.parent).with_suffix("").parts)
        if "demo" not in name and not name.endswith("__main__"):
            importlib.import_module(name.removesuffix(".__init__"))
    sys.stdout.flush()


def _register_profile() -> None:
    from hypothesis import Phase, settings

    known = settings.get_profile("partwise")
    settings.register_profile("slips", known, phases=(Phase.explicit, Phase.generate))
