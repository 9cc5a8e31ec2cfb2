"""Lines of columns, block by block."""

from __future__ import annotations

import pytest

from partwise.errors import FormatError, FormatErrors
from partwise.files.parsing.blank_columns import BlankColumns
from partwise.files.source import Source

COLUMNS = "topic doc grade"


@pytest.fixture
def file(tmp_path):
    def write(text: str) -> Source:
        path = tmp_path / "x.txt"
        path.write_text(text)
        return Source(str(path))

    return write


def cells(found: BlankColumns) -> list[list[str]]:
    lines = []
    for rows, some in found:
        fields = [rows.field(number) for number in range(3)]
        lines += [[some.text(field, row) for field in fields] for row in range(len(rows))]
    return lines


def test_rows_lines_and_notes(file):
    found = BlankColumns(file("# a\n1 a 2\n\n1\tb  0\n"), 3, COLUMNS)

    assert cells(found) == [["1", "a", "2"], ["1", "b", "0"]]
    assert [found.lines.of(row) for row in range(2)] == [2, 4]
    assert [str(note) for note in found.notes] == ["1 comment line skipped"]
    found.problems.refuse()


def test_shorter_lines_where_they_are_allowed(file):
    found = BlankColumns(file("1 a\n1 b 0\n"), 3, COLUMNS, least=2)

    assert cells(found) == [["1", "a", ""], ["1", "b", "0"]]


def test_longer_lines_where_they_are_allowed(file):
    found = BlankColumns(file("1 a 2 x\n1 b 0\n"), 3, COLUMNS, more=True)

    assert cells(found) == [["1", "a", "2"], ["1", "b", "0"]]
    assert "1 line has more columns" in str(found.notes[0])


def test_wrong_numbers_of_columns(file):
    found = BlankColumns(file("1 a\n1 b 0\n1 c 0 x\n"), 3, COLUMNS, hint="Cut it")

    assert cells(found) == [["1", "b", "0"]]
    with pytest.raises(FormatErrors) as caught:
        found.problems.refuse()
    short, long = caught.value.problems
    assert (short.line, short.hint) == (1, None)
    assert "2 columns, expected 3 (topic doc grade)" in str(short)
    assert (long.line, long.hint) == (3, "Cut it")


def test_a_range_of_columns_is_named(file):
    found = BlankColumns(file("1\n"), 3, COLUMNS, least=2)
    list(found)

    with pytest.raises(FormatError, match=r"1 column, expected 2 to 3 \(topic doc grade\)"):
        found.problems.refuse()
