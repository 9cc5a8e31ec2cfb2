"""Tables of located rows: where they go, and what cannot be written."""

from __future__ import annotations

import pytest


@pytest.fixture
def lines(tmp_path):
    (tmp_path / "a.txt").write_text("one two\nthree four", newline="")
    (tmp_path / "q.jsonl").write_text('{"doc": "a", "text": "two\\nthree"}\n')
    return tmp_path


def test_a_line_break_cannot_stand_in_tsv(partwise, lines):
    found = partwise("locate", "q.jsonl", "--texts", "a.txt")
    assert found.code == 2
    assert found.out == ""
    assert "standard output: TSV cannot hold text" in found.err
    assert "Use --format jsonl" in found.err


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
