"""Trials: tests of a mutant, each mutant in a fork of a process that has collected all tests."""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Iterable, Sequence
from enum import Enum
from hashlib import sha256
from math import isqrt
from pathlib import Path
from types import CodeType, FunctionType
from typing import TYPE_CHECKING

import pytest
from _pytest.runner import runtestprotocol

if TYPE_CHECKING:
    from tests.mutation.mutants import Mutant

BUDGET = 90.0
"""CPU seconds of tests that a mutant is tried with."""
LIMIT = 2 * int(BUDGET)
"""CPU seconds after which a mutant counts as one that never ends."""
WAIT = 4 * LIMIT
"""Seconds on the clock after which a waiting mutant is ended."""


class Outcome(Enum):
    """End of a trial."""

    NOTICED = "noticed"
    ENDLESS = "noticed, does not end"
    MISSED = "missed"
    UNREACHED = "missed, no test reaches it"


class Trials:
    """Pytest plugin that tries mutants instead of running the collected tests.

    Parameters
    ----------
    tests : dict
        Node ids of the tests of each mutant, in the order in which they are run.
    processes : int
        Mutants that are tried at once.
    """

    def __init__(self, tests: dict[Mutant, Sequence[str]], processes: int, report) -> None:
        self.tests, self.processes, self.report = tests, processes, report
        self.functions: dict[tuple[str, str], list[FunctionType]] = {}

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try every mutant; `report` is called with each mutant and its outcome."""
        _check_no_threads()
        items = {item.nodeid: item for item in session.items}
        self._index_functions()
        waiting = list(self.tests)[::-1]
        running: dict[int, tuple[Mutant, float]] = {}
        while waiting or running:
            while waiting and len(running) < self.processes:
                mutant = waiting.pop()
                chosen = [items[nodeid] for nodeid in self.tests[mutant] if nodeid in items]
                if chosen:
                    running[self._start(mutant, chosen)] = mutant, time.monotonic()
                else:
                    self.report(mutant, Outcome.UNREACHED)
            self._collect(running)
        return True

    def _index_functions(self) -> None:
        gc.unfreeze()  # frozen objects are not listed
        for function in gc.get_objects():
            if isinstance(function, FunctionType):
                code = function.__code__
                key = code.co_filename, code.co_qualname
                self.functions.setdefault(key, []).append(function)
        gc.freeze()

    def _start(self, mutant: Mutant, items: list[pytest.Item]) -> int:
        child = os.fork()
        if child:
            return child
        code = 0
        try:
            _be_quiet_and_limited()
            code = int(self.install(mutant) and _fails(items))
        except BaseException:
            code = 1
        finally:
            os._exit(code)

    def _collect(self, running: dict[int, tuple[Mutant, float]]) -> None:
        time.sleep(0.02)
        for child, (mutant, begin) in list(running.items()):
            done, status = os.waitpid(child, os.WNOHANG)
            if done:
                endless = os.WIFSIGNALED(status) and os.WTERMSIG(status) in _ENDED
                noticed = Outcome.ENDLESS if endless else Outcome.NOTICED
                self.report(mutant, noticed if status else Outcome.MISSED)
                del running[child]
            elif time.monotonic() - begin > WAIT:
                os.kill(child, 9)

    def install(self, mutant: Mutant) -> bool:
        """Give every function of this name the code with the slip; False if there is none."""
        code = compile(mutant.tree(), mutant.file, "exec", dont_inherit=True)
        new = _find_code(code, mutant.function)
        functions = self.functions.get((mutant.file, mutant.function), [])
        for function in functions if new is not None else []:
            function.__code__ = new
        return bool(functions) and new is not None


def _check_no_threads() -> None:
    """Raise if collecting has started threads: a fork that needs their locks would hang."""
    names = [path.read_text().strip() for path in Path("/proc/self/task").glob("*/comm")]
    if "polars-0" in names:
        raise RuntimeError("a test file uses polars while it is imported; use it in a test")


_ENDED = (24, 9)
"""SIGXCPU and SIGKILL, by which mutants that do not end are ended."""


def _be_quiet_and_limited() -> None:
    import resource  # POSIX only, as forks are

    quiet = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(quiet, stream)
    resource.setrlimit(resource.RLIMIT_CPU, (LIMIT, LIMIT + 1))


def _fails(items: list[pytest.Item]) -> bool:
    """Run tests until one fails."""
    for item, following in zip(items, [*items[1:], None], strict=True):
        if any(report.failed for report in runtestprotocol(item, nextitem=following, log=False)):
            return True
    return False


def _find_code(code: CodeType, name: str) -> CodeType | None:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            if constant.co_qualname == name:
                return constant
            if (inner := _find_code(constant, name)) is not None:
                return inner
    return None


def chosen_tests(rows: Iterable[tuple[float, str]], budget: float) -> list[str]:
    """Node ids of tests that fit in a budget of seconds, of all files in turn; at least one.

    Parameters
    ----------
    rows : iterable of (float, str)
        Seconds and node id of the tests that reach a function.
    budget : float
        Seconds that the chosen tests may take in all.
    """
    files: dict[str, list[tuple[float, str]]] = {}
    for seconds, nodeid in sorted(rows, key=lambda row: _shuffled(row[1])):
        files.setdefault(nodeid.partition("::")[0], []).append((seconds, nodeid))
    turns = [
        (number // isqrt(len(tests)), seconds, nodeid)
        for tests in files.values()
        for number, (seconds, nodeid) in enumerate(tests)
    ]
    chosen, total = [], 0.0
    for _, seconds, nodeid in sorted(turns):
        if not chosen or total + seconds <= budget:
            chosen.append(nodeid)
            total += seconds
    return chosen


def _shuffled(nodeid: str) -> bytes:
    """Sort key that mixes the cases of a parametrised test, the same in each run."""
    return sha256(nodeid.encode()).digest()


def import_package(root: Path) -> None:
    """Import every module, so that functions exist before they are changed."""
    import importlib

    for path in sorted(root.rglob("*.py")):
        name = ".".join(path.relative_to(root.parent).with_suffix("").parts)
        if "demo" not in name and not name.endswith("__main__"):
            importlib.import_module(name.removesuffix(".__init__"))
