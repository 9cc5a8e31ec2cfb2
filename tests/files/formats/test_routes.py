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
    with pytest.raises(FormatError, match="no routes: the file is empty"):
        read_routes(write(tmp_path, ""))


def test_a_table_of_visits(tmp_path):
    path = tmp_path / "r.tsv"
    rows = [
        "route\tdoc\tplace",
        "r1\tA\t-",
        "r2\tB\te1",
        "r1\tA\t",
        "# who",
        "r1\tB\t3..9",
        "r2\tA\t-",
    ]
    path.write_text("\n".join(rows))
    table = read_routes(path)

    assert [table.words(at) for at in range(4)] == ["A", "B 3..9", "B e1", "A"]
    assert table.route.tolist() == [0, 0, 1, 1]
    assert table.line.tolist() == [2, 6, 3, 7]
    assert table.last.tolist() == [False, True, False, True]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("route\tdoc\nr\t\n", ":2: doc is missing"),
        ("route\tdoc\n\td\n", ":2: route is missing"),
        ("route\tdoc\tstart\nr\td\t4\n", ":2: start without end"),
        ("route\tdoc\n", ": no routes: the file is empty"),
    ],
)
def test_refuses_bad_visits(tmp_path, text, said):
    path = tmp_path / "r.tsv"
    path.write_text(text)
    with pytest.raises(FormatError) as error:
        read_routes(path)
    assert str(error.value) == f"{path}{said}"
