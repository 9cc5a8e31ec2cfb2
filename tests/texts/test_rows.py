"""Rows with quotes from any table."""

from __future__ import annotations

import json

import pytest

import partwise as pw
from partwise.errors import PartwiseError
from partwise.texts.rows import ABSENT, WRONG, column_names, rows_of


@pytest.mark.parametrize(
    ("columns", "kind"),
    [
        (["text"], "chunks"),
        (["doc", "text", "score"], "chunks"),
        (["topic", "text", "score"], "run"),
        (["topic", "text", "rank"], "run"),
        (["topic", "text", "score", "grade"], "qrels"),
        (["topic", "text"], "qrels"),
        (["query_id", "quote"], "qrels"),
    ],
)
def test_kinds(columns, kind):
    assert rows_of([dict.fromkeys(columns, 1)]).kind == kind


def test_other_names_are_read_as_ours():
    rows = rows_of([{"docno": "a", "page_content": "x", "start_index": 3, "mine": [1]}])
    assert list(rows.columns) == ["doc", "text", "start", "mine"]


@pytest.mark.parametrize("suffix", ["tsv", "csv", "jsonl", "parquet"])
def test_files(tmp_path, suffix):
    import polars as pl

    file = tmp_path / f"q.{suffix}"
    frame = pl.DataFrame({"doc": ["a", "b"], "text": ["one two", "3"], "start": [-1, None]})
    if suffix == "parquet":
        frame.write_parquet(file)
    elif suffix == "jsonl":
        frame.write_ndjson(file)
    else:
        frame.write_csv(file, separator="\t" if suffix == "tsv" else ",")
    rows = rows_of(file)
    assert rows.texts("doc") == ["a", "b"]
    assert rows.texts("text") == ["one two", "3"]
    assert rows.texts("prefix") == ["", ""]
    assert rows.offsets("start").tolist() == [WRONG, ABSENT]
    assert rows.offsets("end").tolist() == [ABSENT, ABSENT]


def test_our_own_tables():
    run = pw.Run.from_columns(topic=["q"], doc=["d"], start=[1], end=[3], score=[1.0], text=["ab"])
    rows = rows_of(run)
    assert (rows.kind, rows.texts("text")) == ("run", ["ab"])


@pytest.mark.parametrize("cell", ["x", 1.5, True, [1], "1e3"])
def test_starts_that_are_no_numbers(cell):
    with pytest.raises(PartwiseError, match=r"row 0: start .* is not a whole number"):
        rows_of([{"text": "a", "start": cell}]).offsets("start")


@pytest.mark.parametrize("cell", [1 << 70, -(1 << 64), "9" * 40, 1e99])
def test_starts_that_no_column_holds(cell):
    with pytest.raises(PartwiseError, match=r"row 0: start .* is beyond 64 bits"):
        pw.locate([{"text": "abc", "doc": "d", "start": cell}], {"d": "abc"})


def test_lines_are_named(tmp_path):
    file = tmp_path / "q.jsonl"
    file.write_text('{"text": "a", "start": 1}\n\n{"text": "b", "start": "x"}\n')
    with pytest.raises(PartwiseError, match=r'q.jsonl:3: start "x" is not a whole number'):
        rows_of(file).offsets("start")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("", "the file is empty"),
        ("doc\ttext\n", "no rows"),
        ('{"text": "a", "quote": "b"}\n', "text and quote both name the column text"),
        ("{broken\n", "q.jsonl:1"),
    ],
)
def test_bad_files(tmp_path, content, words):
    file = tmp_path / "q.jsonl"
    file.write_text(content)
    with pytest.raises(PartwiseError, match=words):
        rows_of(file)


def test_files_of_others_have_no_columns_of_ours(tmp_path):
    snippet = {"document": "u/1", "beginSection": "title", "text": "Ann"}
    file = tmp_path / "gold.json"
    file.write_text(json.dumps({"questions": [{"id": "a", "snippets": [snippet]}]}, indent=1))

    assert column_names(file) == []


def test_half_a_character(tmp_path):
    with pytest.raises(PartwiseError, match="row 1: text holds half of a character"):
        rows_of([{"text": "a"}, {"text": "\ud800"}])
    file = tmp_path / "q.jsonl"
    file.write_text('{"doc": "a", "text": "x \\ud800"}\n')
    with pytest.raises(PartwiseError, match=r"q\.jsonl:1: text holds half of a character"):
        rows_of(file)
