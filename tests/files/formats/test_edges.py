from __future__ import annotations

import pytest

from partwise.errors import FormatError, FormatErrors
from partwise.files.formats.edges import read_edges


def write(tmp_path, text):
    path = tmp_path / "edges.tsv"
    path.write_text(text, encoding="utf-8", newline="")
    return path


def test_reads_columns_and_keeps_lines(tmp_path):
    table = read_edges(write(tmp_path, "# links\n\nd\ta\tb\t.5\r\nd\tb\ta\t1e-3\nx\ta\tb\t1"))

    assert [table.docs[c] for c in table.doc] == ["d", "d", "x"]
    assert [table.elements[c] for c in table.source] == ["a", "b", "a"]
    assert [table.elements[c] for c in table.target] == ["b", "a", "b"]
    assert table.probability.tolist() == [0.5, 0.001, 1.0]
    assert table.line.tolist() == [3, 4, 5]


def test_giving_up_is_read_only_with_steps(tmp_path):
    path = write(tmp_path, "d\ta\ta\t.5\nd\ta\tb\t.5\n")

    assert read_edges(path).probability.size == 1
    assert read_edges(path, kind="step").probability.size == 2


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("d\ta\tb", "3 columns, expected 4 (doc from to probability). Separate the cells by tabs"),
        ("d a b .5", "1 column, expected 4 (doc from to probability). Separate"),
        ("d\ta\t\t.5", "to is empty"),
        ("d\ta\tb\t1.2", 'probability "1.2" is not a number from 0 to 1'),
        ("d\ta\tb\t-.1", 'probability "-.1" is not a number from 0 to 1'),
        ("d\ta\tb\tnan", 'probability "nan" is not a number from 0 to 1'),
        ("d\ta\tb\thalf", 'probability "half" is not a number from 0 to 1'),
        ("d\tx\ty\t.2", "x to y in d was already given in line 1. List every pair once"),
    ],
)
def test_refuses_with_file_and_line(tmp_path, line, said):
    path = write(tmp_path, f"d\tx\ty\t.1\n{line}\n")
    with pytest.raises(FormatError) as error:
        read_edges(path)

    assert str(error.value).startswith(f"{path}:2: {said}")


def test_all_problems_are_named(tmp_path):
    with pytest.raises(FormatErrors) as error:
        read_edges(write(tmp_path, "d\ta\tb\t2\nd\ta\n"))

    assert error.value.total == 2
    assert [problem.line for problem in error.value.problems] == [1, 2]


def test_steps_above_a_rounded_one_are_refused(tmp_path):
    rounded = "d\ta\tb\t.63\nd\ta\tc\t.42\n"
    assert read_edges(write(tmp_path, rounded), kind="step").probability.sum() > 1
    path = write(tmp_path, "e\ta\tb\t.9\nd\ta\tb\t.63\nd\ta\tc\t.43\n")
    assert read_edges(path).probability.size == 3
    with pytest.raises(FormatError, match=r"edges.tsv:3: the steps out of a of d sum to 1.06"):
        read_edges(path, kind="step")


def test_an_empty_file_is_refused(tmp_path):  # findings 1.10
    with pytest.raises(FormatError, match="the file is empty"):
        read_edges(write(tmp_path, "# nothing\n"))
