"""Ceiling: the best that any choice of parts of an inventory reaches."""

from itertools import combinations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.conftest import examples
from tests.helpers import expanded

import partwise as pw

pytestmark = pytest.mark.filterwarnings("ignore:.* are not in the inventory")
"""Runs whose parts lie outside the inventory are warned of; here that is what is asked for."""

GOLD = {
    "topic": ["t"] * 4,
    "doc": ["A", "A", "B", "D"],
    "start": [10, 60, 0, 5],
    "end": [30, 70, 50, 10],
}
CHUNKS = [
    *(("A", 0, 40), ("A", 30, 65), ("A", 60, 100)),
    *(("B", 0, 20), ("B", 15, 35), ("B", 30, 48), ("C", 0, 40), ("C", 30, 80)),
]
RUN = [("A", 0, 40), ("C", 0, 40), ("B", 15, 35), ("A", 30, 65), ("B", 0, 20)]


def inventory(parts, tokens=None):
    doc, start, end = zip(*parts, strict=True)
    given = {} if tokens is None else {"tokens": tokens}
    return pw.Inventory.from_columns(doc=doc, start=start, end=end, **given)


def run(parts):
    doc, start, end = zip(*parts, strict=True)
    ranks = range(1, len(parts) + 1)
    return pw.Run.from_columns(topic=["t"] * len(parts), doc=doc, start=start, end=end, rank=ranks)


def ceilings(measures, parts=RUN, chunks=CHUNKS, gold=GOLD):
    qrels = pw.Qrels.from_columns(**gold)
    found = pw.evaluate(qrels, run(parts), measures, inventory=inventory(chunks))
    return found.means["mean"].to_list()


def value(measure, **named):
    return ceilings([measure], **named)[0]


class TestWorked:
    def test_k_parts(self):
        found = [value(f"Ceiling(CharR)@{k}") * 85 for k in range(1, 6)]
        assert found == pytest.approx([20, 40, 58, 68, 78])

    def test_budgets(self):
        found = [value(f"Ceiling(CharR(budget={n}))") * 85 for n in (30, 60, 75, 100)]
        assert found == pytest.approx([30, 50, 58, 70])

    @pytest.mark.parametrize(
        ("least", "found"), [("0.5", [1, 2, 2, 3]), ("1", [1, 2, 3, 3]), ("0.9", [1, 2, 2, 2])]
    )
    def test_spans(self, least, found):
        got = [value(f"Ceiling(SpanR(min={least}))@{k}") * 4 for k in range(1, 5)]
        assert got == pytest.approx(found)

    def test_hits(self):
        assert value("Ceiling(PartP)@10") == pytest.approx(0.6)
        assert value("Ceiling(PartP(min=0.5))@10") == pytest.approx(0.3)
        assert value("Ceiling(PartP)@4") == 1
        assert value("Ceiling(Hit)@1") == value("Ceiling(PartRR)") == 1

    def test_nothing_that_exists_is_a_hit(self):
        far = {"parts": [("A", 90, 95)], "chunks": [("C", 0, 9), ("A", 0, 12)]}
        assert value("Ceiling(Hit)@3", **far) == 1
        assert value("Ceiling(Hit(min=0.5))@3", **far) == 0
        assert value("Ceiling(PartRR(min=0.5))", **far) == 0


class TestSpelling:
    def test_the_cutoff_stands_outside(self):
        assert repr(pw.parse("Ceiling(CharR@5)")) == "Ceiling(CharR)@5"
        assert pw.parse("Ceiling(CharR@5)") == pw.Ceiling(pw.CharR) @ 5
        assert pw.Ceiling(pw.CharR @ 5) == pw.Ceiling(pw.CharR()) @ 5

    def test_a_cutoff_is_given_once(self):
        with pytest.raises(pw.MeasureSyntaxError, match="given once"):
            pw.parse("Ceiling(CharR@5)@3")

    def test_a_budget_has_no_cutoff(self):
        with pytest.raises(pw.MeasureSyntaxError, match="the budget decides"):
            pw.parse("Ceiling(CharR(budget=30))@3")

    @pytest.mark.parametrize(
        "name", ["AiP", "CharP@5", "CharR(tolerance=0.5)@5", "SpanR(budget=9)", "Complete@3"]
    )
    def test_other_ceilings_are_not_known(self, name):
        words = r"is not known; write the oracle run \(partwise losses --oracle FILE\)"
        with pytest.raises(pw.MeasureSyntaxError, match=words):
            pw.parse(f"Ceiling({name})")

    def test_precision_needs_a_cutoff(self):
        with pytest.raises(pw.MeasureSyntaxError, match=r"Ceiling\(PartP\) needs a rank"):
            pw.parse("Ceiling(PartP)")

    def test_a_measure_built_in_python_is_refused_too(self):
        with pytest.raises(pw.ParameterError, match="Ceiling of CharP@5 is not known"):
            ceilings([pw.Ceiling(pw.CharP) @ 5])

    def test_only_measures_have_cutoffs_inside(self):
        with pytest.raises(pw.MeasureSyntaxError, match="F is no measure and has no cutoff"):
            pw.parse("AgP(F@5)")
        with pytest.raises(pw.MeasureSyntaxError, match="one cutoff inside"):
            pw.parse("Ceiling(CharR@[1,2])")

    def test_a_range_stands_outside(self):
        names = [repr(m) for m in expanded("Ceiling(CharR)@1..3")]
        assert names == ["Ceiling(CharR)@1", "Ceiling(CharR)@2", "Ceiling(CharR)@3"]


class TestEdges:
    def test_an_inventory_is_needed(self):
        with pytest.raises(pw.UsageError, match="ceilings need to know which parts exist"):
            pw.evaluate(pw.Qrels.from_columns(**GOLD), run(RUN), ["Ceiling(CharR)@5"])

    def test_parts_of_the_run_exist(self):
        assert value("Ceiling(CharR)@1", parts=[("B", 0, 50)]) == pytest.approx(50 / 85)

    def test_spans_that_overlap_have_no_ceiling(self):
        gold = {**GOLD, "doc": ["A", "A", "B", "B"], "group": ["g", "g", "g", "h"]}
        with pytest.raises(pw.UsageError, match=r"spans of different groups overlap \(topic t\)"):
            value("Ceiling(SpanR)@2", gold=gold)

    def test_equal_spans_count_once(self):
        gold = {**GOLD, "doc": [*"AABB"], "start": [10, 60, 0, 0], "end": [30, 70, 50, 50]}
        gold["group"] = ["g", "g", "g", "h"]
        assert value("Ceiling(SpanR)@5", gold=gold) == 1

    def test_a_topic_without_relevant_text_is_undefined(self):
        gold = {**GOLD, "grade": [0, 0, 0, 0]}
        assert value("Ceiling(CharR)@5", gold=gold) is None

    def test_tokens(self):
        parts = [("A", 0, 40), ("B", 0, 50)]
        gold = pw.Qrels.from_columns(**GOLD)
        chunks = inventory(CHUNKS[:4], tokens=[10, 10, 10, 5])
        given = run(parts[:1])
        with pytest.raises(pw.PartwiseError, match="has no token count"):
            pw.evaluate(gold, given, ["Ceiling(CharR(budget=9, unit=tokens))"], inventory=chunks)


def parts_of(draw, n):
    place = st.integers(0, 12)
    some = st.tuples(st.sampled_from("AB"), place, place).filter(lambda p: p[1] < p[2])
    return draw(st.lists(some, min_size=1, max_size=n))


@st.composite
def collections(draw):
    """Spans that begin anew in each document: a part may reach past those of its own."""
    spans, after = [], {"A": 0, "B": 0}
    for _ in range(draw(st.integers(1, 3))):
        doc = draw(st.sampled_from("AB"))
        at = after[doc] + draw(st.integers(0, 2))
        after[doc] = at + draw(st.integers(1, 4))
        spans.append((doc, at, after[doc]))
        after[doc] += 1
    return spans, parts_of(draw, 4), parts_of(draw, 3), draw(st.integers(1, 3))


@pytest.mark.filterwarnings("ignore:.*is judged:partwise.PartwiseWarning")
@settings(deadline=None, max_examples=examples(100))
@example(([("A", 2, 6), ("B", 0, 1)], [("A", 0, 1)], [("A", 5, 8)], 1))  # past what A wants
@given(collections())
def test_no_choice_of_parts_reaches_more(case):
    spans, chunks, returned, k = case
    doc, start, end = zip(*spans, strict=True)
    gold = {"topic": ["t"] * len(spans), "doc": doc, "start": start, "end": end}
    names = ["CharR", "SpanR", "SpanR(min=1.0)", "Hit(min=2)", "PartP(min=0.5)"]
    best = ceilings([f"Ceiling({n})@{k}" for n in names], returned, chunks, gold)
    every = sorted({*chunks, *returned})
    choices = [c for j in range(1, k + 1) for c in combinations(every, j)]
    values = [ceilings([f"{n}@{k}" for n in names], list(c), every, gold) for c in choices]
    assert best == pytest.approx([max(v[i] for v in values) for i in range(len(names))])
