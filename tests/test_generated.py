"""Generated files are fresh, and bundled examples are right."""

from __future__ import annotations

import json
import runpy
import subprocess
import sys

import pytest
from tests.conftest import ROOT


@pytest.mark.parametrize("tool", ["exports.py", "catalogue.py", "walk.py"])
def test_generated_files_are_fresh(tool):
    if not (ROOT / "src").is_dir():
        pytest.skip("no checkout: the generated files are not beside the tests")
    done = subprocess.run(
        [sys.executable, ROOT / "tools" / tool, "--check"], capture_output=True, check=False
    )

    assert done.returncode == 0, done.stdout.decode() + done.stderr.decode()


def test_the_example_is_what_its_script_makes(tmp_path):
    source = ROOT / "examples" / "lighthouse"
    made = runpy.run_path(str(source / "make.py"))
    copy = tmp_path / "lighthouse"
    copy.mkdir()
    for name in ("questions.tsv", "answers.tsv"):
        (copy / name).write_bytes((source / name).read_bytes())
    (copy / "texts").symlink_to(source / "texts")
    made["main"].__globals__["HERE"] = copy
    made["main"]()

    chunks = [f"chunks/{name}.tsv" for name in ("small", "medium", "large")]
    for name in ("qrels.tsv", "small.jsonl", "medium.jsonl", "large.jsonl", *chunks):
        assert (copy / name).read_bytes() == (source / name).read_bytes()


def test_judged_spans_of_the_example_hold_the_answers():
    source = ROOT / "examples" / "lighthouse"
    answers = (source / "answers.tsv").read_text().splitlines()[1:]
    spans = (source / "qrels.tsv").read_text().splitlines()[1:]
    for answer, span in zip(answers, spans, strict=True):
        topic, doc, text = answer.split("\t")
        place = span.split("\t")
        assert place[:2] == [topic, doc]
        start, end = int(place[2]), int(place[3])
        assert (source / "texts" / f"{doc}.md").read_text()[start:end] == text
    assert json.loads((source / "small.jsonl").read_text().splitlines()[0])["topic"] == "wick"
