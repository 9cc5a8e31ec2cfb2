from __future__ import annotations

import pytest

from partwise.report.account import described


@pytest.mark.parametrize(
    ("measure", "says"),
    [
        ("CharR(budget=4000)", "finds {v} of the relevant text within 4,000 characters"),
        ("CharR@5", "finds {v} of the relevant text in the first 5 parts"),
        ("CharR", "finds {v} of the relevant text"),
        ("CharP@1", "shows {v} relevant text in the first part"),
        ("Hit@3", "has a hit for {v} of the topics in the first 3 parts"),
    ],
)
def test_what_a_value_says(measure, says):
    assert described(measure, "higher").phrase.says == says


@pytest.mark.parametrize("measure", ["AP", "CharR(tolerance=0.5)@5", "CharP(repeats=free)@5"])
def test_measures_without_words(measure):
    assert described(measure, "higher").phrase is None


def test_facts():
    assert described("CharR(budget=300)", "higher").budget == 300
    assert described("CharR(budget=300, unit=tokens)", "higher").budget is None
    assert described("CharR@5", "higher").is_share
    assert not described("CE@5", "lower").is_share
    assert not described("SomebodysOwn", "higher").is_share


def test_what_the_page_is_about():
    assert described("CharR(budget=4000)", "higher").phrase.about == (
        "relevant text found within 4,000 characters"
    )
