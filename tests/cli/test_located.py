"""Tables of located rows: where they go, and what cannot be written."""

from __future__ import annotations

import json

import pytest


@pytest.fixture
def lines(tmp_path):
    (tmp_path / "a.txt").write_text("one two\nthree four", newline="")
    (tmp_path / "q.jsonl").write_text('{"doc": "a", "text": "two\\nthree"}\n')
    return tmp_path


def test_a_line_break_cannot_stand_in_tsv(partwise, lines):
    found = partwise("locate", "q.jsonl", "--texts", "a.txt", "--format", "tsv")
    assert found.code == 2
    assert found.out == ""
    assert "standard output: TSV cannot hold text" in found.err
    assert "Use --format jsonl" in found.err


def test_the_hint_names_what_decided(partwise, lines):
    words = ("locate", "q.jsonl", "--texts", "a.txt")
    assert "Use -o FILE.jsonl" in partwise(*words, "-o", "out.tsv").err
    assert "Use --format jsonl" in partwise(*words, "-o", "out.tsv", "--format", "tsv").err
    (lines / "q.csv").write_text('doc,text\na,"two\nthree"\n')
    assert "Use --format jsonl" in partwise("locate", "q.csv", "--texts", "a.txt").err


def test_json_lines_leave_as_json_lines(partwise, lines):
    row = {"doc": "a", "start": 4, "end": 13, "text": "two\nthree"}
    for name, given in (("q.jsonl", None), ("-", (lines / "q.jsonl").read_bytes())):
        found = partwise("locate", name, "--texts", "a.txt", stdin=given)
        assert found.code == 0
        assert json.loads(found.out).items() >= row.items()
    (lines / "qrels.jsonl").write_text(found.out)
    moved = partwise("migrate", "qrels.jsonl", "--from", "a.txt", "--to", "a.txt")
    assert json.loads(moved.out).items() >= row.items()


def test_recoded_json_lines_are_json_lines(partwise, lines):
    for name in ("q.jsonl", "a.txt"):
        text = (lines / name).read_bytes().decode()
        (lines / name).write_bytes(text.encode("utf-16-le"))
    words = ("locate", "q.jsonl", "--texts", "a.txt", "--encoding", "utf-16-le")
    assert json.loads(partwise(*words).out)["status"] == "exact"


def test_tables_leave_as_tsv(partwise, lines):
    (lines / "q.csv").write_text("doc,text\na,two\n")
    assert partwise("locate", "q.csv", "--texts", "a.txt").out.startswith("doc\tstart\tend\ttext\t")


@pytest.mark.parametrize("form", ["jsonl", "csv", "json"])
def test_other_formats_can(partwise, lines, form):
    found = partwise("locate", "q.jsonl", "--texts", "a.txt", "--format", form)
    assert found.code == 0
    assert "exact" in found.out


def test_a_file_stays_when_it_cannot_be_replaced(partwise, lines):
    (lines / "out.tsv").write_text("old")
    assert partwise("locate", "q.jsonl", "--texts", "a.txt", "-o", "out.tsv").code == 2
    assert (lines / "out.tsv").read_text() == "old"


def test_quiet_leaves_the_summary(partwise, lines):
    words = ("locate", "q.jsonl", "--texts", "a.txt", "--format", "json", "--quiet")
    assert partwise(*words).err == (
        "1 row: 1 exact, 0 normalised, 0 fuzzy, 0 ambiguous, 0 unmatched\n"
    )
