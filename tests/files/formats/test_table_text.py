from __future__ import annotations

import io
import math
from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from partwise.errors import TableError
from partwise.files.formats.table_text import qrels_frame, run_frame, table_bytes
from partwise.tables.names import Names
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run


def run(**columns) -> Run:
    return Run.from_columns(**{"topic": ["q", "r"], "doc": ["a", "b"], **columns})


def test_columns_without_values_are_left_out():
    frame = run_frame(run(score=[2.0, 1.0], name="me"))

    assert frame.rows(named=True) == [
        {"topic": "q", "doc": "a", "score": 2.0, "run": "me"},
        {"topic": "r", "doc": "b", "score": 1.0, "run": "me"},
    ]


def test_absent_cells_are_null():
    frame = run_frame(
        run(start=[0, None], end=[5, None], element=[None, "/a[1]"], tokens=[None, 3], score=[1, 2])
    )

    assert frame["start"].to_list() == [0, None]
    assert frame["element"].to_list() == [None, "/a[1]"]
    assert frame["tokens"].to_list() == [None, 3]


def test_a_range_is_its_two_points():
    table = run(element=["/a[1]", "/a[2]"], score=[1, 2])
    ranged = replace(table, last=np.array([1, -1], np.int32))
    assert run_frame(ranged)["element"].to_list() == ["/a[1] /a[2]", "/a[2]"]
    placed = replace(ranged, element=np.array([0, -1], np.int32), start=np.array([-1, 0]))
    assert run_frame(placed)["element"].to_list() == ["/a[1] /a[2]", None]


def test_what_orders_a_run_stays_what_orders_it():
    by_line = replace(run(score=[1.0, 2.0]), natural="file")
    assert run_frame(by_line).columns == ["topic", "doc", "rank", "value", "run"]
    assert run_frame(by_line)["rank"].to_list() == [1, 2]
    by_rank = Run.from_columns(topic=["q"], doc=["a"], rank=[7])
    assert run_frame(by_rank)["rank"].to_list() == [7]
    assert run_frame(run(distance=[0.5, 0.25]))["distance"].to_list() == [0.5, 0.25]


def test_ranks_that_would_break_ties_otherwise_have_another_name():
    tied = Run.from_columns(topic=["q"] * 2, doc=["a", "b"], score=[1.0, 1.0], rank=[1, 2])
    lines = replace(tied, format="trec-run")  # its ties go by document id: b before a

    assert run_frame(tied)["rank"].to_list() == [1, 2]
    assert run_frame(lines)["given_rank"].to_list() == [1, 2]
    assert "rank" not in run_frame(lines).columns
    agreed = replace(lines, rank=np.array([2, 1]))
    assert run_frame(agreed)["rank"].to_list() == [2, 1]


def test_grades_are_whole_where_nothing_is_lost():
    qrels = Qrels.from_columns(
        topic=["q"] * 2,
        doc=["a", "b"],
        grade=[1, None],
        start=[0, 2],
        end=[1, 3],
        bep=[None, 4],
        assessor=["x", None],
    )
    frame = qrels_frame(qrels, lossy=None)

    assert frame.schema["grade"] == pl.Int64
    assert frame["grade"].to_list() == [1, None]
    assert frame["bep"].to_list() == [None, 4]
    assert frame["assessor"].to_list() == ["x", None]
    half = Qrels.from_columns(topic=["q"], doc=["a"], grade=[0.5])
    assert qrels_frame(half, lossy=None)["grade"].to_list() == [0.5]


@pytest.mark.parametrize("name", ["group", "alternative"])
def test_a_group_that_is_no_number_is_none(name):
    """As pandas writes columns with gaps; written out it would be the name of a group."""
    groups = {name: [1.0, float("nan")]}
    qrels = Qrels.from_columns(topic=["t"] * 2, doc=["a", "b"], start=[0, 0], end=[5, 5], **groups)

    frame = qrels_frame(qrels, lossy=None)

    assert frame[name].to_list() == [1, None]
    assert b"NaN" not in table_bytes(frame, "tsv")
    assert table_bytes(frame, "jsonl").count(b"\n") == 2


def test_a_share_is_never_whole_and_a_grade_is():
    columns = {"topic": ["q"], "doc": ["a"], "element": ["/a[1]"], "e": [1], "s": [1]}

    share = qrels_frame(Qrels.from_columns(**columns, scale="share"), lossy=None)
    assert (share.schema["s"], share.schema["e"]) == (pl.Float64, pl.Int64)
    grade = qrels_frame(Qrels.from_columns(**columns, scale="grade"), lossy=None)
    assert grade.schema["s"] == pl.Int64


def test_topics_without_rows_are_rows_of_their_own():
    qrels = Qrels(
        topics=Names.of(["a", "b"]),
        topic=np.array([0], np.int32),
        docs=Names.of(["d"]),
        doc=np.array([0], np.int32),
        grade=np.array([1.0]),
    )
    assert qrels_frame(qrels, lossy=None)["topic"].to_list() == ["a", "b"]


FRAME = pl.DataFrame({"topic": ["q", None], "note": ['a "b", c', "é"], "n": [1.5, None]})


def test_the_same_frame_in_every_format():
    assert table_bytes(FRAME, "tsv").decode() == 'topic\tnote\tn\nq\ta "b", c\t1.5\n\té\t\n'
    assert table_bytes(FRAME, "csv").decode() == (
        '"topic","note","n"\n"q","a ""b"", c",1.5\n,"é",\n'
    )
    assert table_bytes(FRAME, "jsonl").decode().splitlines()[0] == (
        '{"topic":"q","note":"a \\"b\\", c","n":1.5}'
    )
    assert pl.read_parquet(io.BytesIO(table_bytes(FRAME, "parquet"))).equals(FRAME)


@pytest.mark.parametrize("sign", ["\t", "\n", "\r"])
def test_tabs_and_newlines_have_no_place_in_tsv(sign):
    frame = pl.DataFrame({"n": [1, 2], "note": ["x", f"a{sign}"]})

    with pytest.raises(TableError, match=r"row 1: TSV cannot hold note .* tab or newline"):
        table_bytes(frame, "tsv")
    assert table_bytes(frame, "csv").endswith(f'2,"a{sign}"\n'.encode())


@pytest.mark.parametrize(
    ("name", "form", "words"),
    [
        ("a\tb", "tsv", r'TSV cannot hold the column "a\x09b": it has a tab or newline'),
        ("a\nb", "tsv", r'TSV cannot hold the column "a\x0ab": it has a tab or newline'),
        ("a\nb", "csv", r'CSV cannot hold the column "a\x0ab": it has a newline'),
    ],
)
def test_names_of_columns_that_would_tear_the_heading(name, form, words):
    with pytest.raises(TableError) as caught:
        table_bytes(pl.DataFrame({name: [1]}), form)

    assert str(caught.value) == words


@pytest.mark.parametrize("form", ["tsv", "csv"])
def test_values_that_are_no_text(form):
    with pytest.raises(TableError, match="cannot hold the lists of l"):
        table_bytes(pl.DataFrame({"l": [[1, 2]]}), form)
    with pytest.raises(TableError, match="cannot hold b: it is neither text nor numbers"):
        table_bytes(pl.DataFrame({"b": [b"x"]}), form)


@pytest.mark.parametrize("value", [math.inf, math.nan])
def test_json_has_no_infinite_numbers(value):
    with pytest.raises(TableError, match="JSON lines cannot hold the infinite numbers of n"):
        table_bytes(pl.DataFrame({"n": [1.0, value]}), "jsonl")
