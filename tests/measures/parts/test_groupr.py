"""GroupR and Complete: worked values, laws, and a slow reference with sets of characters."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, isnan

import numpy as np
import pytest
from tests.measures.worlds import LENGTHS, chunks, evidence

import partwise as pw


def value(measure, judged=None, returned=None):
    judged = (
        judged
        if judged is not None
        else evidence(group=["g1", "g2", "g1", "g2"], alternative=["", "1", "", "2"])
    )
    found = pw.evaluate(
        judged,
        chunks() if returned is None else returned,
        measure,
        lengths=LENGTHS,
        reading=pw.Reading(doc_ids="exact"),
    )
    return found.table[0, 0].tolist()


@pytest.mark.parametrize(
    ("measure", "at_1", "at_3", "at_4", "at_5", "budget"),
    [
        ("SpanR", 0.25, 0.25, 0.5, 0.75, 0.25),
        ("SpanR(min=1)", 0.25, 0.5, 0.75, 0.75, 0.5),
        ("SpanR(min=0.7)", 0.25, 0.25, 0.25, 0.5, 0.25),
        ("GroupR", 0, 0, 0.5, 1, 0),
        ("GroupR(min=1)", 0, 0.5, 1, 1, 0.5),
        ("Complete", 0, 0, 0, 1, 0),
        ("Complete(min=1)", 0, 0, 1, 1, 0),
    ],
)
def test_worked_values(measure, at_1, at_3, at_4, at_5, budget):
    for k, expected in ((1, at_1), (3, at_3), (4, at_4), (5, at_5)):
        assert value(f"{measure}@{k}") == [expected]
    limited = measure.replace(")", ", budget=100)") if "(" in measure else f"{measure}(budget=100)"
    assert value(limited) == [budget]


def test_worked_values_of_hits():
    for measure, at in (("PartP", (1, 2 / 3, 0.8)), ("PartP(min=0.5)", (1, 1 / 3, 0.4))):
        for k, expected in zip((1, 3, 5), at, strict=True):
            assert value(f"{measure}@{k}") == pytest.approx([expected])


def test_alternatives_only_are_one_nameless_group():
    sets = evidence(alternative=["x", "x", "y", "z"])
    assert value("Complete(min=1)@1", sets) == [0]  # x needs A[60,70) too
    assert value("Complete(min=1)@3", sets) == [1]  # y is B[0,50)


def test_weights():
    weighted = evidence(group=["a", "b", "c", "d"], weight=["2", "1", "1", "1"])
    assert value("GroupR@1", weighted) == [2 / 5]
    with pytest.raises(pw.PartwiseError, match="two weights"):
        value("GroupR", evidence(group=["a", "a", "b", "b"], weight=["2", "1", "1", "1"]))
    with pytest.raises(pw.PartwiseError, match="is not a number above 0"):
        value("GroupR", evidence(group=["a", "a", "b", "b"], weight=["x", "1", "1", "1"]))


def test_without_columns_it_is_span_recall():
    for k in range(1, 6):
        assert value(f"GroupR@{k}", evidence()) == value(f"SpanR@{k}", evidence())


def test_undefined_and_empty():
    nothing = pw.Qrels.from_columns(
        topic=["t"], doc=["A"], start=[0], end=[5], grade=[0], group=["g"]
    )
    assert isnan(value("GroupR", nothing)[0])
    assert isnan(value("Complete", nothing)[0])
    empty = pw.Run.from_columns(topic=[], doc=[], answered=["t"])
    with pytest.warns(pw.PartwiseWarning, match="no results"):
        assert value("GroupR", None, empty) == [0]


def slow_groups(rows, shown, least):
    """Whether each group is found, from the words of the definition."""
    labels: dict = {}
    for doc, start, end, group, alternative in rows:
        key = (group, alternative) if group or alternative else None
        labels.setdefault(key, {}).setdefault(doc, set()).update(range(start, end))
    found: dict = {}
    for key, docs in labels.items():
        for doc, text in docs.items():
            for low in sorted(c for c in text if c - 1 not in text):
                high = low
                while high in text:
                    high += 1
                size = high - low
                need = (
                    min(least, size)
                    if isinstance(least, int)
                    else ceil(Fraction(str(least)) * size)
                )
                seen = len(set(range(low, high)) & shown.get(doc, set())) >= max(need, 1)
                group, alternative = (("own", doc, low), "") if key is None else key
                found.setdefault(group, {}).setdefault(alternative, []).append(seen)
    return [
        all(sets.get("", []))
        and (not (set(sets) - {""}) or any(all(v) for a, v in sets.items() if a))
        for sets in found.values()
    ]


@pytest.mark.filterwarnings("ignore:.*is judged:partwise.PartwiseWarning")
@pytest.mark.parametrize("seed", range(60))
def test_equals_the_slow_reference(seed):
    rng = np.random.default_rng(seed)
    rows = []
    for _ in range(int(rng.integers(1, 9))):
        start = int(rng.integers(0, 30))
        names = [str(rng.choice(["", "x", "y"])) for _ in range(2)]
        rows.append((str(rng.choice(["A", "B"])), start, start + int(rng.integers(1, 10)), *names))
    doc, start, end, group, alternative = (list(column) for column in zip(*rows, strict=True))
    judged = pw.Qrels.from_columns(
        topic=["t"] * len(rows), doc=doc, start=start, end=end, group=group, alternative=alternative
    )
    n = 5
    low = rng.integers(0, 30, n)
    parts = [(str(rng.choice(["A", "B"])), int(s), int(s + rng.integers(0, 14))) for s in low]
    returned = pw.Run.from_columns(
        topic=["t"] * n,
        doc=[p[0] for p in parts],
        start=[p[1] for p in parts],
        end=[p[2] for p in parts],
        rank=list(range(1, n + 1)),
    )
    for least in (1, 3, 0.5, 1.0):
        for k in (1, 3, 5):
            shown: dict = {}
            for d, s, e in parts[:k]:
                shown.setdefault(d, set()).update(range(s, e))
            groups = slow_groups(rows, shown, least)
            measures = [f"{m}(min={least})@{k}" for m in ("GroupR", "Complete", "SpanR", "Hit")]
            found = pw.evaluate(
                judged, returned, measures, reading=pw.Reading(doc_ids="exact")
            ).table[0, :, 0]
            assert found[0] == sum(groups) / len(groups)
            assert found[1] == all(groups)
            assert found[1] <= found[0]
            assert found[0] <= (found[2] > 0)
            assert found[3] <= (found[2] > 0)
            if least == 1:
                assert found[3] == (found[2] > 0)
