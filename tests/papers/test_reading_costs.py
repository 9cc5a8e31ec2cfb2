"""Costs of reading, and text that weighs: values worked out for a reader with an entry point."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.conftest import examples

import partwise as pw

LENGTH = {"d": 1000}
GOLD = pw.Qrels.from_columns(topic=["t"], doc=["d"], start=[500], end=[600])

AVERAGE = {
    (500, 500): (0.089225, 1, 0.089225, 0.235758),
    (500, 501): (0.099205, 1, 0.070562, 0.235758),
    (500, 600): (1, 1, 0.235758, 0.235758),
    (0, 1000): (0.089225, 0.089225, 0.070511, 0.070511),
}
SCREENS = {
    (500, 500): (4, 1, 4, 2),
    (500, 501): (1, 1, 2, 2),
    (500, 600): (1, 1, 2, 2),
    (0, 1000): (4, 4, 4, 4),
}
READERS = ("order=natural", "order=entry", "order=natural, part=150", "order=entry, part=150")


def value(measure, place):
    start, end = place
    run = pw.Run.from_columns(topic=["t"], doc=["d"], start=[start], end=[end], rank=[1])
    return pw.evaluate(GOLD, run, [measure], lengths=LENGTH).means["mean"][0]


@pytest.mark.parametrize("place", AVERAGE)
def test_average_precision_of_the_reading(place):
    found = [value(f"gP(aveChP({reader}))@1", place) for reader in READERS]
    assert found == pytest.approx(AVERAGE[place], abs=5e-7)


@pytest.mark.parametrize("place", SCREENS)
def test_screens_until_relevant_text(place):
    found = [value(f"CE(LE(screen=100, {reader}))@1", place) for reader in READERS]
    assert found == [screens - 1 for screens in SCREENS[place]]  # CE counts beyond the least


@pytest.mark.parametrize("first", [("little", "much"), ("much", "little")])
def test_interpolation_does_not_prefer_little_text(first):
    """A document that is not relevant, then perfect answers of 5 and of 50 of 85 characters."""
    relevant = {"little": 5, "much": 50, "missed": 30}
    gold = pw.Qrels.from_columns(
        topic=["t"] * 3, doc=[*relevant], start=[0] * 3, end=[*relevant.values()]
    )
    docs = ["other", *first]
    run = pw.Run.from_columns(
        topic=["t"] * 3, doc=docs, start=[0] * 3, end=[relevant.get(d, 9) for d in docs],
        rank=[1, 2, 3],
    )  # fmt: skip
    found = pw.evaluate(gold, run, ["AgPw(variant=interpolated)", "AgPw"]).means["mean"]
    stepwise = {"little": 0.421569, "much": 0.333333}[first[0]]
    assert found.to_list() == pytest.approx([0.431373, stepwise], abs=5e-7)


def test_a_jump_costs_where_reading_does_not_go_on():
    # [0, 10) then [20, 30), then the rest: 10, then 30 on; three jumps, the last to 30
    gold = pw.Qrels.from_columns(topic=["t"] * 2, doc=["d"] * 2, start=[20, 95], end=[30, 100])
    run = pw.Run.from_columns(
        topic=["t"] * 2, doc=["d"] * 2, start=[0, 20], end=[10, 30], rank=[1, 2]
    )
    screens = {jump: [] for jump in (0, 5)}
    for jump, found in screens.items():
        for n in (10, 15, 25):
            measure = f"gP(ChP(n={n}, jump={jump}))@1"
            found.append(pw.evaluate(gold, run, [measure], lengths={"d": 100}).means["mean"][0])
    assert screens[0] == pytest.approx([0, 5 / 15, 10 / 25])
    assert screens[5] == pytest.approx([0, 0, 10 / 25])


SPANS = st.lists(
    st.tuples(st.integers(0, 80), st.integers(1, 20)).map(lambda x: (x[0], x[0] + x[1])),
    min_size=1,
    max_size=4,
)


def found(gold, parts, measures):
    """Values where gold and parts are (document, start, end)."""
    made = [
        {"topic": ["t"] * len(rows), "doc": [d for d, _, _ in rows]}
        | {"start": [low for _, low, _ in rows], "end": [high for _, _, high in rows]}
        for rows in (gold, parts)
    ]
    qrels, run = pw.Qrels.from_columns(**made[0]), pw.Run.from_columns(**made[1])
    lengths = dict.fromkeys("abc", 100)
    return pw.evaluate(qrels, run, measures, lengths=lengths).table[0, :, 0].tolist()


@settings(max_examples=examples(30), deadline=None)
@given(SPANS, SPANS, st.sampled_from(["natural", "entry", "document"]))
def test_costs_never_help(gold, parts, order):
    measures = [
        f"gP(aveChP(order={order}{cost}))@1"
        for cost in ("", ", part=7", ", jump=7", ", part=7, jump=3")
    ]
    free, *paid = found([("a", *g) for g in gold], [("a", *p) for p in parts], measures)

    assert max(paid) <= free + 1e-12


@settings(max_examples=examples(30), deadline=None)
@given(SPANS, SPANS, st.permutations("abc"))
def test_interpolation_never_lowers(gold, parts, order):
    judged = [(doc, *g) for doc, g in zip("abca", gold, strict=False)]
    listed = [(doc, *p) for doc in order for p in parts[:2]]
    stepwise, interpolated = found(judged, listed, ["AgPw", "AgPw(variant=interpolated)"])

    assert interpolated >= stepwise - 1e-12
