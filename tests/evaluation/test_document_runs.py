from __future__ import annotations

from pathlib import Path

import pytest

import partwise as pw
from partwise.evaluation.document_runs import documents_suffice, read_documents
from partwise.measures import AP, CharR, P
from partwise.tables.ranked_run import RankedRun

JUDGED = pw.Qrels.from_columns(topic=["q"], doc=["d"], grade=[1])


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("r").write_text("q Q0 e 1 3 x\nq Q0 d 2 2 x\n")


def test_what_lists_of_documents_suffice_for():
    class Own(pw.Measure):
        """A measure that does not state what it needs."""

    assert documents_suffice([AP(), P() @ 5], JUDGED)
    assert not documents_suffice([AP(), CharR()], JUDGED)
    assert not documents_suffice([AP(), Own()], JUDGED)


def test_what_needs_names_or_lines():
    assert documents_suffice([AP()], JUDGED, order="score", doc_ids="exact")
    assert not documents_suffice([AP()], JUDGED, order="file")
    assert not documents_suffice([AP()], JUDGED, order="rank")
    assert not documents_suffice([AP()], JUDGED, doc_ids="name")


def test_a_trec_run_is_read_as_its_documents(here):
    found = read_documents("r", JUDGED)

    assert isinstance(found, RankedRun)
    assert found.docs.tolist() == ["d"]
    assert found.doc.tolist() == [1, 0]  # the first document was not judged
    # the same notes as those of the whole run
    assert found.notes == pw.read_run("r").notes != ()
    assert read_documents("r", JUDGED, format="trec-run").notes == ()


def test_other_formats_are_read_whole(here):
    Path("r.tsv").write_text("topic\tdoc\tscore\nq\td\t1\n")

    found = read_documents("r.tsv", JUDGED, columns=None, order=None)

    assert isinstance(found, pw.Run)
    assert found.notes == pw.read_run("r.tsv").notes


def test_values_are_those_of_the_whole_run(here):
    for run in (read_documents("r", JUDGED), pw.read_run("r")):
        results = pw.evaluate(JUDGED, run, ["AP", "P@1"])
        assert results.table[0, :, 0].tolist() == [0.5, 0.0]
