"""Lines of tab-separated cells."""

from __future__ import annotations

from partwise.files.parsing.element_lines import cells_of_lines
from partwise.files.source import Source


def test_blank_lines_and_comments_are_skipped(tmp_path):
    path = tmp_path / "x.tsv"
    path.write_bytes(b"# how\nd\t/a\t\n\n   \r\nd\t/b c\r\n")

    assert list(cells_of_lines(Source(str(path)))) == [(2, ["d", "/a", ""]), (5, ["d", "/b c"])]


def test_the_last_line_needs_no_end(tmp_path):
    path = tmp_path / "x.tsv"
    path.write_bytes(b"d\t/a")

    assert list(cells_of_lines(Source(str(path)))) == [(1, ["d", "/a"])]
