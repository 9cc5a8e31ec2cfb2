"""Blocks of JSON lines as rows of chunk runs."""

from __future__ import annotations

import json

import pytest

from partwise.files.fast.json_rows import JsonRows
from partwise.files.fast.rows import IrregularError
from partwise.files.source import Source
from partwise.tables.column_names import Schema

ROW = {"topic": "q1", "doc": "ä", "start": 0, "end": 5, "score": 2.5}


def read(tmp_path, *rows, columns=None, **spelling):
    path = tmp_path / "run.jsonl"
    spelling = {"ensure_ascii": False} | spelling
    lines = [row if isinstance(row, str) else json.dumps(row, **spelling) for row in rows]
    path.write_text("\n".join(lines) + "\n")
    source = Source(path)
    reader = JsonRows(source, Schema("run", columns))
    return reader, [reader(block) for block in source.blocks()]


@pytest.mark.parametrize("separators", [(", ", ": "), (",", ":")])
def test_values_are_found(tmp_path, separators):
    more = {"text": 'a "\\ b'[:5], "n": -1.5, "run": "mine"}

    rows = [ROW | more, ROW | more | {"start": 3, "text": ""}]
    _, (found,) = read(tmp_path, *rows, separators=separators)

    assert (found.start.tolist(), found.end.tolist()) == ([0, 3], [5, 5])
    assert found.score.tolist() == [2.5, 2.5]
    assert [found.data[a:b].tobytes().decode() for a, b in zip(*found.doc.field, strict=True)] == [
        "ä"
    ] * 2
    assert found.label == b"mine"


def test_names_may_be_spelled_with_escapes(tmp_path):
    rows = [ROW | {"topic": "é", "run": "für"}, ROW | {"topic": "é", "run": "für", "doc": "a€"}]

    _, (found,) = read(tmp_path, *rows, ensure_ascii=True)

    text = found.data.tobytes()
    assert [name.decode() for name in found.topics] == ["é"]
    assert [text[a:b].decode() for a, b in zip(*found.doc.field, strict=True)] == ["ä", "a€"]
    assert (found.label.decode(), found.score.tolist()) == ("für", [2.5, 2.5])


def test_other_names_are_read_as_ours_with_a_note(tmp_path):
    row = {"qid": "q1", "source": "a", "start": 0, "end_char": 5, "rank": 2, "who": "x"}

    reader, (found,) = read(tmp_path, row, columns={"doc": "source"})

    assert (found.end.tolist(), found.rank.tolist(), found.score) == ([5], [2], None)
    assert reader.notes[0] == "qid read as topic, end_char as end"


def test_the_topic_of_a_line(tmp_path):
    first, _ = read(tmp_path, ROW)
    later, _ = read(tmp_path, {"doc": "a", "topic": "q1", "start": 0, "end": 5, "score": 1})

    assert first.leads
    assert first.topic_of(b'{"topic": "q1", "doc": "a"') == b'{"topic": "q1"'
    assert not later.leads
    assert later.topic_of(b'{"doc": "a", "topic": "q1", "start"') == b'"topic": "q1"'
    assert later.topic_of(b"{}") is None


@pytest.mark.parametrize(
    "row",
    [
        ROW | {"start": 1.5},
        ROW | {"start": "1"},
        ROW | {"doc": "a\\b"},
        ROW | {"doc": "a\nb"},
        ROW | {"doc": "\U0001f600"},
        ROW | {"score": None},
        ROW | {"more": 1},
        dict(reversed(ROW.items())),
        json.dumps(ROW).replace("2.5", "02.5"),
        json.dumps(ROW).replace("2.5", "NaN"),
        json.dumps(ROW) + " ",
        "x",
    ],
)
def test_irregular_rows(tmp_path, row):
    with pytest.raises(IrregularError):
        read(tmp_path, ROW | {"doc": "a"}, row, ensure_ascii=True)


@pytest.mark.parametrize(
    "row",
    [
        {"topic": "q1", "doc": "a", "score": 2},
        ROW | {"topic": 1},
        ROW | {"more": [1]},
        ROW | {"more": None},
        ROW | {"more": True},
        ROW | {"a\nb": 1},
        json.dumps(ROW | {"\ud800": 1}),  # half a character
        {},
        "[1]",
        "not json",
        " " + json.dumps(ROW),
        json.dumps(ROW)[:-1] + " }",
        json.dumps(ROW).replace('"doc":', '"doc"\t:'),
    ],
)
def test_first_lines_of_another_kind(tmp_path, row):
    with pytest.raises(IrregularError):
        read(tmp_path, row)
