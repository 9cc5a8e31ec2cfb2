"""Elements that files count: sentences of SciFact and FEVER, paragraphs of KILT.

Document d is ``a { p { s s } p { s } }`` on 20 characters, e is ``a { s }`` on 9: the sentences
of d are [0, 5), [5, 10), [10, 20), its paragraphs [0, 10) and [10, 20).
"""

from __future__ import annotations

import json

import pytest

import partwise as pw


@pytest.fixture
def structure():
    return pw.Structure.from_columns(
        doc=["d"] * 6 + ["e"] * 2, parent=[None, 0, 1, 1, 0, 4, None, 0],
        tag=["a", "p", "s", "s", "p", "s", "a", "s"],
        start=[0, 0, 0, 5, 10, 10, 0, 0], end=[20, 10, 5, 10, 20, 20, 9, 9],
    )  # fmt: skip


def provenance(first, last=None, characters=None, doc="d"):
    """Evidence in paragraphs `first` to `last`, counted from 0, as KILT writes it."""
    row = {"wikipedia_id": doc, "start_paragraph_id": first}
    row["end_paragraph_id"] = first if last is None else last
    if characters is not None:
        row["start_character"], row["end_character"] = characters
    return {"id": "1", "input": "q", "output": [{"answer": "x", "provenance": [row]}]}


def claim(*sentences, doc="d"):
    """Evidence of SciFact: sentences counted from 0."""
    return {"id": 1, "claim": "c", "evidence": {doc: [{"sentences": [*sentences]}]}}


def evaluate(tmp_path, row, structure, parts):
    """Recall and precision of character spans of document d (or e)."""
    file = tmp_path / "gold.jsonl"
    file.write_text(json.dumps(row) + "\n")
    run = pw.Run.from_columns(
        topic=["1"] * len(parts), doc=[part[0] for part in parts], rank=[*range(1, len(parts) + 1)],
        start=[part[1] for part in parts], end=[part[2] for part in parts],
    )  # fmt: skip
    return pw.evaluate(str(file), run, ["CharR", "CharP"], structure=structure).table[0, :, 0]


@pytest.mark.parametrize(
    ("row", "part", "recall", "precision"),
    [
        (claim(0), ("d", 0, 5), 1, 1),
        (claim(1), ("d", 0, 10), 1, 0.5),
        (claim(2), ("d", 5, 15), 0.5, 0.5),  # the third sentence is [10, 20)
        (claim(0, 2), ("d", 0, 20), 1, 0.75),
        (claim(0, doc="e"), ("e", 0, 3), 3 / 9, 1),
        (provenance(0), ("d", 0, 5), 0.5, 1),
        (provenance(1), ("d", 0, 20), 1, 0.5),
        (provenance(0, 1), ("d", 0, 5), 0.25, 1),  # both paragraphs
        (provenance(1, characters=(2, 5)), ("d", 12, 15), 1, 1),
        (provenance(0, 1, characters=(3, 4)), ("d", 3, 14), 1, 1),  # from 0 + 3 to 10 + 4
        (provenance(1, characters=(0, 10)), ("d", 10, 20), 1, 1),
        (provenance(0, 1, characters=(3, 0)), ("d", 3, 10), 1, 1),  # to the second one's begin
        (provenance(0, 1, characters=(0, 0)), ("d", 0, 20), 1, 0.5),
    ],
)
def test_counted_elements_have_the_text_of_the_structure(
    tmp_path, structure, row, part, recall, precision
):
    values = evaluate(tmp_path, row, structure, [part])

    assert values.tolist() == pytest.approx([recall, precision])


@pytest.mark.parametrize(
    ("row", "words"),
    [
        (claim(3), r"no element s\[4\] in document d \(it has 3 s\)"),
        (claim(1, doc="e"), r"no element s\[2\] in document e \(it has 1 s\)"),
        (claim(0, doc="z"), "document z is not in the structure"),
        (provenance(2), r"no element p\[3\] in document d \(it has 2 p\)"),
        (provenance(0, doc="e"), r"no element p\[1\] in document e \(it has 0 p\)"),
        (provenance(1, characters=(0, 11)), "characters 0 to 11 pass the end of their paragraph"),
    ],
)
def test_elements_that_are_not_there(tmp_path, structure, row, words):
    with pytest.raises(pw.FormatError, match=rf"gold.jsonl:1: {words}"):
        evaluate(tmp_path, row, structure, [("d", 0, 5)])
