"""Nodes, trees of nodes and results and targets."""

from __future__ import annotations

import tracemalloc

import numpy as np
import pytest

import partwise as pw
from partwise.evaluation.plan import parse
from partwise.geometry.assessments.joined import Assessments
from partwise.geometry.view import View
from partwise.kernels.ragged import ranges
from partwise.navigation import results_and_targets
from partwise.navigation import transitions as chances
from partwise.navigation.covered_text import CoveredText
from partwise.navigation.destinations import destinations
from partwise.tables.merged_names import MergedNames
from partwise.tables.names import EMPTY, Names


def test_joint_numbers_follow_the_names():
    joint = MergedNames(Names.of(["z", "b"]), Names.of(["b", "ä"]), EMPTY)

    assert [numbers.tolist() for numbers in joint.numbers] == [[1, 0], [0, 2], []]
    assert [joint[n] for n in range(joint.size)] == ["b", "z", "ä"]
    assert joint.codes_in(Names.of(["ä", "b"])).tolist() == [1, -1, 0]


def test_ranges():
    at, offsets = ranges(np.array([3, 7, 5]), np.array([5, 7, 6]))

    assert at.tolist() == [3, 4, 5]
    assert offsets.tolist() == [0, 2, 2, 3]


def test_spans_count_text_before_a_position():
    # topic 0: document 2 has 10..20 and 30..35; topic 1: document 0 has 0..5
    spans = CoveredText(
        np.array([0, 1]),
        np.array([2, 0]),
        np.array([0, 2, 3]),
        np.array([10, 30, 0]),
        np.array([20, 35, 5]),
    )
    pair = spans.base(np.array([0, 1, 1, 0]), np.array([2, 0, 2, 9]))
    assert pair.tolist() == [0, 1, -1, -1]
    before = spans.before(np.zeros(5, np.int64), np.array([5, 15, 20, 33, 99]))
    assert before.tolist() == [0, 5, 10, 13, 15]
    nothing = CoveredText(
        *(np.empty(0, np.int64) for _ in range(2)),
        np.zeros(1, np.int64),
        *(np.empty(0, np.int64) for _ in range(2)),
    )
    assert nothing.base(np.array([0]), np.array([0])).tolist() == [-1]


def test_highlights_are_worth_the_greatest_grade_merged_into_them():
    qrels = pw.Qrels.from_columns(
        topic=["t"] * 5,
        doc=["d", "d", "d", "d", "e"],
        start=[0, 3, 20, 30, 0],
        end=[5, 9, 25, 35, 4],
        grade=[1, 3, 2, 0, 4],
    )
    run = pw.Run.from_columns(topic=["t"], doc=["d"], start=[0], end=[9])
    spans = destinations(View(Assessments(qrels), run)).spans

    assert spans.nodes.start.tolist() == [0, 20, 0]
    assert spans.nodes.end.tolist() == [9, 25, 4]
    assert spans.value.tolist() == [3, 2, 4]


def test_parts_of_an_inventory_take_the_grade_of_what_they_meet():
    qrels = pw.Qrels.from_columns(
        topic=["t"] * 2, doc=["d"] * 2, start=[3, 12], end=[11, 14], grade=[1, 3]
    )
    run = pw.Run.from_columns(topic=["t"], doc=["d"], start=[0], end=[5])
    inventory = pw.Inventory.from_columns(
        doc=["d"] * 4 + ["e"], start=[0, 5, 10, 15, 0], end=[5, 10, 15, 20, 5]
    )
    known = destinations(View(Assessments(qrels), run, inventory=inventory))
    both = results_and_targets.ResultsAndTargets.of(known.results, known.parts, 1)
    start = both.nodes.start[both.tree_nodes[both.tree_offsets[both.target]]]

    assert start.tolist() == [0, 5, 10]
    assert both.value.tolist() == [1, 1, 3]
    assert both.returned.tolist() == [0, -1, -1]


def test_mixed_assessments_are_taken_topic_by_topic():
    # t grades elements, u highlights text
    qrels = pw.Qrels.from_columns(
        topic=["t", "u"],
        doc=["d", "d"],
        element=["/a[1]", None],
        start=[None, 0],
        end=[None, 5],
        grade=[1, 1],
    )
    run = pw.Run.from_columns(
        topic=["t", "u"], doc=["d", "d"], element=["/a[1]", None], start=[None, 2], end=[None, 9]
    )
    values = pw.evaluate(qrels, run, ["GR(nav=NoNav)", "AEPRUM(nav=NoNav)"]).table[0]
    assert values.tolist() == [[1, 0], [1, 0]]
    structure = pw.Structure.from_columns(
        doc=["d"], parent=[None], path=["/a[1]"], start=[0], end=[40]
    )
    # each kind has its default: Hierarchy for elements, Window for passages
    assert pw.evaluate(qrels, run, ["GR"], structure=structure).table[0].tolist() == [[1, 1]]


def crowd(n, *, docs=1, seed=0):
    """One topic: n results and n spans in a few documents."""
    rng = np.random.default_rng(seed)
    at = np.sort(rng.choice(40 * n, n, replace=False)) * 5
    place = [f"d{i}" for i in rng.integers(0, docs, n)]
    qrels = pw.Qrels.from_columns(topic=["t"] * n, doc=place, start=at, end=at + 3)
    low = rng.integers(0, 200 * n, n)
    run = pw.Run.from_columns(
        topic=["t"] * n, doc=[f"d{i}" for i in rng.integers(0, docs, n)], start=low, end=low + 50
    )
    parts = pw.Inventory.from_columns(
        doc=[f"d{i}" for i in range(docs) for _ in range(n)],
        start=[*range(0, 50 * n, 50)] * docs,
        length=[50] * n * docs,
    )
    return View(Assessments(qrels), run, inventory=parts)


def test_blocks_do_not_change_a_bit(monkeypatch):
    measures = [
        "APRUM(nav=Proximity(L=9))",
        "GR(nav=Hierarchy)@7",
        "ESRR(nav=Proximity(L=9), normalise=row)",
        "ESRR(nav=Proximity(L=9), shared=nodes)@9",
        "SRP(nav=Hierarchy, rel=length)",
    ]
    whole = [parse(text).values(crowd(40, docs=3)) for text in measures]
    monkeypatch.setattr(results_and_targets, "BLOCK", 7)
    monkeypatch.setattr(chances, "BLOCK", 5)
    monkeypatch.setattr("partwise.navigation.inferred.BLOCK", 6)
    pieces = [parse(text).values(crowd(40, docs=3)) for text in measures]

    assert [v.tolist() for v in whole] == [v.tolist() for v in pieces]


@pytest.mark.parametrize("text", ["GR(nav=Proximity(L=9))", "ESRR(nav=Proximity(L=9))"])
def test_no_table_of_results_and_ideals(monkeypatch, text):
    # 3,000 x 3,000 pairs would be 72 MB in doubles, several times over
    monkeypatch.setattr(results_and_targets, "BLOCK", 1 << 16)
    view = crowd(3000)
    parse("GR(nav=NoNav)").values(view)
    tracemalloc.start()
    parse(text).values(view)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()

    assert peak < 30e6


def test_what_comes_later_changes_nothing_before():
    view = crowd(30, docs=2)
    rows = view.rows[:12]
    run = view.run
    short = pw.Run.from_columns(
        topic=["t"] * 12,
        doc=[run.docs[run.doc[r]] for r in rows],
        start=run.start[rows],
        end=run.end[rows],
    )
    cut = View(view.assessments, short, inventory=view.inventory)
    for text in (
        "GR(nav=Proximity(L=9))@12",
        "PRUM(r=2, nav=Hierarchy)@12",
        "EPRUM(r=1, nav=Proximity(L=9))@12",
        "ESRP(nav=Proximity(L=9), normalise=row)@12",
        "ESRR(nav=Hierarchy, normalise=row)@12",
        "SRP(nav=Proximity(L=9), normalise=row)@12",
        "SRiP2(nav=Window(after=99))@12",
    ):
        assert parse(text).values(view).tolist() == parse(text).values(cut).tolist(), text


def test_repeats_are_noted():
    qrels = pw.Qrels.from_columns(topic=["t"], doc=["d"], start=[0], end=[5])
    run = pw.Run.from_columns(topic=["t"] * 3, doc=["d"] * 3, start=[0] * 3, end=[9] * 3)
    notes = pw.evaluate(qrels, run, ["GR"]).notes

    assert any("2 repeated results keep their rank but add nothing" in note for note in notes)


def test_an_inventory_needs_lengths_of_whole_documents():
    parts = pw.Inventory.from_columns(doc=["d", "e"])
    spans = pw.Qrels.from_columns(topic=["t"], doc=["d"], start=[0], end=[5])
    whole = pw.Qrels.from_columns(
        topic=["t", "t"], doc=["d", "e"], start=[None, 0], end=[None, 5], grade=[1, 1],
        missing="document",
    )  # fmt: skip
    run = pw.Run.from_columns(topic=["t"], doc=["d"], missing="document")
    for qrels in (spans, whole):
        with pytest.raises(pw.MissingLengthError, match="length of document d is not known"):
            pw.evaluate(qrels, run, ["ESRP(nav=NoNav)@1"], inventory=parts)
    lengths = pw.Lengths.from_columns(doc=["d", "e"], length=[9, 9])
    got = pw.evaluate(whole, run, ["ESRR(nav=NoNav)"], inventory=parts, lengths=lengths)
    assert got.table[0, 0, 0] == 0.5


def test_the_mean_length_is_that_of_the_collection():
    qrels = pw.Qrels.from_columns(topic=["t"], doc=["d"], start=[50], end=[51], length=[100])
    run = pw.Run.from_columns(topic=["t"], doc=["d"], start=[0], end=[9])
    trees = pw.Structure.from_columns(
        doc=["d", "e"], parent=[None, None], path=["/a[1]", "/a[1]"], start=[0, 0], end=[100, 50]
    )
    lengths = pw.Lengths.from_columns(doc=["d", "e"], length=[100, 200])

    def got(**more):
        return float(pw.evaluate(qrels, run, ["GR(nav=Proximity)"], **more).table[0, 0, 0])

    assert got(structure=trees) == 75 / 125
    assert got(lengths=lengths) == 150 / 200
    # lengths beside the assessments are those of judged documents only
    with pytest.raises(pw.UsageError, match="or use L="):
        got()
