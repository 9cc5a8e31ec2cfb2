"""Objects of other evaluation packages are taken as they are."""

from __future__ import annotations

from collections import namedtuple
from importlib.util import find_spec

import ir_measures
import pytest
from tests.oracles.store import live_classes, stored_classes

import partwise as pw
from partwise.errors import UsageError

GRADES = {"q1": {"a": 1, "b": 0}, "q2": {"c": 1}}
SCORES = {"q1": {"b": 2.0, "a": 1.0}, "q2": {"c": 1.0}}
Qrel = namedtuple("Qrel", ["query_id", "doc_id", "relevance", "iteration"])
ScoredDoc = namedtuple("ScoredDoc", ["query_id", "doc_id", "score"])
QRELS = [Qrel(q, d, g, "0") for q, found in GRADES.items() for d, g in found.items()]
RUN = [ScoredDoc(q, d, s) for q, found in SCORES.items() for d, s in found.items()]


class RanxQrels:
    def __init__(self, qrels):
        self.qrels, self.name = qrels, None

    def to_dict(self):
        return self.qrels


class RanxRun:
    def __init__(self, run, name=None):
        self.run, self.name = run, name

    def to_dict(self):
        return self.run


class Dataset:
    def qrels_iter(self):
        return iter(QRELS)


@pytest.mark.parametrize("qrels", [GRADES, RanxQrels(GRADES), QRELS, Dataset()])
@pytest.mark.parametrize("run", [SCORES, RanxRun(SCORES), RUN, [RUN], [RanxRun(SCORES)]])
def test_the_same_value(qrels, run):
    assert pw.evaluate(qrels, run, "AP").mean("run", "AP") == (1 / 2 + 1) / 2


def test_iterators():
    results = pw.evaluate(iter(QRELS), iter(RUN), "AP")
    assert results.mean("run", "AP") == 0.75
    runs = (pw.Run.from_dict(SCORES, name=name) for name in ("x", "y"))
    assert pw.evaluate(GRADES, runs, "AP").mean("y", "AP") == 0.75


def test_names_of_ranx_are_kept():
    assert pw.evaluate(GRADES, RanxRun(SCORES, "bm25"), "AP").mean("bm25", "AP") == 0.75


def test_lists_of_items_by_topic():
    gold = {"q": [{"doc": "a", "start": 0, "end": 10}]}
    found = {"q": [{"doc": "a", "start": 20, "end": 30}, {"doc": "a", "start": 0, "end": 10}]}
    assert pw.evaluate(gold, found, "PartRR").mean("run", "PartRR") == 0.5
    with pytest.warns(pw.PartwiseWarning, match="no results"):
        assert pw.evaluate(gold, {"q": []}, "PartRR").mean("run", "PartRR") == 0.0


def test_a_run_as_assessments_is_named_in_full():
    with pytest.raises(UsageError, match=r"qrels must be assessments, not .*test_foreign\.RanxRun"):
        pw.evaluate(RanxRun(SCORES), SCORES, "AP")


HEADINGS = {
    "pyterrier": (("qid", "docno", "label"), ("qid", "docno", "score")),
    "ir_measures": (("query_id", "doc_id", "relevance"), ("query_id", "doc_id", "score")),
    "ranx": (("q_id", "doc_id", "score"), ("q_id", "doc_id", "score")),
    "beir": (("query-id", "corpus-id", "score"), ("query-id", "corpus-id", "score")),
}


def rows(nested):
    return [(topic, doc, n) for topic, found in nested.items() for doc, n in found.items()]


def frames(kind):
    """Make frames of rows, of one kind."""
    if kind == "dictionaries":
        return lambda heading, found: [dict(zip(heading, row, strict=True)) for row in found]
    if kind == "pandas":
        pd = pytest.importorskip("pandas", reason="needs pandas (extra frames)")
        return lambda heading, found: pd.DataFrame(found, columns=list(heading))
    import polars as pl

    def frame(heading, found):
        made = pl.DataFrame(found, schema=list(heading), orient="row")
        return made.lazy() if kind == "lazy" else made

    return frame


@pytest.mark.parametrize("kind", ["pandas", "polars", "lazy", "dictionaries"])
@pytest.mark.parametrize("tool", HEADINGS)
def test_frames_of_other_tools(tool, kind):
    make, (judged, scored) = frames(kind), HEADINGS[tool]
    qrels, run = make(judged, rows(GRADES)), make(scored, rows(SCORES))
    assert pw.evaluate(qrels, run, "AP").mean("run", "AP") == 0.75
    assert pw.evaluate(qrels, [run, run], "AP").runs == ("run", "run#2")
    assert len(pw.Qrels.from_frame(qrels)) == len(pw.Run.from_frame(run)) == 3


@pytest.mark.parametrize("kind", ["pandas", "polars"])
def test_results_of_pyterrier_have_two_names_of_documents(kind):
    heading = ("qid", "docid", "docno", "rank", "score", "query")
    found = [("q1", 7, "b", 0, 2.0, "oil"), ("q1", 4, "a", 1, 1.0, "oil"), ("q2", 1, "c", 0, 1, "")]
    run = frames(kind)(heading, found)
    judged = frames(kind)(("qid", "docno", "label", "iteration"), [(*r, "0") for r in rows(GRADES)])
    results = pw.evaluate(judged, run, "AP")
    assert results.mean("run", "AP") == 0.75
    said = [str(note) for note in results.notes]
    assert "run: column docid left out: docno names documents" in said
    assert not any("unknown" in note for note in said)
    chosen = pw.Run.from_frame(run, columns={"doc": "docid"})
    assert chosen.docs.tolist() == ["7", "4", "1"]


def test_a_run_of_ranx_as_assessments_is_refused():
    make = frames("polars")
    run = make(("q_id", "doc_id", "score"), [("q1", "a", 0.5)])
    with pytest.raises(pw.PartwiseError, match="a run, not assessments"):
        pw.evaluate(run, SCORES, "AP")


def test_columns_of_a_frame_are_no_attributes_of_an_object():
    """A frame of pandas has its columns as attributes, and can be turned into a dictionary."""
    make = frames("pandas")
    run = make(("query_id", "doc_id", "score", "run"), [(*row, "bm25") for row in rows(SCORES)])
    assert pw.evaluate(GRADES, run, "AP").mean("bm25", "AP") == 0.75


def test_several_iterators():
    results = pw.evaluate(iter(QRELS), [iter(RUN), iter(RUN)], "AP")
    assert results.mean_table.tolist() == [[0.75], [0.75]]


def sources(tool):
    """Where classes of a tool come from: stored shapes and, where it is installed, the tool."""
    return [stored_classes, live_classes] if find_spec(tool) else [stored_classes]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("classes", sources("ranx"))
def test_objects_of_ranx(classes):
    qrels, run = classes("ranx").values()
    runs = [run(SCORES, name="bm25"), run(SCORES, name="dense")]
    results = pw.evaluate(qrels(GRADES), runs, "map")
    assert results.runs == ("bm25", "dense")
    assert results.mean_table.tolist() == [[0.75], [0.75]]
    with pytest.raises(UsageError, match=r"not ranx\.data_structures\.run\.Run"):
        pw.evaluate(runs[0], runs[0], "map")
    with pytest.raises(UsageError, match=r"not ranx\.data_structures\.qrels\.Qrels"):
        pw.evaluate(qrels(GRADES), qrels(GRADES), "map")


def test_rows_that_ir_measures_reads(tmp_path):
    qrels, run = tmp_path / "q", tmp_path / "r"
    qrels.write_text("".join(f"{t} 0 {d} {g}\n" for t, d, g in rows(GRADES)))
    run.write_text("".join(f"{t} Q0 {d} 1 {s} x\n" for t, d, s in rows(SCORES)))
    read = ir_measures.read_trec_qrels(str(qrels)), ir_measures.read_trec_run(str(run))
    assert pw.evaluate(*read, "AP").mean("run", "AP") == 0.75


@pytest.mark.parametrize("classes", sources("ir_datasets"))
def test_rows_of_ir_datasets(classes):
    qrel, scored_doc = classes("ir_datasets").values()
    judged = [qrel(*row, "0") for row in rows(GRADES)]
    scored = [scored_doc(*row) for row in rows(SCORES)]
    assert pw.evaluate(judged, scored, "AP").mean("run", "AP") == 0.75
