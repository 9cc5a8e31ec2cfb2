"""Gains of a reader: what a perfect answer earns, and accuracy on long documents."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.reference.characters_collections import Collection

from partwise.language.parser import parse


def row(start=None, end=None, **more):
    base = {"topic": "t", "doc": "d", "start": start, "end": end, "tokens": None}
    return base | {"grade": None, "bep": None} | more


def value(gain, parts, relevant, length):
    judged = [row(a, b) for a, b in relevant]
    collection = Collection(["t"], judged, [row(a, b) for a, b in parts], {"d": length})
    return float(parse(f"gP({gain})@1").values(collection.view())[0])


@given(
    st.integers(1, 60).flatmap(
        lambda n: st.tuples(st.just(n), st.sets(st.integers(0, n - 1), min_size=1))
    ),
    st.integers(1, 70),
    st.sampled_from([0.5, 1.0, 2.0]),
)
def test_a_perfect_answer_reaches_the_ceiling(document, n, beta):
    length, relevant = document
    spans = [(c, c + 1) for c in sorted(relevant)]
    r, rest = len(relevant), length - len(relevant)
    square = beta**2

    def earned(gain):
        return value(gain, spans, spans, length)

    assert earned("aveChP") == pytest.approx(1)
    assert earned(f"T2IR(n={n})") == 1
    assert earned(f"T2IP(n={n})") == pytest.approx(r / (r + min(n, rest)))
    ceiling = (1 + square) * r / ((1 + square) * r + min(n, rest))
    assert earned(f"T2IF(n={n}, beta={beta})") == pytest.approx(ceiling)
    assert earned(f"ChP(n={n})") == pytest.approx(min(n, r) / min(n, length))


@pytest.mark.parametrize("order", ["natural", "worst", "document"])
def test_a_long_document_keeps_its_digits(order):
    length = 120_000
    rng = np.random.default_rng(11)
    borders = np.sort(rng.choice(length, 80, replace=False))
    relevant = [(int(a), int(b)) for a, b in borders.reshape(-1, 2)]
    shown = np.sort(rng.choice(length, 40, replace=False))
    parts = [(int(a), int(b)) for a, b in shown.reshape(-1, 2)]

    wanted = np.zeros(length, bool)
    for a, b in relevant:
        wanted[a:b] = True
    first = np.zeros(length, bool)
    for a, b in parts:
        first[a:b] = order != "document"
    late = ~first & wanted & (order == "worst")
    way = np.concatenate([np.flatnonzero(x) for x in (first, ~first & ~late, late)])
    hits = np.cumsum(wanted[way])
    precision = hits / np.arange(1, length + 1)
    slow = precision[wanted[way]].mean()

    assert value(f"aveChP(order={order})", parts, relevant, length) == pytest.approx(
        slow, abs=1e-12
    )


def test_reading_ignores_the_rank_of_parts_and_their_overlap():
    relevant = [(5, 12), (30, 40)]
    for gain in ("aveChP", "ChP(n=9)", "T2IF(n=4)", "F", "DocP"):
        values = {
            value(gain, parts, relevant, 60)
            for parts in ([(3, 10), (8, 33)], [(8, 33), (3, 10)], [(3, 33)], [(3, 33), (9, 11)])
        }
        assert len(values) == 1


@pytest.mark.parametrize("gain", ["aveChP", "ChP(n=9)", "T2IP(n=4)", "T2IR(n=4)", "T2IF(n=4)"])
@pytest.mark.parametrize("parts", [[(None, None)], [(7, 7)], [(0, 60)]])
def test_whole_and_empty_answers_are_read_in_document_order(gain, parts):
    relevant = [(5, 12), (30, 40)]
    name, _, inner = gain.rstrip(")").partition("(")
    ordered = f"{name}({inner + ', ' if inner else ''}order=document)"
    assert value(gain, parts, relevant, 60) == value(ordered, parts, relevant, 60)


ANSWERS = {
    "a": ([(5, 12), (30, 40)], [(8, 33), (3, 10)], 60),
    "b": ([(0, 3)], [(2, 9)], 20),
    "c": ([(10, 15), (40, 41)], [(41, 50), (12, 20)], 70),
}
"""Relevant and retrieved text and length of three documents."""


def together(gain, documents, *, stranger):
    """Return the mean gain of documents in one ranking, of which one may not be relevant."""
    judged = [row(*span, doc=doc) for doc in documents for span in ANSWERS[doc][0]]
    parts = [row(*span, doc=doc) for doc in documents for span in ANSWERS[doc][1]]
    if stranger:
        judged.append(row(0, 1, doc="x", grade=0))
        parts.insert(2, row(0, 19, doc="x"))
    lengths = {doc: ANSWERS[doc][2] for doc in documents} | {"x": 30}
    depth = len(documents) + stranger
    found = parse(f"gP({gain})@{depth}").values(Collection(["t"], judged, parts, lengths).view())
    return float(found[0]) * depth / len(documents)


@pytest.mark.parametrize("order", ["natural", "worst", "document", "entry"])
@pytest.mark.parametrize("gain", ["aveChP({})", "ChP(n=9, {})", "T2IP(n=4, {})", "T2IR(n=6, {})"])
def test_documents_of_a_ranking_are_read_apart(gain, order):
    spelled = gain.format(f"order={order}")
    alone = [together(spelled, [doc], stranger=False) for doc in ANSWERS]

    for stranger in (False, True):
        assert together(spelled, [*ANSWERS], stranger=stranger) == pytest.approx(
            sum(alone) / len(alone), abs=1e-15
        )


def test_from_the_entry_to_the_end_by_hand():
    """Entered at 8: 52 characters to the end, then 8; relevant 4 + 10 of them, then 3."""
    way = [*range(8, 60), *range(8)]
    hits = np.cumsum([5 <= c < 12 or 30 <= c < 40 for c in way])
    ranks = [at + 1 for at, c in enumerate(way) if 5 <= c < 12 or 30 <= c < 40]
    wanted = np.mean([hits[rank - 1] / rank for rank in ranks])

    found = together("aveChP(order=entry)", ["a"], stranger=False)
    assert found == pytest.approx(wanted, abs=1e-12)
    # an entry past the end shows nothing: from the beginning
    late = value("aveChP(order=entry)", [(60, 65)], ANSWERS["a"][0], 60)
    assert late == value("aveChP(order=document)", [(60, 65)], ANSWERS["a"][0], 60)


def test_parts_and_jumps_cost_each_alone():
    """Seven characters with five relevant ones, then five with three; a cost of five ends it."""
    for more, wanted in (("", 8 / 12), (", part=5", 5 / 12), (", jump=5", 5 / 12)):
        found = value(f"ChP(n=12{more})", [(3, 10), (28, 34)], [(5, 12), (30, 40)], 60)
        assert found == pytest.approx(wanted, abs=1e-15)
