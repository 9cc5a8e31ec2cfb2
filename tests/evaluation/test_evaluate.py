from __future__ import annotations

import numpy as np
import pytest
from tests.helpers import grouped_options

import partwise as pw
from partwise.errors import FormatError, UsageError
from partwise.evaluation.evaluate import evaluate

QRELS = pw.Qrels.from_columns(topic=["a", "b"], doc=["d", "e"], grade=[1, 1])


def run(name="run", **columns):
    given = {"topic": ["a", "a", "b"], "doc": ["x", "d", "e"], "score": [3.0, 2.0, 1.0]}
    return pw.Run.from_columns(**{**given, **columns}, name=name)


def test_by_hand():
    results = evaluate(QRELS, [run()], ["AP", "P@1", "RR"])

    # topic a: the relevant document is second; topic b: it is first
    assert results.table[0].tolist() == [[0.5, 1.0], [0.0, 1.0], [0.5, 1.0]]
    assert results.mean("run", "AP") == 0.75
    assert (results.topics, results.runs) == (("a", "b"), ("run",))


def test_runs_of_one_name_are_both_shown():
    results = evaluate(QRELS, [run(), run(topic=["a"], doc=["d"], score=[1.0])], "AP")

    assert results.runs == ("run", "run#2")
    assert "a second run is named run; it is shown as run#2" in results.notes
    assert results.mean("run#2", "AP") == 0.5


def test_what_orders_the_run():
    assert (
        evaluate(QRELS, run(rank=[2, 1, 1]), "P@1", reading=pw.Reading(order="rank")).mean(
            "run", "P@1"
        )
        == 1
    )
    assert evaluate(QRELS, run(rank=[2, 1, 1]), "P@1").mean("run", "P@1") == 0.5


def test_options_and_files_are_kept(tmp_path):
    (tmp_path / "q").write_text("a 0 d 1\nb 0 e 1\n")
    (tmp_path / "r").write_text("a Q0 d 1 2 x\nb Q0 e 1 2 x\n")

    results = evaluate(
        tmp_path / "q",
        tmp_path / "r",
        reading=pw.Reading(order="score"),
        rules=pw.Rules(topics="common"),
    )

    assert (results.options["order"], results.options["topics"]) == ("score", "common")
    # chosen from the assessments, with its own rule for undefined topics
    assert (results.options["preset"], results.options["undefined"]) == ("trec", "zero")
    assert [(entry["role"], entry["file"]) for entry in results.inputs] == [
        ("qrels", str(tmp_path / "q")),
        ("run", str(tmp_path / "r")),
    ]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"topics": "some"}, "topics must be all or common, not 'some'"),
        ({"undefined": "one"}, "undefined must be skip or zero, not 'one'"),
        ({"doc_ids": "lower"}, "doc_ids must be exact, name, stem or casefold, not 'lower'"),
        ({"order": "size"}, "order must be score, rank or file, not 'size'"),
    ],
)
def test_options_that_are_refused(options, said):
    with pytest.raises(UsageError) as caught:
        evaluate(QRELS, run(), "AP", **grouped_options(**options))

    assert str(caught.value) == said


def test_no_run_and_no_measure():
    with pytest.raises(UsageError, match="no run is given"):
        evaluate(QRELS, [], "AP")
    with pytest.raises(UsageError, match="not a measure"):
        evaluate(QRELS, run(), [3])


def test_a_row_that_does_not_fit_names_its_line(tmp_path):
    (tmp_path / "r.tsv").write_text("topic\tdoc\telement\na\td\t/x[1]\na\td\t/x[1]/y[7]\n")
    structure = pw.Structure.from_columns(doc=["d"], parent=[None], tag=["x"], start=[0], end=[9])
    spans = pw.Qrels.from_columns(topic=["a"], doc=["d"], start=[0], end=[5])

    with pytest.raises(FormatError, match=r"r\.tsv:3: "):
        evaluate(spans, tmp_path / "r.tsv", "CharR", structure=structure)


def test_inputs_are_untouched():
    one = run()
    before = one.to_frame()

    evaluate(
        QRELS,
        one,
        "AP",
        reading=pw.Reading(order="file", doc_ids="name"),
        rules=pw.Rules(undefined="zero"),
    )

    assert one.to_frame().equals(before)
    assert np.array_equal(QRELS.grade, [1, 1])
