"""Tables of texts, read some rows at a time."""

from __future__ import annotations

import csv
import json

import polars as pl
import pytest

from partwise.errors import PartwiseError
from partwise.files.documents import stored as text_tables
from partwise.files.documents.stored import text_rows
from partwise.files.source import Source

ROWS = [(f"d{number}", f'Tide, {number} "é"\tor\n🌊 ' * 5) for number in range(50)]


@pytest.fixture(params=["jsonl", "parquet", "csv", "tsv"])
def table(request, tmp_path):
    path = tmp_path / f"t.{request.param}"
    rows = ROWS
    if request.param == "jsonl":
        lines = [json.dumps({"doc": doc, "content": text}) for doc, text in rows]
        path.write_text("\n".join(lines))
    elif request.param == "parquet":
        frame = pl.DataFrame(rows, schema=["doc_id", "text"], orient="row")
        frame.write_parquet(path, row_group_size=7)
    elif request.param == "csv":
        with path.open("w", newline="") as file:
            csv.writer(file).writerows([("doc", "text"), *rows])
    else:
        rows = [(doc, text.replace("\t", " ").replace("\n", " ")) for doc, text in rows]
        path.write_text("# texts\n" + "\n".join("\t".join(row) for row in [("doc", "text"), *rows]))
    return path, request.param, rows


@pytest.mark.parametrize("part", [1, 200, 1 << 24])
def test_rows_are_the_same_however_many_are_read_at_a_time(table, monkeypatch, part):
    path, form, rows = table
    monkeypatch.setattr(text_tables, "PART", part)
    assert list(text_rows(Source(path), form, None)) == rows


def test_a_bad_row_is_told_with_its_own_line(tmp_path, monkeypatch):
    monkeypatch.setattr(text_tables, "PART", 40)
    lines = [json.dumps({"doc": f"d{number}", "text": "tide"}) for number in range(9)]
    (tmp_path / "t.jsonl").write_text("\n".join([*lines, "{nothing", *lines]))
    with pytest.raises(PartwiseError, match=r"t\.jsonl:10: "):
        list(text_rows(Source(tmp_path / "t.jsonl"), "jsonl", None))


def test_a_text_may_be_longer_than_a_line_of_other_tables(tmp_path, monkeypatch):
    monkeypatch.setattr("partwise.files.source.LONGEST_LINE", 1 << 10)
    long = "tide " * 1_000_000
    (tmp_path / "t.jsonl").write_text(json.dumps({"doc": "a", "text": long}))
    assert list(text_rows(Source(tmp_path / "t.jsonl"), "jsonl", None)) == [("a", long)]


def test_a_column_must_be_there(tmp_path):
    (tmp_path / "t.csv").write_text("doc,words\na,b\n")
    with pytest.raises(PartwiseError, match="text"):
        list(text_rows(Source(tmp_path / "t.csv"), "csv", None))
