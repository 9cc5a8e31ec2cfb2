from __future__ import annotations

import pytest

import partwise as pw

QRELS = pw.Qrels.from_columns(
    topic=["t", "t", "t", "u", "v"],
    doc=["A", "A", "B", "A", "A"],
    start=[10, 30, 0, 0, None],
    end=[20, 40, 20, 5, None],
    grade=[1, 1, 1, 1, 0],
    aspects=["x|y", "z", "x|w", "", None],
)


def values(measure, *parts):
    doc, start, end = zip(*parts, strict=True)
    run = pw.Run.from_columns(topic=["t"] * len(doc), doc=doc, start=start, end=end)
    return pw.evaluate(QRELS, run, measure).of("run", measure).tolist()


def test_by_hand():
    parts = ("C", 0, 5), ("A", 5, 15), ("A", 12, 14), ("B", 0, 5), ("A", 15, 35)

    # a miss; x and y at 1/2; nothing new; w at 2/3; the last meets x|y first
    value, without, nothing = values("AspectAP", *parts)
    assert value == pytest.approx((2 * 1 / 2 + 1 * 2 / 3) / 4)
    # its second passage has z
    assert values("AspectAP(gold=all)", *parts)[0] == pytest.approx(
        (2 * 1 / 2 + 1 * 2 / 3 + 1 * 3 / 4) / 4
    )
    assert without != without  # gold without any aspect
    assert nothing != nothing


def test_nothing_is_met():
    assert values("AspectAP", ("A", 50, 60))[0] == 0


def test_topics_are_walked_apart():
    """Two topics with one gold standard; only the list of the second has what is wanted."""
    gold = {"doc": ["A", "A", "B"] * 2, "start": [10, 30, 0] * 2, "end": [20, 40, 20] * 2}
    aspects = ["x|y", "z", "x|w"] * 2
    qrels = pw.Qrels.from_columns(topic=["s"] * 3 + ["t"] * 3, aspects=aspects, **gold)
    run = pw.Run.from_columns(
        topic=["s", "s", "t", "t", "t"], doc=["C", "B", "C", "A", "B"], start=[0, 0, 0, 5, 0],
        end=[5, 5, 5, 15, 5], rank=[1, 2, 1, 2, 3],
    )  # fmt: skip

    # s: x and w at 1/2; t: x and y at 1/2, then w at 2/3
    found = pw.evaluate(qrels, run, "AspectAP").table[0, 0].tolist()
    assert found == pytest.approx([2 * 1 / 2 / 4, (2 * 1 / 2 + 2 / 3) / 4])


def test_every_aspect_is_met():
    assert values("AspectAP", ("A", 5, 15), ("A", 30, 35), ("B", 0, 9))[0] == 1
