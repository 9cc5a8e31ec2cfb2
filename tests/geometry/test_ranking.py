"""The order of a run (contract, section 2.1)."""

from __future__ import annotations

from functools import cmp_to_key

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from partwise.errors import UsageError
from partwise.geometry.assessments import Assessments
from partwise.geometry.run_notes import run_notes
from partwise.geometry.view import View
from partwise.tables.lengths import Lengths
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run
from partwise.tables.run_order import ordered_by


def judged(lengths=None):
    table = None
    if lengths:
        table = Lengths.from_columns(doc=list(lengths), length=list(lengths.values()))
    return Assessments(Qrels.from_columns(topic=["t"], doc=["d"], grade=[1]), lengths=table)


def order(run, lengths=None, wanted=None):
    """Rows of the run in final order."""
    return View(judged(lengths), run, order=wanted).rows.tolist()


def run(**columns):
    n = len(columns["doc"])
    return Run.from_columns(topic=["t"] * n, missing="document", **columns)


def test_score_descends():
    assert order(run(doc=["a", "b", "c"], score=[1, 3, 2])) == [1, 2, 0]


def test_ties_go_by_document_descending_by_code_point():
    # Code point order: D < a < a1 < é < 𝒳 (which UTF-16 would put elsewhere) and < U+FFFD is not.
    docs = ["a", "é", "D", "a1", "\U0001d4b3", "\ufffd"]
    assert order(run(doc=docs, score=[0.0, -0.0, 0.0, -0.0, 0.0, 0.0])) == [4, 5, 1, 3, 0, 2]


def test_then_start_ascending_and_end_descending():
    spans = {"start": [5, 0, 0, 5], "end": [9, 4, 8, 20]}
    assert order(run(doc=["a"] * 4, score=[1] * 4, **spans)) == [2, 1, 3, 0]


def test_a_whole_document_ends_at_its_length_or_at_infinity():
    spans = {"start": [0, None, 0], "end": [90, None, 110]}
    whole = run(doc=["a"] * 3, score=[1] * 3, **spans)
    assert order(whole) == [1, 2, 0]
    assert order(whole, {"a": 100}) == [2, 1, 0]
    assert order(whole, {"a": 0}) == [2, 0, 1]


def test_then_fewer_steps_then_path():
    paths = ["/a[1]/b[2]", "/a[1]/b[1]", "/a[1]/b[1]/c[1]", "/a[1]"]
    assert order(run(doc=["d"] * 4, score=[1] * 4, element=paths)) == [3, 1, 0, 2]


def test_a_long_name_is_one_step():
    paths = ["/a[1]/b[1]", "/abcdefghijk[1]"]
    assert order(run(doc=["d"] * 2, score=[1] * 2, element=paths)) == [1, 0]


def test_a_whole_document_has_fewer_steps_than_its_only_element():
    assert order(run(doc=["d"] * 2, score=[1] * 2, element=["/a[1]", None])) == [1, 0]


def test_a_whole_document_comes_before_a_name():
    assert order(run(doc=["d"] * 2, score=[1] * 2, element=["news", None])) == [1, 0]


def test_the_same_part_keeps_the_order_of_the_file():
    assert order(run(doc=["a", "b", "a"], score=[1, 1, 1])) == [1, 0, 2]


def test_ranks_order_runs_without_scores():
    assert order(run(doc=["a", "b", "c"], rank=[2, 1, 2])) == [1, 2, 0]


def test_lines_order_runs_without_scores_and_ranks():
    assert order(run(doc=["a", "b", "a"])) == [0, 1, 2]


def test_order_can_be_chosen():
    both = run(doc=["a", "b", "c"], rank=[2, 1, 3], score=[1, 2, 3])
    assert order(both) == [2, 1, 0]
    assert order(both, wanted="rank") == [1, 0, 2]
    assert order(both, wanted="file") == [0, 1, 2]
    with pytest.raises(UsageError, match="no ranks"):
        order(run(doc=["a"], score=[1]), wanted="rank")
    with pytest.raises(UsageError, match="score, rank or file"):
        order(both, wanted="best")


def test_what_orders_a_run():
    from dataclasses import replace

    both = run(doc=["a"], rank=[1], score=[1.0])
    assert ordered_by(both) == "score"
    assert ordered_by(replace(both, natural="rank")) == "rank"
    assert ordered_by(replace(both, natural="rank", rank=None)) == "score"
    assert ordered_by(replace(both, score=None)) == "rank"
    assert ordered_by(replace(both, score=None, rank=None)) == "file"
    assert ordered_by(replace(both, score=None), "score") == "rank"


def test_ranks_that_contradict_scores_are_counted():
    view = View(judged(), run(doc=["a", "b", "c", "d"], rank=[1, 4, 3, 2], score=[9, 8, 7, 7]))
    assert view.ranking.n_disagree == 1
    (note,) = [note for note in run_notes(view) if "broken by" not in note]
    assert note == (
        'run: rank and score disagree for 1 result; ranked by score (use order="rank" to change)'
    )


def test_ranks_that_agree_with_scores_are_not_counted():
    assert View(judged(), run(doc=["a", "b"], rank=[1, 1], score=[2, 1])).ranking.n_disagree == 0
    assert View(judged(), run(doc=["a", "b"], rank=[1, 2], score=[2, 1])).ranking.n_disagree == 0
    qrels = Qrels.from_columns(topic=["t", "u"], doc=["a", "a"], grade=[1, 1])
    both = Run.from_columns(
        topic=[*"ttuu"], doc=[*"abab"], rank=[1, 2, 1, 2], score=[4, 3, 2, 1], missing="document"
    )
    assert View(Assessments(qrels), both).ranking.n_disagree == 0


def test_lines_are_never_tied():
    listed = View(judged(), run(doc=["a", "b", "c"])).ranking

    assert listed.tied.tolist() == [False] * 3


ROWS = st.lists(
    st.tuples(
        st.sampled_from([-1.0, 0.0, 0.5]),
        st.sampled_from(["a", "b", "B"]),
        st.none() | st.tuples(st.integers(0, 3), st.integers(0, 3)).map(sorted),
    ),
    max_size=8,
)


@given(ROWS)
def test_equals_sorting_by_the_rule(rows):
    lengths = {"a": 2}

    def before(i, j):
        (s1, d1, p1), (s2, d2, p2) = rows[i], rows[j]
        if s1 != s2:
            return -1 if s1 > s2 else 1
        if d1 != d2:
            return -1 if d1 > d2 else 1
        (a1, b1), (a2, b2) = (p or (0, lengths.get(d, 10**9)) for p, d in ((p1, d1), (p2, d2)))
        return (a1 - a2) or (b2 - b1) or (i - j)

    wanted = sorted(range(len(rows)), key=cmp_to_key(before))
    if rows:
        table = run(
            doc=[d for _, d, _ in rows],
            score=[s for s, _, _ in rows],
            start=[None if p is None else p[0] for _, _, p in rows],
            end=[None if p is None else p[1] for _, _, p in rows],
        )
        assert order(table, lengths) == wanted


def test_topics_stand_in_the_order_of_the_assessments():
    qrels = Qrels.from_columns(topic=["y", "x"], doc=["d", "d"], grade=[1, 1])
    table = Run.from_columns(topic=["x", "z", "y", "x"], doc=list("abcd"), score=[1, 1, 1, 2])
    view = View(Assessments(qrels), table)
    assert view.rows.tolist() == [2, 3, 0]
    assert view.present.tolist() == [True, True]
    np.testing.assert_array_equal(view.ranking.length, [1, 2])


def test_topics_that_alternate_are_gathered():
    qrels = Qrels.from_columns(topic=["t", "u"], doc=["d", "d"], grade=[1, 1])
    mixed = Run.from_columns(
        topic=["t", "u", "t", "u"], doc=["a", "b", "c", "d"], score=[4, 3, 2, 1], missing="document"
    )
    view = View(Assessments(qrels), mixed)

    assert view.rows.tolist() == [0, 2, 1, 3]
    assert view.ranking.length.tolist() == [2, 2]


def test_two_results_may_disagree():
    two = run(doc=["a", "b"], score=[1, 2], rank=[1, 2])
    assert View(judged(), two).ranking.n_disagree == 1
    assert View(judged(), run(doc=["a"], score=[1], rank=[5])).ranking.n_disagree == 0
