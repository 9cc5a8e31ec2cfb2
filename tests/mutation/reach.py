"""Reach map: the functions of the package that each public test calls, and its CPU seconds.

The map lies in ``.reach.json`` at the root of the checkout; a test file is traced again when it
has changed. Tests that start a process of their own reach nothing there: slips live in one
process only.
"""

from __future__ import annotations

import json
import sys
import threading
import time
from hashlib import sha256
from pathlib import Path
from types import FrameType

import pytest

PROCESSES = (
    "test_making", "test_spread", "test_killed", "test_demo", "test_startup", "test_signals",
    "test_streams", "test_watched", "test_texts_memory", "test_bucket", "test_progress",
    "test_freed_at_once", "test_no_files", "test_counts", "test_completion",
)  # fmt: skip
"""Modules whose tests start processes or measure memory: slips live in one process only."""


def is_traced(item: pytest.Item) -> bool:
    """True for tests that run the package in their own process."""
    fixtures = getattr(item, "fixturenames", ())
    return item.path.stem not in PROCESSES and "partwise_process" not in fixtures


class Reach:
    """Functions and seconds of tests, by test file."""

    def __init__(self, path: Path, root: Path) -> None:
        self.path, self.root = path, root
        self.files: dict[str, dict] = json.loads(path.read_text()) if path.exists() else {}

    def forget_all_but(self, nodes: set[str]) -> None:
        """Drop tests that are gone, and those of files that have changed."""
        fresh = {f: entry for f, entry in self.files.items() if entry["digest"] == self._digest(f)}
        for entry in fresh.values():
            entry["tests"] = {node: row for node, row in entry["tests"].items() if node in nodes}
        self.files = fresh

    def _digest(self, file: str) -> str:
        path = self.root / file
        return sha256(path.read_bytes()).hexdigest()[:16] if path.exists() else ""

    def add(self, nodeid: str, seconds: float, functions: set[str]) -> None:
        """Record one traced test."""
        file = nodeid.partition("::")[0]
        entry = self.files.get(file)
        if entry is None or entry["digest"] != self._digest(file):
            entry = self.files[file] = {"digest": self._digest(file), "tests": {}}
        entry["tests"][nodeid] = [round(seconds, 3), sorted(functions)]

    def save(self, part: Path | None = None) -> None:
        """Write the map, or what one process has traced to a file of its own."""
        (part or self.path).write_text(json.dumps(self.files))

    def tests_by_function(self) -> dict[str, list[tuple[float, str]]]:
        """CPU seconds and node ids of the tests that call each function."""
        tests: dict[str, list[tuple[float, str]]] = {}
        for entry in self.files.values():
            for nodeid, (seconds, functions) in entry["tests"].items():
                for function in functions:
                    tests.setdefault(function, []).append((seconds, nodeid))
        return tests


class Tracer:
    """Pytest plugin that traces the tests of one share of the items."""

    def __init__(self, reach: Reach, package: Path, share: tuple[int, int]) -> None:
        self.reach, self.prefix, self.share = reach, str(package), share
        self.codes: set = set()

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Keep the items that have to be traced, every n-th of them."""
        nodes = {item.nodeid for item in items}
        self.reach.forget_all_but(nodes)
        known = {node for entry in self.reach.files.values() for node in entry["tests"]}
        todo = [item for item in items if item.nodeid not in known and is_traced(item)]
        index, count = self.share
        items[:] = todo[index::count]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item):
        """Trace calls during one test."""
        self.codes = codes = set()

        def record(frame: FrameType, _event: str, _argument: object) -> None:
            codes.add(frame.f_code)

        begin = time.process_time()
        threading.settrace(record)
        sys.settrace(record)
        try:
            return (yield)
        finally:
            sys.settrace(None)
            threading.settrace(None)
            names = {
                f"{code.co_filename[len(self.prefix) + 1 :]}::{outermost(code.co_qualname)}"
                for code in codes
                if code.co_filename.startswith(self.prefix)
            }
            self.reach.add(item.nodeid, time.process_time() - begin, names)


def outermost(name: str) -> str:
    """Qualified name of the function or method around a nested one."""
    return name.partition(".<locals>")[0]
