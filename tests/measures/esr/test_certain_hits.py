"""ESR on chunks without an inventory: what was surely seen is a hit (findings 5.4)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.conftest import examples

import partwise as pw

SPANS = [("A", 5, 9), ("A", 20, 40), ("B", 50, 60)]
CHUNKS = [("A", 0, 30), ("A", 30, 60), ("B", 0, 30)]


def view(spans=SPANS, chunks=CHUNKS):
    doc, start, end = zip(*spans, strict=True)
    qrels = pw.Qrels.from_columns(topic=["t"] * len(spans), doc=doc, start=start, end=end)
    columns = {"topic": ["u"], "doc": ["A"], "start": [0], "end": [1], "rank": [1]}
    if chunks:
        doc, start, end = zip(*chunks, strict=True)
        rank = list(range(1, len(chunks) + 1))
        columns = {
            "topic": ["t"] * len(chunks),
            "doc": doc,
            "start": start,
            "end": end,
            "rank": rank,
        }
    return pw.View.of(qrels, pw.Run.from_columns(**columns))


def value(text, seen=None):
    return float(pw.parse(text).values(seen or view())[0])


def test_worked_values():
    # the first chunk meets both spans of A and reads neither B's nor the second's end
    for k in (1, 2, 3):
        assert value(f"EHits@{k}") == 2
        assert value(f"EMisses@{k}") == 1
        assert value(f"ENearMisses@{k}") == 0
        assert value(f"ESRP@{k}") == pytest.approx(1 / k)
        assert value(f"ESRR@{k}") == pytest.approx(2 / 3)
    assert value("EHits(hits=exact)@3") == 0
    assert value("ENearMisses(hits=exact)@3") == 2
    assert value("ESRP(nav=Reads(min=0.5))@2") == pytest.approx(1 / 2)


def test_a_span_that_is_returned_is_hit_once():
    seen = view(SPANS[:1], [("A", 0, 30), ("A", 5, 9)])

    assert value("EHits@2", seen) == 1
    # exact: at rank 2 nothing of it is new
    assert value("EHits(hits=exact)@2", seen) == 0


places = st.tuples(st.sampled_from("AB"), st.integers(0, 20), st.integers(1, 9)).map(
    lambda p: (p[0], p[1], p[1] + p[2])
)


@given(chunks=st.lists(places, max_size=6), least=st.sampled_from([Fraction(1, 2), Fraction(1)]))
@settings(max_examples=examples(60))
def test_against_the_definition(chunks, least):
    # certain chances only: a span is a hit at the first distinct chunk that reads enough of it
    seen, k = view(chunks=chunks), max(len(chunks), 1)
    first = []
    for doc, start, end in SPANS:
        enough = [
            rank for rank, (d, a, b) in enumerate(chunks, 1)
            if d == doc and min(b, end) - max(a, start) >= least * (end - start)
        ]  # fmt: skip
        first.append(min(enough, default=None))
    nav = f"nav=Reads(min={float(least)})"
    hits = sum(rank is not None for rank in first)
    assert value(f"EHits({nav})@{k}", seen) == pytest.approx(hits)
    assert value(f"EMisses({nav})@{k}", seen) == pytest.approx(3 - hits)
    ranks = len({rank for rank in first if rank is not None})
    assert value(f"ESRP({nav})@{k}", seen) == pytest.approx(ranks / k)
    assert value(f"ESRR({nav})@{k}", seen) == pytest.approx(hits / 3)
