from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import partwise as pw
from partwise.evaluation.document_runs import documents_suffice, read_documents
from partwise.evaluation.evaluate import evaluate
from partwise.files.streams import OpenedFile
from partwise.geometry.assessments.joined import Assessments
from partwise.kernels.text.name_table import NameTable
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


RANKED = "".join(f"1 Q0 d{rank} {rank} {9 - rank}.5 {{}}\n" for rank in range(1, 9))


def test_of_many_runs_the_assessments_are_prepared_once(tmp_path, monkeypatch):
    made, opened = Counter(), Counter()

    def counted(cls, method):
        original = getattr(cls, method)

        def called(self, *given, **named):
            made[cls.__name__] += 1
            return original(self, *given, **named)

        monkeypatch.setattr(cls, method, called)

    def stream(self):
        opened[Path(self._path).name] += 1
        return original(self)

    original = OpenedFile.stream
    monkeypatch.setattr(OpenedFile, "stream", stream)
    for cls in (NameTable, Assessments):
        counted(cls, "__init__")
    counted(NameTable, "find")
    (tmp_path / "qrels").write_text("1 0 d2 1\n1 0 d5 0\n")
    runs = [tmp_path / f"{name}.run" for name in "abcde"]
    for path in runs:
        path.write_text(RANKED.format(*[path.stem] * 8))

    results = evaluate(tmp_path / "qrels", runs, ["AP", "RR"])

    assert results.mean("e", "RR") == 0.5
    assert made == {"NameTable": 1 + len(runs), "Assessments": 1}
    assert {opened[path.name] for path in runs} <= {1, 2, 3, 4}, opened


def test_what_one_run_is_named_like_is_not_said_of_the_next(tmp_path):
    (tmp_path / "qrels").write_text("1 0 d2 1\n1 0 d5 0\n")
    shouting, plain = tmp_path / "a.run", tmp_path / "b.run"
    shouting.write_text(RANKED.format(*["a"] * 8).replace("d5", "D5"))
    plain.write_text(RANKED.format(*["b"] * 8))
    notes = evaluate(tmp_path / "qrels", [shouting, plain], ["AP"]).notes

    assert [
        note for note in notes if "would be judged" in note and note.startswith("warning: b")
    ] == []
    assert any("would be judged" in note for note in notes)
