from __future__ import annotations

import pytest
from tests.files.samples import said

from partwise.files.formats.tsv import read_table
from partwise.tables.column_names import Schema
from partwise.tables.columns import decoded


def test_cells_are_what_stands_between_tabs(source):
    table = read_table(source('topic\tdoc\tnote\nq 1\t"d"\ta,b\n'), Schema("run"))

    assert table.format == "tsv"
    assert decoded(table.texts["topic"]).tolist() == ["q 1"]
    assert decoded(table.texts["doc"]).tolist() == ['"d"']  # no quotes, no commas
    assert table.extra["note"].tolist() == ["a,b"]


@pytest.mark.parametrize(
    ("theirs", "ours"),
    [
        ("query_id", "topic"),
        ("query-id", "topic"),
        ("docno", "doc"),
        ("corpus_id", "doc"),
    ],
)
def test_names_that_others_give_our_columns(source, theirs, ours):
    table = read_table(source(f"{theirs}\nx\n"), Schema("run"))

    assert decoded(table.texts[ours]).tolist() == ["x"]


def test_names_that_the_user_gives(source):
    schema = Schema("run", {"doc": "source", "start": "offset"})
    table = read_table(source("topic\tsource\toffset\nq\td\t7\n"), schema)

    assert decoded(table.texts["doc"]).tolist() == ["d"]
    assert table.wholes["start"].tolist() == [7]


def test_the_same_column_is_another_kind_elsewhere(source):
    text = "doc\tlength\tscore\nd\t9\t1\n"

    assert "score" in read_table(source(text), Schema("run")).reals
    lengths = read_table(source(text), Schema("lengths"))
    assert lengths.wholes["length"].tolist() == [9]
    assert "score" not in lengths.reals


def test_another_number_of_cells(source):
    table = read_table(source("topic\tdoc\nq\td\nq d\n"), Schema("run"))

    assert said(table.problems.refuse) == "x:3: 1 column, expected 2 (topic doc)"
