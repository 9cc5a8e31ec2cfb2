from __future__ import annotations

import pytest
from tests.conftest import ROOT
from tests.report.conftest import qrels_of, run_of

import partwise as pw
from partwise.report.account import RESULTS, graded_lines, uncounted

FILES = ROOT / "tests" / "golden" / "files"


def test_precision_of_graded_documents():
    qrels = pw.Qrels.from_dict({"t": {"d": 1, "e": 1, "f": 0}})
    run = pw.Run.from_dict({"t": {"f": 3.0, "d": 2.0, "e": 1.0}})
    found = graded_lines(qrels, [run])

    assert found.levels.x == pytest.approx([at / 10 for at in range(11)])
    assert found.levels.y == [[2 / 3] * 11]  # two of the first three are relevant
    assert (found.gain, found.effort) == (None, None)


def test_gain_of_graded_elements():
    structure = pw.read_structure(FILES / "structure.tsv")
    qrels = pw.read_qrels(FILES / "elements.tsv")
    runs = [pw.read_run(FILES / f"{name}.tsv") for name in ("neap", "spring")]
    found = graded_lines(qrels, runs, structure=structure)
    measured = pw.evaluate(qrels, runs, ["nxCG@7", "ep@0.3"], structure=structure).mean_table

    assert found.levels is None
    assert len(found.gain.x) == RESULTS
    assert [line[6] for line in found.gain.y] == measured[:, 0].tolist()
    assert [line[2] for line in found.effort.y] == measured[:, 1].tolist()
    assert found.gain.to_dict()["axis"] == "results read"


def test_highlights_have_none():
    found = graded_lines(qrels_of(("t", "d", 0, 5)), [run_of("r", ("t", "d", 0, 3))])

    assert found.levels is found.gain is found.effort is None


def test_curves_that_cannot_count_copies_once_are_left_out():
    qrels = pw.Qrels.from_dict({"t": {"d": 1, "e": 1, "f": 0}})
    run = pw.Run.from_dict({"t": {"f": 3.0, "d": 2.0, "e": 1.0}})

    assert graded_lines(qrels, [run], rules=pw.Rules(equivalent="same")).levels is None
    (note,) = uncounted(qrels, "same")
    assert note == (
        "no curve of precision at recall: it would count copies of a text several times "
        '(equivalent="same")'
    )
    assert uncounted(qrels, None) == []
    assert uncounted(qrels_of(("t", "d", 0, 5)), "same") == []
