from __future__ import annotations

import numpy as np
import pytest
from tests.report.conftest import found_of, qrels_of, run_of

from partwise.report.findings import Choices, Findings
from partwise.report.material import gather
from partwise.report.page_sections import plain
from partwise.report.page_summary import summary

LOW, HIGH = np.full(20, 0.25), np.full(20, 0.75)
MEASURE = ("CharR(budget=4000)",)


def said(values, part="verdict", measures=MEASURE, **more):
    return plain(getattr(summary(found_of(values, measures, **more)), part))


def test_decided():
    assert said([[LOW], [HIGH]]) == "b is better than a."
    assert said([[LOW], [HIGH], [LOW]]) == "b is better than a and all others."


def test_equal():
    assert said([[LOW], [LOW]]) == "a and b are equal on every topic."
    assert said([[LOW], [LOW], [LOW]]) == "All 3 runs are equal on every topic."


def test_undecided():
    noise = np.tile([0.01, -0.01], 10)
    near, same = HIGH + noise, HIGH - noise
    assert said([[near], [same]]) == "a and b cannot be told apart."
    assert said([[near], [same], [LOW]]) == "a and b cannot be told apart; c is worse."
    assert said([[near], [same], [LOW], [LOW]]) == "a and b cannot be told apart; 2 runs are worse."
    assert said([[near], [same], [HIGH]]) == "a and 2 other runs cannot be told apart."


def test_alone():
    assert said([[HIGH]]) == "a finds 75.0 % of the relevant text within 4,000 characters."
    assert said([[HIGH]], measures=("AP",)) == "a reaches 75.0 % by AP."
    values = np.linspace(0.5, 1, 20)
    lead = said([[values]], "lead")
    assert lead.startswith("95 % interval 6")
    assert lead.endswith(" % over 20 topics. Add a second run to compare.")


def test_the_lead_says_by_how_much():
    assert said([[LOW], [HIGH]], "lead") == (
        "Within 4,000 characters b finds 75.0 % of the relevant text, a 25.0 %: +50.0 points, "
        "95 % interval +50.0 to +50.0, better on 20 topics, equal on 0, worse on 0."
    )
    assert said([[LOW], [HIGH]], "lead", measures=("AP",)).startswith(
        "By AP b has 75.0 %, a 25.0 %: +50.0 points, "
    )
    assert said([[LOW * 8], [HIGH * 8]], "lead", measures=("CE@5",), better=("lower",)).startswith(
        "By CE@5 a has 2.000, b 6.000: \u22124.000, 95 % interval \u22124.000 to"
    )


def test_what_the_topics_could_have_shown():
    noise = np.tile([0.1, -0.1], 10)
    lead = said([[HIGH + noise], [HIGH - noise]], "lead")

    assert "better on 10 topics, equal on 0, worse on 10. These topics would have shown" in lead
    assert lead.endswith(" points.")


def test_an_interval_and_a_test_that_disagree():
    def ahead_on(topics):
        better = HIGH.copy()
        better[:topics] += 0.01
        return said([[HIGH], [better]], "lead")

    # sign flips that are as one-sided: 2 of 2**5 = 0.0625, 2 of 2**6 = 0.0313
    assert ahead_on(5).endswith(
        " The interval leaves out 0, but the test decides: p = 0.0625 after Holm, "
        "not significant at 0.05."
    )
    assert "The interval" not in ahead_on(6)


def test_a_difference_that_cannot_be_is_not_spoken_of():
    lead = said([[[0.0, 0.9]], [[0.1, 0.0]]], "lead")

    assert lead.endswith("worse on 1.")


def test_one_topic():
    assert said([[[0.1]], [[0.9]]], "lead") == "One topic: nothing can be said about other topics."


def test_measures_that_agree_or_not():
    measures = ("CharR(budget=4000)", "CharR@5", "CharP@5")
    both = {"measures": measures, "better": ("higher",) * 3}
    agree = [[LOW, LOW, LOW], [HIGH, HIGH, HIGH]]
    other = [[LOW, HIGH, HIGH], [HIGH, LOW, LOW]]
    assert said(agree, "agree", **both) == "All 3 measures put b first."
    assert said(other, "agree", **both) == (
        "2 of 3 measures put another run first: a by CharR@5, CharP@5."
    )
    assert said([[LOW], [HIGH]], "agree") == ""


def page_of(*runs):
    qrels = qrels_of(*((f"t{n}", "d", 0, 100) for n in range(3)))
    texts = {"d": "x" * 20_000}
    made = [
        run_of(name, *((f"t{n}", "d", *part) for n in range(3) for part in parts))
        for name, parts in runs
    ]
    return summary(Findings(gather(qrels, made, texts=texts), Choices()))


def test_it_depends_on_the_budget():
    found = page_of(
        ("early", [(0, 50), (5000, 9000)]), ("late", [(5000, 6000), (0, 100), (7000, 9000)])
    )

    words = plain(found.cross)
    assert words.startswith("It depends on the budget: up to about 1,")
    assert words.endswith(" characters early is ahead, beyond it late.")


def test_runs_that_cross_twice_are_not_said_to_cross_once():
    one = [(0, 40), (5000, 5600), (40, 100)]
    two = [(5000, 5200), (0, 80), (6000, 8000)]

    assert page_of(("one", one), ("two", two)).cross == []


def test_a_third_run_that_leads_on_one_side():
    early, late = [(0, 50), (5000, 5300), (50, 95)], [(5000, 5600), (0, 100), (7000, 9000)]
    two = (("early", early), ("late", late))

    assert plain(page_of(*two, ("third", [(0, 40), (200, 9000)])).cross) != ""
    assert page_of(*two, ("third", [(0, 90), (200, 9000)])).cross == []


def test_a_third_run_that_leads_where_the_best_is_ahead_of_the_next():
    best, near = [(1000, 1400), (0, 90)], [(1000, 1400), (0, 80)]
    two = (("best", best), ("next", near))

    assert plain(page_of(*two).cross).startswith("best is ahead at every budget")
    assert page_of(*two, ("third", [(0, 70), (200, 9000)])).cross == []


def test_ahead_everywhere_and_nowhere():
    assert plain(page_of(("a", [(0, 100)]), ("b", [(200, 900)])).cross) == (
        "a is ahead at every budget from 100 to 5,000 characters."
    )
    assert plain(page_of(("a", [(0, 100)]), ("b", [(0, 100)])).cross) == (
        "At no budget do the two best runs differ by half a point."
    )


def test_waste():
    found = page_of(("a", [(0, 100)]), ("b", [(200, 600), (200, 600)]))

    assert plain(found.waste) == (
        "Of 4,000 characters read, a spends 2.5 % on new relevant text and 0.0 % on text already "
        "read; b re-reads 10.0 %."
    )


def test_nothing_to_say_is_nothing(findings):
    saved = summary(found_of([[LOW], [HIGH]]))

    assert (saved.cross, saved.waste) == ([], [])
    assert summary(findings).eyebrow == (
        "12 topics · 3 runs · relevant text found within 4,000 characters"
    )


@pytest.mark.parametrize("undefined", [np.nan])
def test_a_run_without_a_value(undefined):
    empty = np.full(20, undefined)

    assert said([[empty], [HIGH]]) == "b and a cannot be told apart."
    assert said([[empty], [HIGH]], "lead").endswith("of the relevant text, a nothing.")
