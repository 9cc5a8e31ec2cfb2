"""JSON lines: which lines are decoded at once, and tables that come from several blocks."""

from __future__ import annotations

import json

import pytest
from tests.files.samples import said

from partwise.errors import FormatError
from partwise.files.formats.jsonl import table as reader
from partwise.files.formats.jsonl.columns import UnfitError
from partwise.files.formats.jsonl.decode import decoded_rows
from partwise.files.formats.jsonl.table import read_table
from partwise.files.source import Source
from partwise.tables.column_names import Schema, TwoNamesError
from partwise.tables.columns import decoded

PLAIN = '{"topic": "q", "doc": "d", "start": 1, "end": 2, "score": 1.5, "note": "x"}'


@pytest.fixture
def small_blocks(monkeypatch):
    """Read small files as large ones are read: in blocks of two or three lines."""
    blocks = Source.blocks
    monkeypatch.setattr(Source, "blocks", lambda source, size=160: blocks(source, size))
    monkeypatch.setattr(reader, "_PIECE", 80)


def read(file, what="run", columns=None):
    return read_table(file, Schema(what, columns))


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("close", [True, False])
def test_absent_cells_blank_lines_and_ends(source, end, close):
    lines = [PLAIN, "", '{"topic": "r", "doc": "e", "score": 2}']
    table = read(source(end.join(lines) + (end if close else "")))

    assert decoded(table.texts["topic"]).tolist() == ["q", "r"]
    assert table.wholes["start"].tolist() == [1, -1]
    assert table.reals["score"].tolist() == [1.5, 2.0]
    assert table.extra["note"].tolist() == ["x", ""]
    assert [table.lines.of(row) for row in range(2)] == [1, 3]
    assert (table.format, table.decimal) == ("jsonl", {"score"})


@pytest.mark.parametrize(
    "line",
    [
        '{"score": 2, "doc": "e", "topic": 1}',  # keys in another order, a number among texts
        '{"topic": "q", "doc": "e", "score": "2"}',
        '{"topic": "q", "doc": "\\u0065\\"", "score": null}',
        '{"topic": "q", "doc": "e", "score": true, "meta": {"doc": ["\\ud83d\\ude00"]}}',
        '{"topic": "q", "note": "results"}',
        '{"topic": "q", "results": [{"score": 1, "rank": 4}, "id", 7]}',
        " \t",
        "{}",
    ],
)
def test_ordinary_lines_are_decoded_at_once(line):
    columns, offsets = decoded_rows(f'{{"topic": "q"}}\n{line}\n'.encode(), "run")
    assert {len(values) for values, _ in columns.values()} == {offsets.size}


@pytest.mark.parametrize(
    "line",
    [
        '{"topic": "q", "score": 1, "score": 2}',  # one of two equal keys would be lost
        '{"topic": "\\u0022", "score": 1, "score": 2}',
        '{"topic": "q"}{"topic": "r"}',
        '{"topic": "q"}\n}',
        '{"topic":\n"q"}{"topic": "r"}',
        '{"topic": "\\ud800"}',
        '{"\\u0000": 1}',
        '{"topic": "q", "results": [{"rank": 2}, {"rank": 1}]}',
        '{"topic": "q", "results": [{"topic": 2}]}',
        '{"topic": "q", "results": [null]}',
        '{"topic": "q", "results": {}}',
        '{"topic": NaN}',
        "null",
        "[1]",
        '{"topic": "q"',
    ],
)
def test_doubtful_lines_are_not(line):
    with pytest.raises(UnfitError):
        decoded_rows(f'{{"topic": "q"}}\n{line}\n'.encode(), "run")


def test_a_key_that_comes_late_changes_names(source, small_blocks):
    lines = [PLAIN] * 9 + [PLAIN.replace('"doc"', '"docid": 4, "docno"')] * 2
    with pytest.raises(TwoNamesError):
        read(source("\n".join(lines)))
    table = read(source("\n".join(lines)), columns={"doc": "docno"})
    assert table.texts["doc"].codes.tolist() == [-1] * 9 + [0, 0]
    assert "column doc left out: another one is read as doc" in table.notes


def test_beir_is_known_from_keys_of_several_blocks(source, small_blocks):
    lines = ['{"query-id": "q", "score": 1}'] * 20 + ['{"query-id": "q", "corpus-id": "d"}'] * 20
    table = read(source("\n".join(lines)), "qrels")
    assert table.reals["grade"].tolist()[:20] == [1] * 20
    assert not table.extra


def test_columns_of_several_blocks(source, small_blocks):
    rows = [{"topic": f"q{n // 4}", "doc": n % 5, "score": n} for n in range(40)]
    rows[11]["score"] = "0.5"
    rows[20]["score"] = float("inf")
    rows[30] |= {"late": "x", "n": 1}
    table = read(source("\n".join(map(json.dumps, rows))))

    assert decoded(table.texts["doc"]).tolist() == [str(n % 5) for n in range(40)]
    assert table.texts["doc"].names.tolist() == ["0", "1", "2", "3", "4"]
    assert table.reals["score"].tolist() == [float(row["score"]) for row in rows]
    assert table.extra["late"].tolist() == [""] * 30 + ["x"] + [""] * 9
    assert table.extra["n"].tolist() == [None] * 30 + [1] + [None] * 9
    assert [table.lines.of(row) for row in (0, 25, 39)] == [1, 26, 40]


def test_problems_of_several_blocks(source, small_blocks):
    lines = [PLAIN] * 30
    lines[4], lines[17], lines[29] = PLAIN.replace("1,", "-1,"), '{"topic"', PLAIN[:-1]
    table = read(source("\n".join(lines)))

    assert said(table.problems.refuse).splitlines() == [
        "x:5: start -1 is negative",
        "x:18: not JSON (at character 9)",
        "x:30: not JSON (at character 75)",
    ]


def test_more_keys_than_a_table_has_columns(source, small_blocks):
    lines = "\n".join(f'{{"topic": 1, "k{number}": 1}}' for number in range(2_000))
    with pytest.raises(FormatError, match="more than 1,000 columns"):
        read(source(lines))


def test_text_in_another_encoding_and_a_mark(source):
    table = read(source(PLAIN.replace('"d"', '"é"').encode("latin-1"), encoding="latin-1"))
    assert decoded(table.texts["doc"]).tolist() == ["é"]
    assert "byte-order mark" in said(read, source(b"\xef\xbb\xbf" + PLAIN.encode()))
