from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from partwise.files.blocks import Block
from partwise.files.parsing.columns import LinesBuilder, Texts
from partwise.kernels.text.lines import PAD, padded, split_rows
from partwise.tables.building import run_name
from partwise.tables.columns import Coded, decoded, joined
from partwise.tables.names import Names


def cells(words: list[str]) -> tuple:
    """Return a block of words separated by newlines, and where they stand."""
    sizes = np.array([len(word.encode()) for word in words], np.int64)
    end = PAD + np.cumsum(sizes + 1) - 1
    return padded("\n".join(words).encode()), (end - sizes, end)


def column(*blocks: list[str]) -> Coded:
    texts = Texts()
    for words in blocks:
        texts.add(*cells(words))
    return texts.coded()


def test_names_are_numbered_as_they_first_appear():
    found = column(["b", "b", "a"], [], ["a", "", "é", "b"])

    assert found.names.tolist() == ["b", "a", "é"]
    assert found.codes.tolist() == [0, 0, 1, 1, -1, 2, 0]
    assert decoded(found).tolist() == ["b", "b", "a", "a", "", "é", "b"]


def test_no_cells_and_only_empty_ones():
    assert column().codes.tolist() == []
    assert column([]).names.tolist() == []
    found = column(["", ""])
    assert found.codes.tolist() == [-1, -1]
    assert decoded(found).tolist() == ["", ""]


@given(st.lists(st.lists(st.text("abé", max_size=10), max_size=8), max_size=4))
def test_texts_come_back(blocks):
    found = column(*blocks)
    flat = [word for words in blocks for word in words]

    assert decoded(found).tolist() == flat
    assert found.names.tolist() == list(dict.fromkeys(word for word in flat if word))


def added(lines: LinesBuilder, content: bytes, first: int, repeats=None) -> None:
    data = padded(content)
    rows = split_rows(data, data.size - PAD, 2)
    lines.add(Block(data, data.size - PAD, first), rows, repeats)


def test_lines_of_blocks_with_and_without_gaps():
    lines = LinesBuilder()
    added(lines, b"a b\nc d\n", 1)
    added(lines, b"# no row\n\ne f\nodd\ng h\n", 3)

    added(lines, b"i j\nk l\n", 8)

    assert lines.size == 6
    assert lines.lines().array().tolist() == [1, 2, 5, 7, 8, 9]
    assert lines.lines().take(np.array([3, 0])).array().tolist() == [7, 1]


def test_consecutive_lines_are_a_range():
    lines = LinesBuilder()
    added(lines, b"a b\nc d\n", 1)
    added(lines, b"e f\n", 3)

    assert lines.lines().numbers == range(1, 4)


def test_lines_that_made_several_rows_each():
    lines = LinesBuilder()
    added(lines, b"a b\n#\nc d\n", 10, np.array([1, 3]))

    assert lines.lines().array().tolist() == [10, 12, 12, 12]


def test_the_name_of_a_run(source):
    file = source("", "bm25.txt.gz")

    assert run_name(column(["t", "t"]), file) == ("t", {})
    name, extra = run_name(column(["t", "u"]), file)
    assert name == "bm25"
    assert extra["run"].tolist() == ["t", "u"]
    name, extra = run_name(column(["t", ""]), file)
    assert (name, extra["run"].tolist()) == ("bm25", ["t", ""])
    assert run_name(column(["", ""]), file) == ("bm25", {})


def test_two_columns_of_one_dictionary():
    first = Coded(np.array([0, 1, -1], np.int32), Names.of(["a", "b"]))
    second = Coded(np.array([1, 0, -1], np.int32), Names.of(["c", "a"]))
    mine, theirs, names = joined(first, second)

    assert names.tolist() == ["a", "b", "c"]
    assert mine.tolist() == [0, 1, -1]
    assert theirs.tolist() == [0, 2, -1]
    none = Coded(np.array([-1], np.int32), Names.of([]))
    assert joined(first, none)[2].tolist() == ["a", "b"]
    assert joined(none, first)[1].tolist() == [0, 1, -1]
