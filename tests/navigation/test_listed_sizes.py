"""Sizes of parts that only the inventory states."""

from __future__ import annotations

import numpy as np
import pytest
from tests.helpers import grouped_options

import partwise as pw
from partwise.errors import PartwiseError
from partwise.geometry.assessments import Assessments
from partwise.geometry.view import View
from partwise.navigation.destinations import destinations, with_listed_sizes

SIZE = {"e1": 100, "e3": 30, "e4": 20}


def tables(size=SIZE, qrels=None, run=None):
    wanted, shown = ["e3", "e4"], ["e1", "e3"]
    return {
        "qrels": pw.Qrels.from_columns(
            topic=["t"] * 2, doc=["d"] * 2, element=wanted, grade=[1, 1], **qrels or {}
        ),
        "runs": pw.Run.from_columns(
            topic=["t"] * 2, doc=["d"] * 2, element=shown, rank=[1, 2], **run or {}
        ),
        "inventory": pw.Inventory.from_columns(
            doc=["d"] * len(size), element=list(size), size=list(size.values())
        ),
    }


def values(*measures, **given):
    return (
        pw.evaluate(
            measures=list(measures), rules=pw.Rules(nav="NoNav"), **grouped_options(**given)
        )
        .table[0, :, 0]
        .tolist()
    )


def test_by_hand():
    # 30 of the 130 characters shown, and of the 50 wanted
    assert values("SRiP", "SRiR", "EHits(rel=length)", **tables()) == pytest.approx(
        [30 / 130, 0.6, 30]
    )


def test_without_sizes_one_is_asked_for():
    given = tables()
    with pytest.raises(PartwiseError, match=r"needs the size of element e3.*or a column size"):
        values("SRiP", qrels=given["qrels"], runs=given["runs"])


def test_sizes_of_rows_agree_or_are_refused():
    assert values("SRiR", **tables(run={"size": [100, 30]})) == [0.6]
    with pytest.raises(PartwiseError, match="size of e3 of document d is 31 in one row, 30 in ano"):
        values("SRiR", **tables(run={"size": [100, 31]}))
    with pytest.raises(PartwiseError, match="size of e3 of document d is 0 in one row, 30 in ano"):
        values("SRiR", **tables(run={"size": [100, 0]}))
    with pytest.raises(PartwiseError, match="size of e1 of document d is 0 in one row, 100 in an"):
        values("SRiR", **tables(run={"size": [0, 30]}))
    with pytest.raises(PartwiseError, match="size of e3 of document d is 30 in one row, 0 in anot"):
        values("SRiR", **tables({"e1": 100, "e3": 0, "e4": 20}, run={"size": [100, 30]}))
    both = pw.Inventory.from_columns(doc=["d"] * 2, element=["e3"] * 2, size=[30, 29])
    with pytest.raises(PartwiseError, match="size of e3 of document d is 30 in one row, 29 in ano"):
        values("SRiR", **{**tables(), "inventory": both})


def test_parts_that_are_not_listed_have_none():
    given = tables()
    view = View(
        Assessments(given["qrels"]),
        given["runs"],
        inventory=pw.Inventory.from_columns(doc=["d"], element=["e3"], size=[30]),
    )
    sets = destinations(view).results
    assert sets.stated.tolist() == [-1, 30]
    none = sets.nodes.take(np.empty(0, np.int64))
    assert with_listed_sizes(sets, none, np.empty(0, np.int64)) is sets


def test_from_files(tmp_path):
    (tmp_path / "i.tsv").write_text("doc\telement\tsize\nd\te3\t30\nd\te4\t\n")
    assert pw.read_inventory(tmp_path / "i.tsv").size.tolist() == [30, -1]
    (tmp_path / "bad.tsv").write_text("doc\telement\tsize\nd\te3\tlarge\n")
    with pytest.raises(PartwiseError, match="size"):
        pw.read_inventory(tmp_path / "bad.tsv")


@pytest.mark.parametrize("size", [31, 0])
def test_a_size_that_offsets_contradict_is_told_where_it_stands(tmp_path, size):
    (tmp_path / "q.tsv").write_text("topic\tdoc\tstart\tend\nt\td\t0\t10\n")
    head = "topic\tdoc\tstart\tend\trank\tsize\n"
    (tmp_path / "r.tsv").write_text(f"{head}t\td\t0\t10\t1\t{size}\n")
    with pytest.raises(PartwiseError, match=rf"r\.tsv:2: size of 0..10 of document d is {size}, "):
        pw.evaluate(tmp_path / "q.tsv", tmp_path / "r.tsv", ["SRiP"])


def test_a_stated_size_of_nothing_is_a_size():
    given = tables({"e1": 100, "e3": 30}, qrels={"size": [30, 0]})

    assert values("EHits(rel=length)", "ERecallBase(rel=length)", **given) == [30, 30]
    listed = tables({"e1": 100, "e3": 30, "e4": 0})
    assert values("EHits(rel=length)", "ERecallBase(rel=length)", **listed) == [30, 30]
