"""Every command prints, word for word, what it printed before."""

from __future__ import annotations

import pytest
from tests.golden.runner import EXPECTED, cases, seen

CASES = cases()


@pytest.mark.parametrize("name", CASES)
def test_prints_what_it_printed(name):
    expected = (EXPECTED / f"{name}.txt").read_text(encoding="utf-8")

    assert seen(CASES[name]) == expected


def test_no_expectation_without_a_command():
    assert {path.stem for path in EXPECTED.glob("*.txt")} == set(CASES)


def test_every_command_is_pinned():
    from partwise.cli import COMMANDS

    assert set(COMMANDS) <= {words[0] for words in CASES.values()}
