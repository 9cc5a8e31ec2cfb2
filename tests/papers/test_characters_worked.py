"""Worked values of the character-level measures."""

from __future__ import annotations

import pytest
from tests.reference.characters_collections import Collection

import partwise as pw


def row(doc, start=None, end=None, **more):
    base = {"topic": "t", "doc": doc, "start": start, "end": end}
    return {**base, "grade": None, "bep": None, "score": None, "tokens": None, **more}


def value(measure, collection):
    (found,) = pw.parse(measure).values(collection.view())
    return float(found)


# Mini document of Arvola, Kekäläinen and Junkkari (2010), section 4.1: 55 characters,
# the first 27 relevant.
MINI = {
    "last": [row("d", 32, 55)],
    "whole": [row("d")],
    "middle": [row("d", 23, 45)],
}
MINI_VALUES = {
    "aveChP": (0.348407, 1, 0.530577),
    "aveChP(order=worst)": (0.308876, 1, 0.445064),
    "aveChP(order=document)": (1, 1, 1),
    "F": (0, 0.658537, 0.163265),
    "F(0.25)": (0, 0.506064, 0.179420),
    "T2IP(10)": (0, 0.729730, 0.285714),
    "T2IR(20)": (0, 1, 1),
    "T2IF(20)": (0, 0.729730, 0.729730),
    "ChP(30)": (0.233333, 0.9, 0.4),
}


def mini(parts):
    return Collection(["t"], [row("d", 0, 27)], parts, {"d": 55})


@pytest.mark.parametrize("gain", MINI_VALUES)
def test_mini_document(gain):
    for answer, wanted in zip(MINI, MINI_VALUES[gain], strict=True):
        assert value(f"gP({gain})@1", mini(MINI[answer])) == pytest.approx(wanted, abs=5e-7)


@pytest.mark.parametrize(("answer", "effort"), [("last", 3), ("whole", 1), ("middle", 1)])
def test_mini_document_effort(answer, effort):
    assert value("CE(LE(screen=10))@1", mini(MINI[answer])) == effort - 1


def test_printed_values_of_the_paper():
    printed = {"last": (0.35, 0), "whole": (1, 0.66), "middle": (0.53, 0.16)}
    for answer, (chars, f) in printed.items():
        assert value("gP(aveChP)@1", mini(MINI[answer])) == pytest.approx(chars, abs=0.005)
        assert value("gP(F)@1", mini(MINI[answer])) == pytest.approx(f, abs=0.005)


def effort_example():
    """Efforts 1, 2, 5, 1, 5 with three relevant documents (section 4.2), screens of 300."""
    judged = [row("d1", 0, 10), row("d2", 300, 310), row("d4", 299, 310)]
    judged += [row("d3", grade=0), row("d5", grade=0)]
    parts = [row(f"d{i}") for i in range(1, 6)]
    return Collection(["t"], judged, parts, {f"d{i}": 1000 for i in range(1, 6)})


def test_cumulated_effort():
    collection = effort_example()

    assert [value(f"CE@{i}", collection) for i in range(1, 6)] == [0, 1, 5, 5, 9]
    nce = [value(f"NCE@{i}", collection) for i in range(1, 6)]
    assert nce == pytest.approx([0, 1, 5, 4.2, 4.2])
    assert value("ANCE@5", collection) == pytest.approx(2.88)


@pytest.mark.parametrize(
    ("position", "effort"),
    [(1, 1), (300, 1), (301, 2), (600, 2), (601, 3), (900, 3), (901, 4), (5000, 4)],
)
def test_localisation_effort(position, effort):
    judged = [row("d", position - 1, position)]
    assert value("CE@1", Collection(["t"], judged, [row("d")], {"d": 9000})) == effort - 1


FIXTURE = Collection(
    ["t"],
    [
        row("A", 10, 30, bep=10, grade=1),
        row("A", 60, 70, bep=10, grade=1),
        row("B", 0, 50, bep=20, grade=3),
        row("C", grade=0),
        row("D", 5, 10, grade=2),
    ],
    [row("A", 0, 20), row("C", 0, 40), row("A", 10, 40), row("B")],
    {"A": 100, "B": 50, "C": 80, "D": 40},
)
FIXTURE_VALUES = {
    "CharP@1": 0.500000,
    "CharP@3": 0.222222,
    "CharP@4": 0.500000,
    "CharR@4": 0.823529,
    "CharP(tolerance=1)@4": 0.571429,
    "CharR(tolerance=1)@4": 0.941176,
    "CharP(tolerance=0.3)@3": 0.255556,
    "iP@0.01": 0.5,
    "iP@0.82": 0.5,
    "iP@0.83": 0,
    "iP(tolerance=1)@0.5": 0.571429,
    "AiP": 0.410891,
    "AiP(tolerance=1)": 0.537482,
    "AiP@1": 0.059406,
    "CharIoU": 0.482759,
    "CharIoU(multiset=True)": 0.451613,
    "CharF": 0.651163,
    "CharF(beta=2)": 0.744681,
    "CharF(multiset=True)": 0.622222,
    "CharOverlap": 0.071429,
    "AP": 0.555556,
    "Rprec": 0.666667,
    "IPrec@0.34": 0.666667,
    "nDCG@3": 0.703918,
    "nDCG(gain=given)@3": 0.525005,
    "nDCG(gain=chars)": 0.770007,
    "gP@1": 0.571429,
    "gP@2": 0.285714,
    "gP@3": 0.523810,
    "gP@10": 0.157143,
    "gP(DocP)@1": 0.500000,
    "gP(DocR)@1": 0.666667,
    "gP(F(beta=0.25))@1": 0.507463,
    "gR@2": 0.333333,
    "gRw@1": 0.352941,
    "gRw@3": 0.941176,
    "AgP": 0.365079,
    "AgP(F(beta=0.25))": 0.336650,
    "AgPw": 0.509804,
    "AgPw(F, variant=final)": 0.515406,
    "igP@0.3": 0.571429,
    "igP@0.4": 0.523810,
    "igP@0.7": 0,
    "gP(BEP(n=100))@3": 0.566667,
    "gP(short=last)@10": 0.523810,
    "gP(aveChP)@1": 0.440705,
    "gP(aveChP(order=worst))@1": 0.400111,
    "AgP(aveChP)": 0.306980,
    "AgP(aveChP(part=20))": 0.172484,
    "CE(LE(screen=10, part=20))@5": 17,
    "AgP(F(order=document))": 0.316239,
    "AgPw(variant=interpolated)": 0.509804,
    "gP(ChP(n=40))@1": 0.5,
    "gP(ChP(n=400))@1": 0.3,
    "gP(T2IP(n=11))@1": 0.645161,
    "gP(T2IR(n=11))@1": 0.666667,
    "gP(T2IF(n=11))@1": 0.655738,
    "gP(T2IF(n=11, beta=2))@1": 0.662252,
    "CE(LE(screen=10))@5": 13,
    "NCE(LE(screen=10))@5": 5,
    "ANCE(LE(screen=10))@3": 3.666667,
    "CharAP": 0.313850,
    "CharR(budget=15)": 0.058824,
    "CharP(budget=15)": 0.333333,
    "CharF(budget=15)": 0.1,
    "CharIoU(budget=15)": 0.052632,
    "CharR(budget=75)": 0.176471,
    "CharP(budget=75)": 0.2,
    "CharF(budget=75)": 0.2,
    "CharIoU(budget=75)": 0.111111,
}


@pytest.mark.parametrize("measure", FIXTURE_VALUES)
def test_fixture(measure):
    assert value(measure, FIXTURE) == pytest.approx(FIXTURE_VALUES[measure], abs=5e-7)


@pytest.mark.parametrize("name", ["CharR", "CharP", "CharF", "CharIoU"])
def test_a_large_budget_changes_nothing(name):
    assert value(f"{name}(budget=1000)", FIXTURE) == value(name, FIXTURE)


def test_budget_in_tokens():
    # 20 characters for 4 tokens, then 40 for 8, 30 for 6, 50 for 10.
    parts = [
        {**part, "tokens": tokens} for part, tokens in zip(FIXTURE.run, [4, 8, 6, 10], strict=True)
    ]
    collection = Collection(FIXTURE.topics, FIXTURE.judgements, parts, FIXTURE.lengths)

    # 3 tokens buy floor(20 * 3 / 4) = 15 characters, 15 tokens all of the second part
    # and floor(30 * 3 / 6) = 15 of the third: as many as 15 and 75 characters do.
    for tokens, characters in ((3, 15), (15, 75), (28, 140)):
        for name in ("CharR", "CharP", "CharF", "CharIoU"):
            in_tokens = value(f"{name}(budget={tokens}, unit=tokens)", collection)
            assert in_tokens == value(f"{name}(budget={characters})", collection)
