"""The mutation tool: slips of a module, their place in living functions, a whole trial."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.mutation.__main__ import PACKAGES, SOURCE, mutant_key
from tests.mutation.equivalent import equivalents
from tests.mutation.mutants import mutants
from tests.mutation.trial import chosen_tests

EXAMPLE = '''
"""A module."""


def larger(a, b):
    """Return the larger one."""
    if a > b:
        return a
    return b


class Counter:
    def step(self, n: int = 1) -> int:
        twice: int = n + 1 + 1
        return twice


def check(n):
    raise ValueError(f"{n + 1} is too many")
'''
ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture
def module(tmp_path):
    path = tmp_path / "example.py"
    path.write_text(EXAMPLE)
    return path


def test_slips_of_a_module(module):
    slips = [(slip.function, slip.what) for slip in mutants(module)]

    assert slips == [
        ("larger", "Gt -> GtE"), ("Counter.step", "Add -> Sub"), ("Counter.step", "Add -> Sub #2"),
        ("Counter.step", "1 -> 2"), ("Counter.step", "1 -> 2 #2"),
    ]  # fmt: skip


def test_every_slip_changes_the_program(module):
    programs = {ast.unparse(slip.tree()) for slip in mutants(module)}

    assert len(programs - {ast.unparse(ast.parse(EXAMPLE))}) == 5


def test_files_take_turns_and_fit_the_budget():
    rows = [(1.0, f"a::{number}") for number in range(9)] + [(0.5, "b::1"), (9.0, "c::1")]

    # of nine tests of a file three come in each turn; the last turn exceeds the budget
    assert [node[0] for node in chosen_tests(rows, 7)] == ["b", *"aaa", *"aaa"]
    assert chosen_tests([(9.0, "c::1")], 3) == ["c::1"]
    assert chosen_tests([], 3) == []


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="mutants are tried in forks")
def test_slips_of_a_measure_are_noticed(tmp_path):
    """A worked example notices slips in its measure, and not those of another measure."""
    command = [
        sys.executable, "-m", "tests.mutation", "--package", "measures", "--sample", "3",
        "--map", str(tmp_path / "map.json"), "--tests", "tests/measures/documents/test_rr.py",
    ]  # fmt: skip

    def table(only):
        return subprocess.run(
            [*command, "--only", only], cwd=ROOT, capture_output=True, text=True, check=False,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )  # fmt: skip

    near, far = table("::RR."), table("::iP.")
    assert "100.0%" in near.stdout.splitlines()[-1], near.stderr
    assert near.returncode == 0
    assert "0.0%" in far.stdout.splitlines()[-1]
    assert "missed, no test reaches it: measures/" in far.stderr
    assert far.returncode == 1


def test_slips_that_change_nothing_exist_and_have_a_reason():
    reasons = equivalents()
    keys = {
        mutant_key(slip)
        for package in PACKAGES
        for file in (SOURCE / package).rglob("*.py")
        for slip in mutants(file)
    }

    assert {*reasons} <= keys
    assert all(reason.strip() for reason in reasons.values())
    assert len(reasons) <= 60, "a short list: code whose slips change nothing can be shorter"
