from __future__ import annotations

import numpy as np
import pytest

import partwise as pw
from partwise.errors import UsageError
from partwise.evaluation.collected import Collected
from partwise.evaluation.plan import plan
from partwise.geometry.assessments.joined import Assessments
from partwise.geometry.view import View
from partwise.messages import Notes

# topic b has nothing relevant: AP is undefined there
QRELS = pw.Qrels.from_columns(topic=["a", "b", "c"], doc=["d", "d", "d"], grade=[1, 0, 1])
RUN = pw.Run.from_columns(
    topic=["a", "b", "x"], doc=["d", "d", "d"], score=[1.0, 1.0, 1.0], answered=["y"]
)


def collected(topics="all", undefined="skip", runs=(RUN,)):
    planned = plan(QRELS, ["AP", "P@1"], undefined=undefined, topics=topics)
    found = Collected(QRELS, planned, None)
    for run in runs:
        found.add(View(Assessments(QRELS), run))
    return found


@pytest.mark.parametrize(
    ("topics", "undefined", "values"),
    [
        ("all", "skip", [1, np.nan, 0]),
        ("all", "zero", [1, 0, 0]),
        ("common", "skip", [1, np.nan, np.nan]),
        ("common", "zero", [1, 0, np.nan]),
    ],
)
def test_topics_that_are_undefined_or_not_in_the_run(topics, undefined, values):
    results = collected(topics, undefined).results(Notes())

    assert results.table[0, 0].tolist() == pytest.approx(values, nan_ok=True)
    assert results.present[0].tolist() == [True, True, False]
    assert results.averaged[0].tolist() == [True, True, topics == "all"]


def test_topics_are_counted_over_all_runs():
    other = pw.Run.from_columns(topic=["c", "z"], doc=["d", "d"], name="other")

    results = collected(runs=[RUN, other]).results(Notes())

    # a, b, c are judged; x, y and z are not
    assert results.counts == {"judged": 3, "run": 6, "ignored": 3, "empty": 1}
    assert results.runs == ("run", "other")
    assert results.table.shape == (2, 2, 3)
    assert (results.measures, results.better) == (("AP", "P@1"), ("higher", "higher"))


def test_notes_stand_in_the_order_of_the_runs():
    notes = Notes(["of the assessments"])

    results = collected().results(notes)

    assert results.notes[0] == "of the assessments"
    assert any(note.startswith("AP, P@1: undefined for 1 of 3 topics") for note in results.notes)
    common = collected("common").results(notes)
    assert any(note.startswith("AP, P@1: undefined for 1 of 2 topics") for note in common.notes)


def test_a_run_is_named_with_its_file(tmp_path):
    (tmp_path / "r").write_text("a Q0 d 1 2 x\n")

    found = collected(runs=[pw.read_run(tmp_path / "r")])

    assert found.files == [("run", str(tmp_path / "r"))]
    assert found.met == [{"documents": {"retrieved": 1, "judged": 1}}]


def test_nothing_to_collect():
    with pytest.raises(UsageError, match="no run is given"):
        collected(runs=[]).results(Notes())
