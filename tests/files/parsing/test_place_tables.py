"""Places that files name."""

from __future__ import annotations

import numpy as np
import pytest

from partwise.errors import FormatError
from partwise.files.parsing.place_tables import (
    Places,
    PlaceTable,
    distinct_places,
    heading_of,
    line_numbers,
    parsed,
)
from partwise.files.source import Source
from partwise.tables.columns import Coded
from partwise.tables.names import Names
from partwise.tables.row_lines import RowLines, first_rows


def test_a_place_in_one_cell():
    texts = ["-", "12..30", "e1", "30..12", "7..7", "3..", "/a[1]"]
    cells = Coded(np.array([*range(7), -1, 1], np.int32), Names.of(texts))
    elements, start, end = parsed(cells)

    names = [*elements.names.tolist(), None]
    assert [names[code] for code in elements.codes] == [
        None, None, "e1", "30..12", None, "3..", "/a[1]", None, None,
    ]  # fmt: skip
    assert list(zip(start, end, strict=True))[:2] == [(-1, -1), (12, 30)]
    assert (start[4], end[4], start[8], end[8]) == (7, 7, 12, 30)
    assert start[7] == -1


def test_distinct_places_and_their_first_lines():
    elements = Names.of(["a", "b"])
    column = [np.array(c) for c in ([0, 0, 1, 0, 0], [0, -1, 0, -1, 0], [-1, 3, -1, 3, -1],
                                    [-1, 9, -1, 9, -1], [5, 4, 3, 2, 1])]  # fmt: skip
    doc, element, start, end, line = column
    found, number = distinct_places(doc, Places(elements, element, start, end), line)

    rows = list(zip(*(c.tolist() for c in found), strict=True))
    assert rows == [(0, -1, 3, 9, 4), (0, 0, -1, -1, 5), (1, 0, -1, -1, 3)]
    assert number.tolist() == [1, 0, 2, 0, 1]


def test_places_in_words():
    none = np.full(3, -1, np.int64)
    table = PlaceTable(
        docs=Names.of(["d"]), elements=Names.of(["a"]), doc=np.zeros(3, np.int64),
        element=np.array([0, -1, -1]), start=np.array([-1, 3, -1]), end=np.array([-1, 9, -1]),
        line=none, file="f",
    )  # fmt: skip

    assert [table.words(at) for at in range(3)] == ["d a", "d 3..9", "d"]
    assert table.line_of(0) is None


@pytest.mark.parametrize(
    ("text", "format_"),
    [
        ("# c\n\nroute\tdoc\nr\td\n", "tsv"),
        ("route,doc,place\r\nr,d,x\n", "csv"),
        ('{"route": 1}', "jsonl"),
        ("route\tdoc\tmore\n", None),  # a route of one who went from doc to more
        ("d\ta\tb\n", None),
        ("", None),
    ],
)
def test_a_header_names_known_columns_only(tmp_path, text, format_):
    path = tmp_path / "f"
    path.write_text(text)
    assert heading_of(Source(str(path)), "routes", ({"route", "doc"},)) == format_


def test_a_header_between_blanks_is_refused(tmp_path):
    path = tmp_path / "f"
    path.write_text("route doc\nr d\n")
    with pytest.raises(FormatError, match=r"separated by blanks\. Use tabs"):
        heading_of(Source(str(path)), "routes", ({"route", "doc"},))


def test_line_numbers():
    assert line_numbers(first_rows(2)).tolist() == [-1, -1]
    assert line_numbers(RowLines(range(2, 5))).tolist() == [2, 3, 4]
