from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

import partwise as pw
from partwise.errors import TableError
from partwise.geometry.spans import _Cell, _nth, with_counted
from partwise.tables.names import Names
from partwise.tables.qrels import Qrels
from partwise.tables.structure.table import Structure

# d: a { p { s s } p { s } }    e: a { s }
STRUCTURE = Structure.from_columns(
    doc=["d"] * 6 + ["e"] * 2, parent=[None, 0, 1, 1, 0, 4, None, 0],
    tag=["a", "p", "s", "s", "p", "s", "a", "s"],
    start=[0, 0, 0, 5, 10, 10, 0, 0], end=[20, 10, 5, 10, 20, 20, 9, 9],
)  # fmt: skip


def judged(*cells, doc="d", **columns):
    n = len(cells)
    qrels = Qrels.from_columns(topic=["t"] * n, doc=[doc] * n, element=list(cells), **columns)
    return replace(qrels, format="kilt")


def paths(table):
    names = [*table.elements.tolist(), None]
    return [names[code] for code in table.element.tolist()]


def test_sentences_are_counted_across_the_tree():
    found = with_counted(judged("s[1]", "s[3]", "p[2]"), STRUCTURE)

    assert paths(found) == ["/a[1]/p[1]/s[1]", "/a[1]/p[2]/s[1]", "/a[1]/p[2]"]
    assert (found.start < 0).all()
    assert paths(with_counted(judged("s[1]", doc="e"), STRUCTURE)) == ["/a[1]/s[1]"]


def test_ranges_and_characters_become_offsets():
    cells = judged("p[1] p[2]", "p[2]", "p[1] p[2]", start_character=[None, 2, 3],
                   end_character=[None, 5, 4])  # fmt: skip
    found = with_counted(cells, STRUCTURE)

    assert paths(found) == [None, None, None]
    assert (found.start.tolist(), found.end.tolist()) == ([0, 12, 3], [20, 15, 14])


@pytest.mark.parametrize(
    ("qrels", "words"),
    [
        (judged("s[4]"), r"no element s\[4\] in document d \(it has 3 s\)"),
        (judged("x[1]"), r"no element x\[1\] in document d \(it has 0 x\)"),
        (judged("s[1]", doc="z"), "document z is not in the structure"),
        (
            judged("p[2]", start_character=[0], end_character=[11]),
            "characters 0 to 11 pass the end of their paragraph",
        ),
    ],
)
def test_what_is_not_there(qrels, words):
    with pytest.raises(TableError, match=words):
        with_counted(qrels, STRUCTURE)


def test_from_claims_to_values(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    claim = {"id": 1, "claim": "c", "evidence": {"d": [{"sentences": [2]}]}}
    (tmp_path / "claims.jsonl").write_text(json.dumps(claim) + "\n")
    run = pw.Run.from_columns(topic=["1"], doc=["d"], start=[5], end=[15], rank=[1])
    found = pw.evaluate("claims.jsonl", run, ["CharR", "CharP"], structure=STRUCTURE)

    # the third sentence is [10, 20): half of it was found, half of what was returned is it
    assert found.values["value"].to_list() == [0.5, 0.5]


def test_the_first_element_of_all_is_one():
    assert paths(with_counted(judged("a[1]"), STRUCTURE)) == ["/a[1]"]


def test_elements_of_several_documents_are_counted_at_once():
    cells = ["s[1]", "s[2]", "p[1] p[2]", "s[1]", "a[1]", "s[2] s[3]", "p[2]"]
    given = judged(*cells)
    given = replace(given, docs=Names.of(["d", "e"]), doc=np.array([1, 0, 0, 0, 1, 0, 0], np.int32))
    found = with_counted(given, STRUCTURE)

    assert paths(found) == [
        "/a[1]/s[1]", "/a[1]/p[1]/s[2]", None, "/a[1]/p[1]/s[1]", "/a[1]", None, "/a[1]/p[2]",
    ]  # fmt: skip
    assert found.start.tolist() == [-1, -1, 0, -1, -1, 5, -1]
    assert found.end.tolist() == [-1, -1, 20, -1, -1, 20, -1]
    with pytest.raises(TableError, match=r"row 0: no element s\[2\] in document e \(it has 1 s\)"):
        with_counted(judged("s[2]", doc="e"), STRUCTURE)


@pytest.mark.parametrize(
    ("low", "high", "place"), [(0, 10, (10, 20)), (0, 0, (10, 10)), (9, 10, (19, 20))]
)
def test_characters_up_to_the_end_of_a_paragraph(low, high, place):
    found = with_counted(judged("p[2]", start_character=[low], end_character=[high]), STRUCTURE)

    assert (found.start[0], found.end[0]) == place


def test_what_is_not_counted_is_not_found():
    cells = [None, _Cell("s", 1, 1), _Cell("none", 1, 1)]
    found = _nth(STRUCTURE, np.zeros(3, np.int64), cells, "first").tolist()

    assert found[::2] == [-1, -1]
    assert found[1] >= 0
