"""Texts of folders, archives, documents and tables."""

from __future__ import annotations

import json
import zipfile

import polars as pl
import pytest

import partwise as pw
from partwise.errors import FormatError

EXPECTED = {"a": "# Tide\r\n\r\nIt rises.\n", "b": "Ebb 🌊\n"}


def test_texts_of_a_folder_an_archive_and_a_table_are_the_same(tmp_path):
    folder = tmp_path / "texts"
    folder.mkdir()
    (folder / "a.md").write_bytes(EXPECTED["a"].encode())
    (folder / "b.txt").write_bytes(EXPECTED["b"].encode())
    with zipfile.ZipFile(tmp_path / "t.zip", "w") as archive:
        for path in folder.iterdir():
            archive.write(path, path.name)
    rows = [json.dumps({"doc": doc, "text": text}) for doc, text in EXPECTED.items()]
    (tmp_path / "t.jsonl").write_text("\n".join(rows))

    for name in ("texts", "t.zip", "t.jsonl"):
        assert dict(pw.read_texts(tmp_path / name)) == EXPECTED


def test_texts_of_xml_are_the_text_of_the_tree(tmp_path):
    (tmp_path / "a.xml").write_text("<a>Tide &amp; <b>ebb</b></a>")

    assert dict(pw.read_texts(tmp_path)) == {"a": "Tide & ebb"}


def test_a_document_twice(tmp_path):
    (tmp_path / "t.jsonl").write_text('{"doc": "a", "text": "x"}\n\n{"doc": "a", "text": "y"}\n')

    with pytest.raises(FormatError, match=r"t\.jsonl:3: document a came before"):
        pw.read_texts(tmp_path / "t.jsonl")
    (tmp_path / "t.csv").write_text('# note\ndoc,text\na,"x\ny"\nb,x\na,z\n')
    with pytest.raises(FormatError, match=r"t\.csv:6: document a came before"):
        pw.read_texts(tmp_path / "t.csv")
    pl.DataFrame({"doc": ["a", "a"], "text": ["x", "y"]}).write_parquet(tmp_path / "t.parquet")
    with pytest.raises(FormatError, match=r"t\.parquet: row 2: document a came before"):
        pw.read_texts(tmp_path / "t.parquet")


def test_real_spans_hold_their_evidence(real_data):
    texts = pw.read_texts(real_data / "evidence-inference" / "xml")

    assert len(texts) == 42
    assert sum(map(len, texts.values())) == 1_824_342


def test_files_of_others_that_hold_texts(tmp_path):
    article = {"title": "A", "paragraphs": [{"context": "Ann ran.", "qas": []}]}
    (tmp_path / "squad.json").write_text(json.dumps({"data": [article]}))

    assert dict(pw.read_texts(tmp_path / "squad.json")) == {"A#0": "Ann ran."}


def test_a_text_in_a_table_may_be_empty(tmp_path):
    (tmp_path / "t.jsonl").write_text('{"doc": "a", "text": ""}\n{"doc": "b", "text": "x"}\n')
    assert dict(pw.read_texts(tmp_path / "t.jsonl")) == {"a": "", "b": "x"}


def test_remarks_name_the_texts(tmp_path):
    (tmp_path / "a.txt").write_text("x")
    (tmp_path / "b.png").write_bytes(b"")
    found = pw.read_texts(tmp_path)
    assert found.remarks == [f"{tmp_path}: 1 file with other suffixes left out"]
