"""Which runs are read as far as measures see them; tests/laws compare the values."""

from __future__ import annotations

import pytest

import partwise as pw
from partwise.evaluation.chunk_runs import read_seen, sees, sight_of
from partwise.evaluation.evaluate import evaluate
from partwise.evaluation.plan import plan, resolve
from partwise.evaluation.prepared import Prepared
from partwise.evaluation.unread_run import UnreadRun
from partwise.files.reading import read_run
from partwise.language.measure import ALL_PARTS, Sees
from partwise.tables.chunk_run import ChunkRun
from partwise.texts.verification import Verification

QRELS = {"topic": ["q1", "q2"], "doc": ["a", "b"], "start": [0, 5], "end": [9, 20]}
RUN = "topic\tdoc\tstart\tend\tscore\nq1\ta\t3\t12\t2\nq1\tx\t0\t9\t1\n"


def tables(qrels=None, **options):
    qrels = pw.Qrels.from_columns(**QRELS) if qrels is None else qrels
    checked = Verification(None, None, None, None)
    how = {"structure": None, "lengths": None, "doc_ids": None, "lenient": False} | options
    return Prepared(qrels, checked=checked, **how)


def sight(*measures, preset=None, qrels=None, **options):
    ready = tables(qrels)
    planned = plan(ready.qrels, measures or None, preset=preset, **options)
    return sight_of(planned, ready)


@pytest.mark.parametrize(
    ("measures", "expected"),
    [
        (["CharR@5", "CharP@9"], Sees(9, 0)),
        (["CharR(budget=4000)", "CharAP"], Sees(0, 4000)),
        (["CharR", "PartRR", "Hit@3", "SpanR"], Sees(3, 0)),
        (["CharIoU(multiset=True)", "CharF(budget=7)"], Sees(0, 7)),
        (["CharR@5", "CharIoU"], ALL_PARTS),
        (["CharOverlap"], ALL_PARTS),
        (["CharP(repeats=free)"], ALL_PARTS),
        (["AiP", "iP@0.5"], ALL_PARTS),
        (["AiP@auto"], None),
        (["CharIoU", "CharF(budget=9, unit=tokens)"], None),
        (["CharP(repeats=free)@3"], Sees(3, 0)),
        (["PartP"], ALL_PARTS),
        (["CharR(budget=9, unit=tokens)"], None),
        (["CharR@auto"], None),
        (["AP"], None),
        ([], None),
    ],
)
def test_how_far_measures_see(measures, expected):
    assert sees(resolve(measures) if measures else []) == expected


def test_the_default_measures_of_passages_see_little():
    assert (sight().rank, sight().budget) == (5, 4000)
    assert sight(preset="rag") is not None


def test_what_needs_the_whole_run():
    assert sight("CharR@5") is not None
    assert sight("CharR@5", order="rank") is None
    assert sight("CharR@5", convention="inex") is None
    assert sight(preset="chroma") is None
    documents = pw.Qrels.from_columns(topic=["q1"], doc=["a"], grade=[1])
    assert sight("Hit@5", qrels=documents) is None


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "run.tsv"
    path.write_text(RUN)
    return str(path)


def test_files_are_read_as_far_as_they_are_seen(path):
    found = read_seen(path, sight=sight("CharR@5"), missing="skip")

    assert isinstance(found, ChunkRun)
    assert found.missing == "skip"
    assert found.notes == read_run(path).notes


@pytest.mark.parametrize("options", [{"unit": "codepoint"}, {"format": "tsv"}])
def test_options_of_reading(path, options):
    assert isinstance(read_seen(path, sight=sight("CharR@5"), **options), ChunkRun)


def test_other_files_are_read_in_full(tmp_path):
    path = tmp_path / "run.csv"
    path.write_text(RUN.replace("\t", ","))
    assert isinstance(read_seen(path, sight=sight("CharR@5")), pw.Run)


def test_runs_that_are_read_late(path):
    qrels = pw.Qrels.from_columns(**QRELS)
    late = UnreadRun(lambda read: read(path))

    assert evaluate(qrels, [late], "CharR@5").table.tolist() == [[[6 / 9, 0.0]]]


@pytest.mark.parametrize("measures", [["CharR@5"], ["CharIoU"], ["CharR(budget=40)", "PartRR"]])
@pytest.mark.parametrize("rows", ["q1\ta\t3\t12\t2\n", "q1\ta\t3\t12\t2\nq1\tx\t0\t9\t1\n"])
@pytest.mark.parametrize("times", [1, 2])
def test_what_holds_in_every_topic_is_said_of_what_is_seen(tmp_path, measures, rows, times):
    file, judged = tmp_path / "r.tsv", pw.Qrels.from_columns(**QRELS, length=[9, 30])
    file.write_text("topic\tdoc\tstart\tend\tscore\n" + rows * times, encoding="utf-8")

    seen = evaluate(judged, file, measures)
    whole = evaluate(judged, read_run(file), measures)

    assert seen.notes == whole.notes
    assert any("Are the rows doubled?" in note for note in seen.notes) == (times == 2)
    assert any("no topic returns" in note for note in seen.notes) == ("budget" in measures[0])
