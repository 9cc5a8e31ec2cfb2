"""Passages of FOL assessments that overlap, stand out of order or pass the end: line by line.

``relevant size, size, entry point, offset:length ...``: a strict reading refuses what a lenient
one repairs, and the sizes have to add up.
"""

from __future__ import annotations

import pytest

import partwise as pw

MERGED, ORDERED, MOVED = "overlapping passages", "passages out of order", "entry point past the end"
CASES = [
    ("10 40 1 1:4 7:6", "", "1-5 7-13", []),
    ("8 40 1 1:4 5:4", "", "1-9", []),
    ("10 40 1 7:6 1:4", "passages 7:6 and 1:4 are not in order", "1-5 7-13", [ORDERED]),
    ("8 40 1 1:4 1:4", "passages 1:4 and 1:4 overlap", "1-5", [MERGED]),
    ("10 40 1 1:4 1:6", "passages 1:4 and 1:6 overlap", "1-7", [MERGED]),
    ("6 40 1 1:4 1:6", "passages 1:4 and 1:6 overlap", "1-7", [MERGED]),
    ("9 40 1 3:5 1:4", "passages 3:5 and 1:4 overlap", "1-8", [MERGED, ORDERED]),
    ("9 40 1 1:5 3:4", "passages 1:5 and 3:4 overlap", "1-7", [MERGED]),
    ("11 40 1 1:9 3:2", "passages 1:9 and 3:2 overlap", "1-10", [MERGED]),
    ("12 40 1 7:6 1:4 20:2", "7:6 and 1:4 are not in order", "1-5 7-13 20-22", [ORDERED]),
    ("10 40 39 1:4 7:6", "", "1-5 7-13", []),
    ("10 40 40 1:4 7:6", "best entry point 40 in a document of 40", "1-5 7-13", [MOVED]),
    ("7 40 1 1:4 7:6", "relevant size 7, but its passages add up to 10", "", None),
    ("10 40 1 7:6 1:4 20:2", "relevant size 10, but its passages add up to 12", "", None),
    ("0 40 1", "6 columns, expected 5 where nothing is relevant", "", None),
]


@pytest.mark.parametrize("before", ["", "q Q0 c 4 40 2 2:4\n"])
@pytest.mark.parametrize(("cells", "problem", "spans", "repairs"), CASES)
def test_passages(tmp_path, cells, problem, spans, repairs, before):
    file = tmp_path / "q.fol"
    file.write_text(f"{before}q Q0 d {cells}\n")

    def read(*, lenient):
        qrels = pw.read_qrels(file, format="fol-qrels", reading=pw.Reading(lenient=lenient))
        rows = qrels.to_frame().filter(qrels.to_frame()["doc"] == "d")
        found = [f"{a}-{b}" for a, b in rows.select("start", "end").rows()]
        return found, rows["bep"].to_list(), list(qrels.notes)

    entry = int(cells.split(" ")[2])
    if problem:
        with pytest.raises(pw.PartwiseError) as bad:
            read(lenient=False)
        assert f"q.fol:{1 + bool(before)}: " in str(bad.value)
        assert problem in str(bad.value)
    else:
        assert read(lenient=False) == (spans.split(" "), [entry] * len(spans.split(" ")), [])
    if repairs is None:
        with pytest.raises(pw.PartwiseError, match=problem):
            read(lenient=True)
    else:
        found, entries, notes = read(lenient=True)
        assert found == spans.split(" ")
        assert entries == [min(entry, 39)] * len(found)
        assert len(notes) == len(repairs)
        for note, words in zip(notes, repairs, strict=True):
            assert "1 document has" in note
            assert words in note
