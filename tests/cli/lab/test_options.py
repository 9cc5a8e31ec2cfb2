"""Options that the lab's commands share."""

from __future__ import annotations

import json

import pytest

WORDS = ("lab", "reliability", "runs.json", "-m", "AP", "--count", "5", "--trials", "2")


@pytest.mark.parametrize(("text", "sizes"), [("1-3", [1, 2, 3]), ("10,5,2-3,5", [2, 3, 5, 10])])
def test_ranges_and_lists(partwise, saved, text, sizes):
    answer = partwise(*WORDS, "--sizes", text, "--format", "json")

    assert answer.code == 0, answer.err
    assert sorted({row["size"] for row in json.loads(answer.out)["swaps"]}) == sizes


@pytest.mark.parametrize("option", ["--sizes", "--extrapolate"])
@pytest.mark.parametrize("text", ["", "0", "3-1", "a", "1,,2"])
def test_what_is_no_number(partwise, saved, option, text):
    answer = partwise(*WORDS, option, text)

    assert (answer.code, answer.out) == (2, "")
    assert answer.err == f"{option} {text!r}: expected numbers such as 1-17 or 5,10,20\n"
