"""Every command prints, word for word, what it printed before."""

from __future__ import annotations

import re

import pytest
import scipy
from tests.golden.runner import EXPECTED, cases, seen
from tests.helpers import answer

CASES = cases()
STUDENT = {"compare-json"}
"""Prints values of Student's t with all digits; scipy has eight up to 1.14, all from 1.17 on."""
OLD_SCIPY = tuple(map(int, scipy.__version__.split(".")[:2])) < (1, 17)


def _without_last_digits(text: str) -> str:
    return re.sub(r"\d+\.\d{15,}", lambda found: f"{float(found[0]):.8g}", text)


@pytest.mark.parametrize("name", CASES)
def test_prints_what_it_printed(name):
    expected = (EXPECTED / f"{name}.txt").read_text(encoding="utf-8")
    found = seen(CASES[name])
    if OLD_SCIPY and name in STUDENT:
        found, expected = map(_without_last_digits, (found, expected))

    assert found == expected


def test_no_expectation_without_a_command():
    assert {path.stem for path in EXPECTED.glob("*.txt")} == set(CASES)


def test_every_command_is_pinned(tmp_path):
    section = answer(tmp_path, "--help").out.partition("Commands:\n")[2]
    commands = set(re.findall(r"^  (\w+) {2,}\w", section, re.MULTILINE))

    assert commands >= {"evaluate", "compare", "report", "convert", "lab"}
    assert commands <= {words[0] for words in CASES.values()}
