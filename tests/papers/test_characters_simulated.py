"""Orders that simulated runs must keep (Pehcevski and Thom 2007, section 4)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.reference.characters_collections import Collection

import partwise as pw

RANKINGS = ("R", "RS", "RI", "RSI")
ANSWERS = ("S", "SL", "SLD", "SS", "SST")


def leaves(length):
    """Childless elements: sentences of four characters; sections hold three of them."""
    return [(a, min(a + 4, length)) for a in range(0, length, 4)]


def sections(length):
    return [(a, min(a + 12, length)) for a in range(0, length, 12)]


@st.composite
def topics(draw):
    """Documents with merged, non-empty passages, each of another amount of relevant text."""
    documents = {}
    for i in range(draw(st.integers(2, 4))):
        length = draw(st.integers(10, 60))
        spans, at = [], 0
        for _ in range(draw(st.integers(1, 3))):
            start = draw(st.integers(at, length))
            end = draw(st.integers(start, length))
            if start < end:
                spans.append((start, end))
                at = end + 1
            if at >= length:
                break
        if spans:
            documents[f"d{i}"] = (length, spans)
    sizes = [sum(b - a for a, b in spans) for _, spans in documents.values()]
    assume(len(documents) >= 2)
    assume(len(set(sizes)) == len(sizes))
    return documents


def answer(strategy, length, spans):
    """Parts that a strategy returns for one document."""
    elements = [(0, length), *sections(length), *leaves(length)]
    inside = [e for a, b in spans for e in elements if a <= e[0] and e[1] <= b]
    if strategy == "S":
        found = spans
    elif strategy == "SLD":
        found = [(0, length)]
    elif strategy == "SL":
        around = [[e for e in elements if e[0] <= a and b <= e[1]] for a, b in spans]
        found = [min(es, key=lambda e: e[1] - e[0]) for es in around]
    elif strategy == "SS":
        found = [
            e for e in inside if not any(o != e and o[0] <= e[0] and e[1] <= o[1] for o in inside)
        ]
    else:
        found = [e for e in inside if e in leaves(length)]
    return found or [(0, 0)]


def simulated(documents, strategy, ranking):
    names = sorted(documents, key=lambda d: -sum(b - a for a, b in documents[d][1]))
    if "S" in ranking:
        names[0], names[1] = names[1], names[0]
    parts = [("other", 0, 5)] if "I" in ranking else []
    parts += [(d, *p) for d in names for p in answer(strategy, *documents[d])]
    rows = [{"topic": "t", "doc": d, "start": a, "end": b} for d, a, b in parts]
    judged = [
        {"topic": "t", "doc": d, "start": a, "end": b}
        for d, (_, spans) in documents.items()
        for a, b in spans
    ]
    lengths = {d: length for d, (length, _) in documents.items()} | {"other": 30}
    return Collection(["t"], judged, [r | {"tokens": None} for r in rows], lengths)


def value(measure, documents, strategy, ranking):
    view = simulated(documents, strategy, ranking).view()
    return float(pw.parse(measure).values(view)[0])


@given(topics(), st.sampled_from(["AgP", "AgPw"]), st.sampled_from(RANKINGS))
def test_better_answers_score_higher(documents, measure, ranking):
    s, sl, sld, ss, sst = (value(measure, documents, a, ranking) for a in ANSWERS)

    assert s >= sl - 1e-12
    assert sl >= sld - 1e-12
    assert s >= ss - 1e-12
    assert ss >= sst - 1e-12


@given(topics(), st.sampled_from(["AgP", "AgPw"]), st.sampled_from(ANSWERS))
def test_a_useless_document_first_costs(documents, measure, strategy):
    for better, worse in (("R", "RI"), ("RS", "RSI")):
        high, low = (value(measure, documents, strategy, r) for r in (better, worse))
        assert high > low or high == low == 0


PERFECT = ["AP", "AgP", "AgPw", "CharP", "CharR", "AiP", "CharIoU", "CharF"]
PERFECT += [f"igP@{i / 10}" for i in range(11)]


@given(topics())
def test_perfect_answers_reach_the_top(documents):
    for measure in [*PERFECT, f"gP@{len(documents)}"]:
        assert value(measure, documents, "S", "R") == pytest.approx(1, abs=1e-12)
    assert value("ANCE", documents, "S", "R") == 0


@given(topics())
def test_agp_of_perfect_answers_sees_the_ranking_only(documents):
    n = len(documents)
    wanted = float(sum(Fraction(j, j + 1) for j in range(1, n + 1)) / n)

    assert value("AgP", documents, "S", "RI") == pytest.approx(wanted)
    assert value("AP", documents, "S", "RI") == pytest.approx(wanted)


def test_agpw_is_not_faithful():
    # A useless document first: the swap that brings *less* relevant text forward raises AgPw.
    documents = {"much": (50, [(0, 40)]), "little": (50, [(0, 10)])}

    assert value("AgPw", documents, "S", "RSI") > value("AgPw", documents, "S", "RI")
    assert value("AgPw(variant=final)", documents, "S", "RSI") == pytest.approx(
        value("AgPw(variant=final)", documents, "S", "RI")
    )
