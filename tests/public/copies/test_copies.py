"""Copies of a text (``equivalent=``), against sets of characters.

Each character of a copy is the character at the same place of the first copy; recall and
precision of characters are then those of sets, and a span is a set of characters.
"""

from __future__ import annotations

import random

import pytest
from tests.helpers import grouped_options

import partwise as pw

SIZE = 60
"""Length of each document."""


def random_world(seed):
    """Judged rows (document, start, end, text or None) and parts (document, start, end)."""
    draw, rows, used = random.Random(seed), [], {doc: [] for doc in "abc"}
    for text in "xyz":
        size = draw.randint(1, 8)
        for _ in range(draw.randint(1, 3)):
            doc, start = draw.choice("abc"), draw.randrange(SIZE - 8)
            if all(start >= high or start + size <= low for low, high in used[doc]):
                used[doc].append((start, start + size))
                rows.append((doc, start, start + size, text))
    for _ in range(3):
        doc, start = draw.choice("abc"), draw.randrange(SIZE - 9)
        rows.append((doc, start, start + draw.randint(1, 9), None))
    draw.shuffle(rows)
    parts = []
    for _ in range(5):
        doc, start = draw.choice("abc"), draw.randrange(SIZE - 20)
        parts.append((doc, start, start + draw.randint(3, 20)))
    return rows, parts


def first_copies(rows):
    """Character of the first copy that each character of a copy stands for.

    The first is the first by document, in the order of the rows' names, and then by place.
    """
    stands = {}
    for text in {row[3] for row in rows if row[3]}:
        copies = sorted({row[:3] for row in rows if row[3] == text})
        for doc, start, end in copies:
            for at in range(start, end):
                stands[doc, at] = (copies[0][0], copies[0][1] + at - start)
    return stands


def characters(doc, start, end, stands):
    return {stands.get((doc, at), (doc, at)) for at in range(start, end)}


def evaluate(rows, parts, measures, **options):
    qrels = pw.Qrels.from_columns(
        topic=["t"] * len(rows), doc=[row[0] for row in rows], start=[row[1] for row in rows],
        end=[row[2] for row in rows], same=[row[3] for row in rows],
    )  # fmt: skip
    run = pw.Run.from_columns(
        topic=["t"] * len(parts), doc=[part[0] for part in parts], start=[p[1] for p in parts],
        end=[part[2] for part in parts], rank=[*range(1, len(parts) + 1)],
    )  # fmt: skip
    lengths = dict.fromkeys("abc", SIZE)
    return pw.evaluate(
        qrels,
        run,
        measures,
        lengths=lengths,
        rules=pw.Rules(equivalent="same"),
        **grouped_options(**options),
    )


@pytest.mark.filterwarnings("ignore:.*nothing is a copy")
@pytest.mark.parametrize("seed", range(25))
def test_recall_is_that_of_sets_of_characters(seed):
    rows, parts = random_world(seed)
    stands = first_copies(rows)
    relevant = set().union(*(characters(*row[:3], stands) for row in rows))
    table = evaluate(rows, parts, [f"CharR@{k}" for k in range(1, 6)]).table[0, :, 0]

    for k, value in enumerate(table.tolist(), 1):
        shown = set().union(*(characters(*part, stands) for part in parts[:k]))
        assert value == pytest.approx(len(shown & relevant) / len(relevant))


def found_spans(rows, stands, shown, least):
    """Share of the spans of which enough is shown; spans of the same characters are one."""
    spans = {frozenset(characters(*row[:3], stands)) for row in rows}
    need = {s: min(least, len(s)) if isinstance(least, int) else least * len(s) for s in spans}
    got = [span for span in spans if len(span & shown) >= need[span]]
    return len(got) / len(spans)


@pytest.mark.filterwarnings("ignore:.*nothing is a copy")
@pytest.mark.parametrize("seed", range(25))
def test_spans_are_found_in_any_copy(seed):
    rows, parts = random_world(seed)
    # judged spans that touch are one span where nothing is a copy: rows apart from each other
    apart = [
        row for row in rows
        if not any(
            row is not other and row[0] == other[0] and row[1] <= other[2] and other[1] <= row[2]
            for other in rows
        )
    ]  # fmt: skip
    assert apart
    stands = first_copies(apart)
    names = ["SpanR(min=1)@2", "SpanR(min=3)@2", "SpanR(min=0.5)@5", "SpanR(min=1.0)@5"]
    table = evaluate(apart, parts, [*names, "Hit(min=3)@1", "PartRR(min=0.5)"]).table[0, :, 0]

    for value, least, k in zip(table.tolist(), (1, 3, 0.5, 1.0), (2, 2, 5, 5), strict=False):
        shown = set().union(*(characters(*part, stands) for part in parts[:k]))
        assert value == pytest.approx(found_spans(apart, stands, shown, least))
    alone = [characters(*part, stands) for part in parts]
    assert table[4] == bool(found_spans(apart, stands, alone[0], 3))
    hits = [rank for rank, part in enumerate(alone, 1) if found_spans(apart, stands, part, 0.5)]
    assert table[5] == pytest.approx(1 / hits[0] if hits else 0)


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        (
            [("a", 0, 4, "x"), ("b", 0, 4, "y"), ("c", 0, 4, "y"), ("c", 5, 10, "x")],
            "row 0: copies of one text differ in length: 4 characters\n"
            "row 3: copies of one text differ in length: 5 characters",
        ),
        (
            [("a", 0, 4, "x"), ("a", 3, 7, "x"), ("b", 0, 4, "x")],
            "row 0: this copy overlaps another\nrow 1: this copy overlaps another",
        ),
        (
            [("a", 0, 4, "x"), ("a", 10, 14, "x"), ("a", 12, 16, "y"), ("b", 0, 4, "y")],
            "row 1: this copy overlaps another\nrow 2: this copy overlaps another",
        ),
        (
            [("b", 0, 1, "x"), ("a", 0, 1, "x"), ("a", 5, 7, "y"), ("b", 9, 10, "y")],
            "row 2: copies of one text differ in length: 2 characters\n"
            "row 3: copies of one text differ in length: 1 character",
        ),
    ],
)
def test_copies_that_cannot_be(rows, words):
    with pytest.raises(pw.TableError) as caught:
        evaluate(rows, [("a", 0, 4)], ["CharR"])
    assert str(caught.value) == words


def test_copies_are_those_of_one_topic_and_of_relevant_rows():
    rows = {"doc": ["a", "b", "a", "b"], "start": [0, 0, 9, 9], "end": [4, 4, 19, 12]}
    qrels = pw.Qrels.from_columns(
        **rows, topic=["t", "u", "u", "u"], grade=[1, 1, 1, 0], same=["x", "x", "y", "y"]
    )
    run = pw.Run.from_columns(topic=["t", "u"], doc=["b", "b"], start=[0, 0], end=[4, 4])
    with pytest.warns(pw.PartwiseWarning, match="nothing is a copy"):
        values = pw.evaluate(qrels, run, "CharR", rules=pw.Rules(equivalent="same")).table[0, 0]
    assert values.tolist() == [0, pytest.approx(4 / 14)]
