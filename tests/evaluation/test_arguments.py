from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pandas as pd
import polars as pl
import pytest
from tests.helpers import grouped_options

import partwise as pw
from partwise.errors import FormatError, UsageError
from partwise.evaluation.arguments import Given
from partwise.tables.structure.table import Structure

QRELS = pw.Qrels.from_columns(topic=["q"], doc=["d"], start=[10], end=[20], length=[1000])


def run(**columns):
    return pw.Run.from_columns(**{"topic": ["q"], "doc": ["d"], **columns})


class Qrels:
    """A class of somebody else."""


def test_what_evaluate_takes(tmp_path):  # findings 8.2
    (tmp_path / "q.tsv").write_text("topic\tdoc\tstart\tend\nq\td\t10\t20\n")
    (tmp_path / "r.tsv").write_text("topic\tdoc\tstart\tend\nq\td\t10\t20\n")
    part = run(start=[10], end=[20], score=[1.0])
    rows = [{"topic": "q", "doc": "d", "start": 10, "end": 20}]

    def mean(*given, **named):
        return pw.evaluate(*given, **grouped_options(**named)).means["mean"].to_list()

    assert mean(QRELS, part, pw.AiP) == [1.0]
    assert mean(QRELS, part, ["CharR@5"], lengths={"d": 1000}) == [1.0]
    assert mean(QRELS, part, "CharR", lengths=pl.DataFrame({"doc": ["d"], "length": [1000]})) == [1]
    assert mean({"q": {"d": 1}}, {"q": {"d": 1.0}}, ["AP"]) == [1.0]
    assert mean(tmp_path / "q.tsv", [str(tmp_path / "r.tsv")], "CharR") == [1.0]
    assert mean(rows, rows, "CharR") == [1.0]
    assert mean(pl.DataFrame(rows), [pd.DataFrame(rows)], "CharR") == [1.0]
    assert mean(rows, pl.LazyFrame(rows), "CharR") == [1.0]
    named = [{"topic": "q", "file": "d", "start": 10, "end": 20}]
    assert mean(QRELS, named, "CharR", columns={"doc": "file"}) == [1.0]


def test_a_folder_stands_for_its_runs(tmp_path):  # findings 8.2
    for name in ("a", "b"):
        (tmp_path / f"{name}.tsv").write_text("topic\tdoc\tstart\tend\trank\nq\td\t10\t20\t1\n")
    (tmp_path / "c.xml").write_text("<x/>")

    results = pw.evaluate(QRELS, tmp_path, "CharR")

    assert results.runs == ("a", "b")
    assert f"{tmp_path}: 1 file is not a run and was left out (c.xml)" in results.notes


def test_what_evaluate_refuses():  # findings 8.2
    for given, said in (
        ((Qrels(), run()), f"qrels must be partwise.Qrels, not {__name__}.Qrels"),
        ((QRELS, [[1]]), "a run must be a Run, a dict, a frame or a path, not list"),
        ((QRELS, 3), "a run must be a Run, a dict, a frame or a path, not int"),
    ):
        with pytest.raises(UsageError) as caught:
            pw.evaluate(*given)
        assert str(caught.value) == said


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def test_tables_pass_as_they_are():
    given, mine = Given(), run()
    lengths = pw.Lengths.from_columns(doc=["d"], length=[5])
    inventory = pw.Inventory.from_columns(doc=["d"])
    structure = Structure.from_columns(doc=["d"], parent=[None], tag=["a"], start=[0], end=[1])

    assert given.qrels(QRELS) is QRELS
    assert list(given.runs(mine)) == [mine]
    assert given.lengths(lengths) is lengths
    assert given.inventory(inventory) is inventory
    assert given.structure(structure) is structure
    assert given.lengths(None) is given.structure(None) is None
    listed = pw.Run.from_columns(topic=["q"], doc=["d"], start=[2], end=[5], score=[1.0])
    assert given.inventory(listed).start.tolist() == [2]


def test_files_are_read_as_the_caller_wants(here):
    Path("r.tsv").write_text("topic\tsource\tstart\tend\nq\td\t0\t4\nq\te\t\t\n")
    Path("l.tsv").write_text("doc\tlength\nd\t7\n")
    Path("i.tsv").write_text("doc\tstart\tend\nd\t0\t4\ne\t\t\n")
    Path("s.tsv").write_text("doc\tnode\tparent\ttag\tstart\tend\nd\t0\t\ta\t0\t4\n")
    given = Given(pw.Reading(missing="skip", columns={"doc": "source"}))

    (found,) = given.tables("r.tsv")

    assert found.docs.tolist() == ["d"]
    assert Given(pw.Reading(missing="skip")).inventory(Path("i.tsv")).docs.tolist() == ["d"]
    assert Given().lengths("l.tsv").length.tolist() == [7]
    assert len(Given().structure("s.tsv")) == 1


def test_a_name_of_a_column_that_no_table_has(here):
    given = Given(pw.Reading(columns={"doc": "sorce"}))

    with pytest.raises(UsageError, match="--columns doc=sorce: no file has a column sorce"):
        list(given.tables([run()]))


@pytest.mark.parametrize(
    ("ask", "given", "said"),
    [
        ("lengths", 3, "lengths must be a dict, a frame or partwise.Lengths, not int"),
        ("inventory", {}, "inventory must be a frame or partwise.Inventory, not dict"),
        ("structure", [], "structure must be partwise.Structure or a path, not list"),
    ],
)
def test_other_tables_that_are_refused(ask, given, said):
    with pytest.raises(UsageError) as caught:
        getattr(Given(), ask)(given)

    assert str(caught.value) == said


def test_runs_are_read_one_by_one():
    def runs():
        yield run()
        raise AssertionError("the second run was asked for too early")

    assert len(next(Given().tables(runs()))) == 1


TWO_MINDS = "topic\tdoc\tstart\tend\tassessor\nq\td\t10\t20\tann\nq\td\t30\t40\tbob\n"


def test_what_is_taken_of_assessments_and_runs(tmp_path):
    (tmp_path / "q.tsv").write_text(TWO_MINDS)
    places = {"start": [0, 12, 5], "end": [9, 20, 45], "rank": [1, 2, 3]}
    pw.write_run(run(topic=["q"] * 3, doc=["e", "d", "d"], **places), tmp_path / "r.tsv")
    lengths = {"d": 50, "e": 10}
    how = {"lengths": lengths, "doc_ids": "exact"}

    def mean(measure, **named):
        found = pw.evaluate(
            tmp_path / "q.tsv", tmp_path / "r.tsv", measure, **grouped_options(**how, **named)
        )
        return found.mean_table[0, 0], found.options

    value, options = mean("CharR@2", assessor="ann")
    assert (value, options["assessor"]) == (0.8, "ann")
    assert mean("CharR@2")[0] == 0.4
    value, options = mean("CharP", whole_documents=True)
    assert (value, options["whole_documents"]) == (20 / 60, True)
    assert mean("CharP", whole_documents=True, jobs=2)[0] == 20 / 60
    assert mean("CharR@2", assessor="ann", jobs=2)[0] == 0.8
    # documents are read by a shorter way, which whole documents do not take
    assert mean("P@1", whole_documents=True)[0] == mean("P@1")[0] == 0.0
    with pytest.raises(UsageError, match='no assessor "eve"'):
        mean("CharR", assessor="eve")


def test_losses_and_pages_take_the_same(tmp_path):
    (tmp_path / "q.tsv").write_text(TWO_MINDS)
    parts = run(start=[12], end=[20], rank=[1])
    how = {"lengths": {"d": 50}, "assessor": "ann", "whole_documents": True}
    every = run(start=[0], end=[50], rank=[1])
    lost = pw.losses(tmp_path / "q.tsv", parts, inventory=every, k=1, **grouped_options(**how))
    assert lost.runs[0].mean["shown"] == 1.0
    pw.report(tmp_path / "q.tsv", parts, "CharP", path=tmp_path / "r.html",
              data=tmp_path / "r.json", resamples=100, **grouped_options(**how))  # fmt: skip
    page = json.loads((tmp_path / "r.json").read_text())
    assert page["means"] == [[10 / 50]]
    assert page["curve"]["recall"][0][-1] == 1.0


OVERLAPPING = pw.Run.from_columns(
    topic=["q"] * 2, doc=["d"] * 2, start=[0, 5], end=[9, 12], score=[2.0, 1.0]
)


def test_runs_are_held_to_the_rules_of_a_task(tmp_path):
    judged = pw.Qrels.from_columns(topic=["q"], doc=["d"], start=[0], end=[9])
    words = "task 'focused' forbids overlap: topic q, rows 0 and 1, d 0..9 and 5..12"
    for called in (
        partial(pw.evaluate, measures="CharR"),
        partial(pw.evaluate, measures="CharR", work=pw.Work(jobs=2)),
        partial(pw.bucket, folder=tmp_path / "buckets"),
        partial(pw.report, path=tmp_path / "page.html"),
    ):
        with pytest.raises(FormatError) as bad:
            called(judged, OVERLAPPING, **grouped_options(task="focused"))
        assert words in str(bad.value).replace('"', "'")
    found = pw.evaluate(judged, OVERLAPPING, "CharR", rules=pw.Rules(task="thorough"))
    assert found.options["task"] == "thorough"
    with pytest.raises(UsageError, match="there is no task"):
        pw.evaluate(judged, OVERLAPPING, "CharR", rules=pw.Rules(task="focussed"))


def test_a_task_is_checked_before_parts_are_widened():
    judged = pw.Qrels.from_columns(topic=["q"], doc=["d"], start=[0], end=[9])

    with pytest.raises(FormatError, match="forbids overlap"):
        pw.evaluate(judged, OVERLAPPING, "AP", rules=pw.Rules(task="focused", whole_documents=True))


def test_entry_points_are_what_one_task_asks_for():
    judged = pw.Qrels.from_columns(topic=["q"], doc=["d"], start=[0], end=[9])
    run = pw.Run.from_columns(topic=["q"], doc=["d"], start=[4], end=[4], score=[1.0])
    every = {
        task: pw.evaluate(judged, run, "CharR", rules=pw.Rules(task=task)).notes
        for task in ("thorough", "best-in-context")
    }

    assert set(every["thorough"]) > set(every["best-in-context"])
