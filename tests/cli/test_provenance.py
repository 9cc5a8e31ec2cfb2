"""Results carry the options and files that made them (findings 1.15)."""

from __future__ import annotations

import hashlib
import json

import pytest
from tests.helpers import grouped_options

import partwise as pw

DEFAULTS = {
    "order": None,
    "topics": "all",
    "undefined": "skip",
    "missing": "error",
    "doc_ids": None,
    "columns": {},
    "assessor": None,
    "scale": None,
    "task": None,
    "whole_documents": False,
    "cited": False,
    "lenient": False,
    "unit": None,
    "trust": None,
    "ambiguous": None,
    "max_errors": 0.10,
    "equivalent": None,
    "encoding": "utf-8",
    "nav": None,
    "preset": None,
    "convention": "partwise",
    "quirks": None,
    "kilt_keys": None,
    "budget_unit": None,
    "format_run": None,
    "format_qrels": None,
}
"""Options that change values, as results carry them."""

QRELS = "topic\tdoc\tstart\tend\tlength\nq\td\t0\t10\t100\nr\td\t5\t20\t100\n"
RUN = "topic\tdoc\tstart\tend\tscore\nq\td\t0\t8\t2\nr\td\t0\t8\t2\n"


@pytest.fixture
def evaluated(tmp_path):
    """Evaluate a small collection with some options."""

    def results(qrels=QRELS, *, whole=False, **options):
        (tmp_path / "q.tsv").write_text(qrels)
        (tmp_path / "small.tsv").write_text(RUN)
        run = pw.read_run(tmp_path / "small.tsv")
        if whole:
            run = run.whole_documents()
        found = pw.evaluate(
            pw.read_qrels(tmp_path / "q.tsv"), run, ["CharP", "CharR"], **grouped_options(**options)
        )
        return pw.Results.from_json(found.to_json())

    return results


def test_options_and_inputs_are_saved(evaluated, tmp_path):  # findings 1.15
    results = evaluated(topics="common")
    assert results.options == {**DEFAULTS, "topics": "common"}
    assert [entry["role"] for entry in results.inputs] == ["qrels", "run"]
    assert results.inputs[0]["file"] == str(tmp_path / "q.tsv")
    assert results.inputs[0]["sha256"] == hashlib.sha256(QRELS.encode()).hexdigest()
    again = pw.Results.from_json(results.to_json())
    assert (again.options, again.inputs) == (results.options, results.inputs)


def runs(comparisons):
    return {(row.baseline, row.run) for row in comparisons.rows}


def test_options_tell_runs_apart(evaluated):  # findings 1.15
    both = pw.compare([evaluated(), evaluated(undefined="zero", topics="common")])
    assert runs(both) == {("small", "small [topics common, undefined zero]")}
    said = "small [topics common, undefined zero] differs from small in topics, undefined"
    assert said in both.notes
    common = pw.compare([evaluated(topics="common"), evaluated(topics="common", undefined="zero")])
    assert runs(common) == {("small", "small [undefined zero]")}
    assert runs(pw.compare([evaluated(), evaluated()])) == {("small", "small#2")}


def test_other_assessments_are_refused(evaluated):  # findings 1.15
    one, other = evaluated(), evaluated(QRELS.replace("20", "21"))
    with pytest.raises(pw.UsageError, match="other assessments"):
        pw.compare([one, other])
    assert len(pw.compare([one, other], lenient=True).rows) == 2


def test_the_command_line_saves_all_options(partwise, tmp_path):  # findings 1.15
    (tmp_path / "q.tsv").write_text(QRELS)
    (tmp_path / "small.tsv").write_text(RUN)
    (tmp_path / "q2.tsv").write_text(QRELS + "s\td\t5\t20\t100\n")
    words = ["evaluate", "q.tsv", "small.tsv", "-m", "CharP", "--per-topic", "-q", "-o"]
    assert partwise(*words, "foc.json").code == 0
    assert partwise(*words, "doc.json", "--whole-documents", "--encoding", "latin-1").code == 0
    saved = json.loads((tmp_path / "doc.json").read_text())
    assert list(saved) == ["partwise", "options", "inputs", "topics", "runs", "notes"]
    assert saved["options"] == {**DEFAULTS, "whole_documents": True, "encoding": "latin-1"}
    answer = partwise("compare", "foc.json", "doc.json")
    assert "small [whole documents, encoding latin-1]" in answer.out
    said = (
        "small [whole documents, encoding latin-1] differs from small in whole_documents, encoding"
    )
    assert said in answer.err + answer.out
    words[1] = "q2.tsv"
    partwise(*words, "other.json")
    refused = partwise("compare", "foc.json", "other.json")
    assert refused.code == 2
    assert refused.err.startswith("other.json: other assessments (q2.tsv) than those of foc.json")
    assert partwise("compare", "foc.json", "other.json", "--lenient").code == 0


def test_a_default_preset_is_named(partwise, tmp_path):  # findings 1.15
    (tmp_path / "q").write_text("q 0 d 1\n")
    (tmp_path / "r").write_text("q Q0 d 1 2 x\n")
    answer = partwise("evaluate", "q", "r", "--format", "json")
    options = json.loads(answer.out)["options"]
    assert (options["preset"], options["undefined"]) == ("trec", "zero")
