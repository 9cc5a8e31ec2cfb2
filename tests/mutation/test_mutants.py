"""The tool that breaks functions: it finds slips, puts them in and tells who is noticed."""

from __future__ import annotations

import ast
import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.mutation.equivalent import equivalents, key
from tests.mutation.mutants import mutants
from tests.mutation.trial import files_for, put

import partwise

SOURCE = '''
"""A module."""


def larger(a, b):
    """Return the larger one."""
    if a > b:
        return a
    return b


class Counter:
    def step(self, n: int = 1) -> int:
        more: int = n + 1
        return more


def refuse(n):
    raise ValueError(f"{n + 1} is too many")
'''


@pytest.fixture
def module(tmp_path):
    path = tmp_path / "broken_by_tests.py"
    path.write_text(SOURCE)
    spec = importlib.util.spec_from_file_location("broken_by_tests", path)
    found = importlib.util.module_from_spec(spec)
    sys.modules["broken_by_tests"] = found
    spec.loader.exec_module(found)
    yield found
    del sys.modules["broken_by_tests"]


def test_slips_of_a_module(module):
    found = [(slip.function, slip.what) for slip in mutants(_path(module))]

    assert found[0] == ("larger", "Gt -> GtE")
    assert found[1:] == [("Counter.step", "Add -> Sub"), ("Counter.step", "1 -> 2")]


def test_a_slip_is_put_into_living_functions(module):
    step, counter = module.Counter.step, module.Counter()
    slip = next(slip for slip in mutants(_path(module)) if slip.what == "Add -> Sub")

    assert step(counter, 5) == 6
    assert put(slip)
    assert step(counter, 5) == 4


def test_trees_with_a_slip_can_be_compiled(module):
    for slip in mutants(_path(module)):
        assert ast.unparse(slip.tree()) != ast.unparse(ast.parse(SOURCE))


@pytest.fixture
def house(tmp_path):
    """A room with a function that is looked at, and one that is only called."""
    body = "def one(n):\n    return n + 1\n\n\ndef two(n):\n    return n + 1\n"
    tests = "from house.room.sums import one, two\n\n\ndef test_one():\n    assert one(1) == 2\n"
    for name, text in (
        ("house/__init__.py", ""), ("house/room/__init__.py", ""), ("house/room/sums.py", body),
        ("tests/room/test_sums.py", tests + "\n\ndef test_two():\n    two(1)\n"),
        ("tests/room/test_far.py", "# room.sums\n" * 3), ("tests/room/test_other.py", "# two"),
        ("tests/room/test_none.py", ""),
    ):  # fmt: skip
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def test_own_tests_come_first_then_files_that_name_module_or_function(house):
    slips = {slip.function: slip for slip in mutants(house / "house" / "room" / "sums.py")}

    def names(function):
        found = files_for(slips[function], house / "house", house / "tests")
        return [Path(file).name for file in found]

    assert names("one") == ["test_sums.py", "test_far.py"]
    assert names("two") == ["test_sums.py", "test_other.py", "test_far.py"]


def answer(script, folder):
    """Run a script that forks: what it prints last."""
    above = str(Path(__file__).parent.parent.parent)
    paths = os.pathsep.join((above, str(folder), *sys.path))
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=folder, capture_output=True, text=True, check=True,
        env=os.environ | {"PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1"},
    )  # fmt: skip
    return done.stdout.splitlines()[-1]


@pytest.mark.slow
def test_a_room_is_tried(house):
    script = (
        "from pathlib import Path\n"
        "from tests.mutation.mutants import mutants\n"
        "from tests.mutation.trial import load, pass_without, tried\n"
        "slips = [s for s in mutants(Path('house/room/sums.py').resolve()) if 'Add' in s.what]\n"
        "load(Path('house').resolve())\n"
        "file = ['tests/room/test_sums.py']\n"
        "print(pass_without(file), {s.function: tried(s, file).name for s in slips})\n"
    )

    assert answer(script, house) == "True {'one': 'FAILED', 'two': 'PASSED'}"


@pytest.mark.slow
def test_tests_of_the_package_are_awake():
    """The short form: every slip in three functions, which their tests are known to notice."""
    script = (
        "from tests.mutation.__main__ import ROOT, TESTS\n"
        "from tests.mutation.mutants import mutants\n"
        "from tests.mutation.trial import files_for, load, tried\n"
        "named = 'ratio', 'weighted_mean', 'discounted'\n"
        "slips = [s for s in mutants(ROOT / 'kernels/ranked.py') if s.function in named]\n"
        "load(ROOT)\n"
        "found = [tried(s, files_for(s, ROOT, TESTS)[:1]).name for s in slips]\n"
        "print(len(found), {*found})\n"
    )
    root = Path(__file__).parent.parent.parent

    assert answer(script, root) == "9 {'FAILED'}"


def test_slips_that_change_nothing_exist_and_have_a_reason():
    known, root = equivalents(), Path(partwise.__file__).parent
    files = {root / name.partition("::")[0] for name in known}
    there = {key(slip, root) for file in sorted(files) for slip in mutants(file)}

    assert {*known} <= there
    assert all(reason.strip() for reason in known.values())


def _path(module):
    return Path(module.__file__)
