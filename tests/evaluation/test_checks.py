from __future__ import annotations

import numpy as np
import pytest

import partwise as pw
from partwise.errors import FormatError, UsageError
from partwise.evaluation.checks import (
    check_offsets,
    check_rules,
    fitting,
    named_apart,
    named_elements,
    only_assessor,
    prepared_qrels,
)
from partwise.geometry.assessments import Assessments
from partwise.messages import Notes
from partwise.tables.run import Run
from partwise.texts.verification import Verification

JUDGED = pw.Qrels.from_columns(
    topic=["a", "b", "c", "b"],
    doc=["w", "x", "y", "z"],
    grade=[1, 2, 3, 0],
    assessor=["ann", "bob", "bob", "bob"],
    page=[10, 20, 30, 40],
)


def test_runs_of_one_name_are_told_apart():
    notes, run = Notes(), Run.from_columns(topic=["q"], doc=["d"], name="x")

    assert named_apart(run, ["y"], notes) is run
    assert named_apart(run, ["x"], notes).name == "x#2"
    assert named_apart(run, ["x", "x#2"], notes).name == "x#3"
    assert list(notes) == [
        "a second run is named x; it is shown as x#2",
        "a second run is named x; it is shown as x#3",
    ]


def test_the_file_of_a_second_run_is_named(tmp_path):
    (tmp_path / "r").write_text("q Q0 d 1 2 x\n")
    notes = Notes()

    named_apart(pw.read_run(tmp_path / "r"), ["x"], notes)

    assert list(notes) == [f"a second run is named x ({tmp_path / 'r'}); it is shown as x#2"]


def test_rows_of_one_assessor():
    bob = only_assessor(JUDGED, "bob")

    assert bob.topics.tolist() == ["b", "c"]
    assert bob.topic.tolist() == [0, 1, 0]
    assert [bob.docs[code] for code in bob.doc] == ["x", "y", "z"]
    assert (bob.grade.tolist(), bob.extra["page"].tolist()) == ([2, 3, 0], [20, 30, 40])
    with pytest.raises(UsageError) as caught:
        only_assessor(JUDGED, "eve")
    assert str(caught.value) == ('no assessor "eve" in the assessments (available: ann, bob)')
    with pytest.raises(UsageError, match="available: none"):
        only_assessor(pw.Qrels.from_dict({"q": {"d": 1}}), "eve")


def test_assessments_as_the_user_wants_them():
    assert prepared_qrels(JUDGED) is JUDGED
    found = prepared_qrels(JUDGED, assessor="ann", scale="share")
    assert (found.scale, len(found), JUDGED.scale) == ("share", 1, None)


def test_names_of_elements_are_noted_once():
    run = Run.from_columns(topic=["q"], doc=["d"], element=["intro"])
    qrels = pw.Qrels.from_columns(topic=["q"], doc=["d"], element=["intro"], e=[1], s=[1])

    once = named_elements(run, None)

    assert len(once.notes) == 1
    assert named_elements(once, None).notes == once.notes
    (said,) = named_elements(qrels, None).notes
    assert said.startswith("assessments: ")


@pytest.mark.parametrize("task", ["thorough", "focused"])
def test_rules_of_a_task_name_the_line(tmp_path, task):
    (tmp_path / "r.tsv").write_text("topic\tdoc\tstart\tend\nq\td\t0\t5\nq\td\t3\t8\n")
    run = pw.read_run(tmp_path / "r.tsv")

    if task == "thorough":
        check_rules(run, None, task)
    else:
        with pytest.raises(FormatError, match=r"r\.tsv: .* topic q, lines 2 and 3"):
            check_rules(run, None, task)


def test_lengths_that_look_like_ends_are_asked_of_inex_runs_only(tmp_path):
    # offset and "length" of every part: 50 60, 70 90; the document has 95 characters
    (tmp_path / "r").write_text("q Q0 d 1 2 x 50 60\nq Q0 d 2 1 x 70 90\n")
    run = pw.read_run(tmp_path / "r", format="inex-run")
    judged = Assessments(
        pw.Qrels.from_columns(topic=["q"], doc=["d"], start=[0], end=[5], length=[95])
    )

    with pytest.raises(FormatError, match="end"):
        check_offsets(run, judged)
    check_offsets(Run.from_columns(topic=["q"], doc=["d"], start=[50], length=[60]), judged)


def test_texts_that_do_not_fit_name_the_line(tmp_path):
    lines = ["topic doc start end text", "q d 0 4 lamp", "q d 5 9 shop"]
    (tmp_path / "r.tsv").write_text("\n".join(lines).replace(" ", "\t"))
    run = pw.read_run(tmp_path / "r.tsv")

    fits = fitting(run, Verification({"d": "lamp shop"}))
    assert np.array_equal(fits.start, run.start)
    with pytest.raises(FormatError, match=r"r\.tsv:3"):
        fitting(run, Verification({"d": "lamp tree"}))
