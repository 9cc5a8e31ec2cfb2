"""Nodes, trees of nodes and results and targets."""

from __future__ import annotations

import tracemalloc

import numpy as np
import pytest
from tests.helpers import grouped_options

import partwise as pw
from partwise.evaluation.plan import parse
from partwise.geometry.assessments import Assessments
from partwise.geometry.view import View
from partwise.navigation import results_and_targets
from partwise.navigation import transitions as chances
from partwise.navigation.destinations import destinations


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


def test_the_mean_length_is_that_of_the_collection():
    qrels = pw.Qrels.from_columns(topic=["t"], doc=["d"], start=[50], end=[51], length=[100])
    run = pw.Run.from_columns(topic=["t"], doc=["d"], start=[0], end=[9])
    trees = pw.Structure.from_columns(
        doc=["d", "e"], parent=[None, None], path=["/a[1]", "/a[1]"], start=[0, 0], end=[100, 50]
    )
    lengths = pw.Lengths.from_columns(doc=["d", "e"], length=[100, 200])

    def got(**more):
        return float(
            pw.evaluate(qrels, run, ["GR(nav=Proximity)"], **grouped_options(**more)).table[0, 0, 0]
        )

    assert got(structure=trees) == 75 / 125
    assert got(lengths=lengths) == 150 / 200
    # lengths beside the assessments are those of judged documents only
    with pytest.raises(pw.UsageError, match="or use L="):
        got()


def test_where_targets_of_topics_come_from():
    # t grades an element; u gives one a specificity; v does both; w highlights text, x a tree
    qrels = pw.Qrels.from_columns(
        topic=[*"tuvvwx"], doc=["d"] * 6, element=["/a[1]"] * 4 + [None] * 2,
        tree=[None] * 5 + ["/a[1]|/a[1]/b[1]"], start=[None] * 4 + [0, None],
        end=[None] * 4 + [5, None], grade=[1, None, 1, None, None, None],
        e=[None, 2, None, 2, None, 2], s=[None, 1.0, None, 1.0, None, 1.0],
    )  # fmt: skip
    run = pw.Run.from_columns(topic=["t"], doc=["d"], element=["/a[1]"])
    known = destinations(View(Assessments(qrels), run))

    found = {name: known.topics_of(name).tolist() for name in ("graded", "pairs", "highlights")}
    assert found == {
        "graded": [True, False, True, False, False],
        "pairs": [False, True, False, False, False],
        "highlights": [False, False, False, True, True],
    }


def test_elements_are_those_of_their_document():
    # the structure lists documents in another order than the tables do
    trees = pw.Structure.from_columns(
        doc=["x", "x", "d", "e"], parent=[None, 0, None, None], start=[0, 2, 0, 0],
        end=[9, 5, 7, 3], path=["/a[1]", "/a[1]/b[1]", "/a[1]", "/a[1]"],
    )  # fmt: skip
    qrels = pw.Qrels.from_columns(topic=["t", "u"], doc=["d", "x"], start=[0, 0], end=[5, 4])
    run = pw.Run.from_columns(topic=["t"], doc=["e"], start=[0], end=[9])
    known = destinations(View(Assessments(qrels, structure=trees), run))
    rows, topics = np.array([1, 0, 2, 3]), np.array([1, 0, 1, 0])

    found = known.elements(topics, rows, np.array([0.1, 0.2, 0.3, 0.4]))
    assert found.topic.tolist() == [0, 0, 1, 1]
    assert [known.space.document(int(doc)) for doc in found.nodes.doc] == ["x", "e", "x", "d"]
    assert (found.nodes.row.tolist(), found.nodes.end.tolist()) == ([0, 3, 1, 2], [9, 3, 5, 7])
    assert found.value.tolist() == [0.2, 0.4, 0.1, 0.3]


@pytest.mark.parametrize(
    ("start", "words"),
    [
        (8, "1 part extends past the end of its document and was truncated"),
        (9, "1 part begins past the end of its document and holds no text"),
        (10, "1 part begins past the end of its document and holds no text"),
    ],
)
def test_parts_past_the_end_are_truncated(start, words):
    qrels = pw.Qrels.from_columns(topic=["t"], doc=["d"], start=[0], end=[5])
    run = pw.Run.from_columns(topic=["t"] * 2, doc=["d"] * 2, start=[0, start], end=[9, 12])
    lengths = pw.Lengths.from_columns(doc=["d"], length=[9])
    seen = View(Assessments(qrels, lengths=lengths), run)
    nodes = destinations(seen).results.nodes

    assert (nodes.start.tolist(), nodes.end.tolist()) == ([0, min(start, 9)], [9, 9])
    (note,) = seen.notes
    assert words in note


@pytest.mark.parametrize(
    ("columns", "source", "n"),
    [
        ({"tree": ["a|b", "c|d"], "grade": [2, 1]}, "graded", 2),
        ({"tree": ["a|b", "c|d"], "grade": [0, 1]}, "graded", 1),
        ({"element": ["a", "b"], "grade": [0.5, 0]}, "graded", 1),
        ({"start": [0, 7], "end": [5, 9], "grade": [1, 1]}, "highlights", 0),
    ],
)
def test_elements_and_trees_with_a_grade_above_0_are_graded(columns, source, n):
    qrels = pw.Qrels.from_columns(topic=["t"] * 2, doc=["d"] * 2, **columns)
    run = pw.Run.from_columns(topic=["t"], doc=["d"], start=[0], end=[5])
    known = destinations(View(Assessments(qrels), run))

    assert known.topics_of(source).tolist() == [True]
    assert len(known.graded) == n
