from __future__ import annotations

import pytest

from partwise.errors import FormatError, FormatErrors
from partwise.files.formats.routes import read_routes


def write(tmp_path, text):
    path = tmp_path / "routes.tsv"
    path.write_text(text, encoding="utf-8", newline="")
    return path


def test_consecutive_visits_are_one(tmp_path):
    table = read_routes(write(tmp_path, "# eye tracking\nd\ta\ta\tb\ta\r\n\nd\tb\nd\tb"))

    assert [table.elements[c] for c in table.element] == ["a", "b", "a", "b", "b"]
    assert table.route.tolist() == [0, 0, 0, 1, 2]
    assert table.last.tolist() == [False, False, True, True, True]
    assert table.line.tolist() == [2, 2, 2, 4, 5]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("d", "a route without any element. Separate the cells by tabs"),
        ("d a b", "a route without any element. Separate the cells by tabs"),
        ("\ta", "doc is empty"),
        ("d\ta\t\tb", "cell 3 is empty"),
    ],
)
def test_refuses_with_file_and_line(tmp_path, line, said):
    path = write(tmp_path, f"d\ta\n{line}\n")
    with pytest.raises(FormatError) as error:
        read_routes(path)

    assert str(error.value).startswith(f"{path}:2: {said}")


def test_all_problems_are_named(tmp_path):
    with pytest.raises(FormatErrors) as error:
        read_routes(write(tmp_path, "d\ne\n"))

    assert [problem.line for problem in error.value.problems] == [1, 2]


def test_an_empty_file_is_refused(tmp_path):  # findings 1.10
    with pytest.raises(FormatError, match="the file is empty"):
        read_routes(write(tmp_path, ""))
