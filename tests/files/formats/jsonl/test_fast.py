from __future__ import annotations

import pytest
from tests.files.samples import said

from partwise.files.formats.jsonl import fast
from partwise.files.formats.jsonl.fast import read_table
from partwise.files.parsing.columns import decoded
from partwise.tables.column_names import Schema

PLAIN = '{"topic": "q", "doc": "d", "start": 1, "end": 2, "score": 1.5, "note": "x"}'


class CarefulError(Exception):
    """The careful reader was asked."""


@pytest.fixture(autouse=True)
def in_columns(monkeypatch):
    """Read small files as large ones are read."""
    monkeypatch.setattr(fast, "_SMALL", -1)


@pytest.fixture
def careful(monkeypatch):
    """Tell when the careful reader would be asked."""

    def read_lines(*_arguments):
        raise CarefulError

    monkeypatch.setattr(fast, "read_lines", read_lines)


def read(file):
    return read_table(file, Schema("run"))


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("close", [True, False])
def test_plain_lines_are_read_at_once(source, careful, end, close):
    lines = [PLAIN, "", '{"topic": "r", "doc": "e", "score": 2}']
    table = read(source(end.join(lines) + (end if close else "")))

    assert decoded(table.texts["topic"]).tolist() == ["q", "r"]
    assert table.wholes["start"].tolist() == [1, -1]
    assert table.reals["score"].tolist() == [1.5, 2.0]
    assert table.extra["note"].tolist() == ["x", ""]
    assert [table.lines.of(row) for row in range(2)] == [1, 3]
    assert table.format == "jsonl"


@pytest.mark.parametrize(
    "line",
    [
        '{"topic": 1, "doc": "e", "score": 2}',  # a number among texts
        '{"topic": "q", "doc": "e", "score": "2"}',
        '{"topic": "q", "doc": "e", "score": true}',
        '{"topic": "q", "doc": "e", "score": 1, "score": 2}',  # one of two equal keys
        '{"topic": "q", "doc": "\\u0065", "score": 1}',  # a letter that an escape hides
        '{"topic": "q", "doc": "e", "start": 1.5}',
        '{"topic": "q", "doc": "e", "note": "doc"}',  # may be a key, may be text
        "null",
        "[1]",
        '{"topic": "q"',
    ],
)
def test_whatever_is_doubtful_is_read_with_care(source, careful, line):
    with pytest.raises(CarefulError):
        read(source(f"{PLAIN}\n{line}\n"))


def test_more_keys_than_a_table_has_columns(source, careful):
    keys = ", ".join(f'"k{i}": 1' for i in range(2_000))

    with pytest.raises(CarefulError):
        read(source(f"{{{keys}}}\n"))


def test_both_ways_give_one_table(source):
    doubtful = '{"topic": 7, "doc": "e", "start": 3, "end": 9, "score": 2, "note": "y"}'
    table = read(source(f"{PLAIN}\n{doubtful}\n"))

    assert decoded(table.texts["topic"]).tolist() == ["q", "7"]
    assert table.wholes["end"].tolist() == [2, 9]
    assert table.extra["note"].tolist() == ["x", "y"]


def test_bad_cells_are_noted_with_their_lines(source, careful):
    table = read(source(f"{PLAIN}\n\n{PLAIN.replace('1,', '-1,')}\n"))

    assert said(table.problems.refuse) == "x:3: start -1 is negative"


def test_text_in_another_encoding_and_a_mark(source):
    table = read(source(PLAIN.replace('"d"', '"é"').encode("latin-1"), encoding="latin-1"))
    assert decoded(table.texts["doc"]).tolist() == ["é"]
    assert "byte-order mark" in said(read, source(b"\xef\xbb\xbf" + PLAIN.encode()))
