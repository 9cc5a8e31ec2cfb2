"""``partwise report`` on the command line."""

from __future__ import annotations

import json
import re
import shutil

import pytest
from tests.conftest import ROOT

EXAMPLE = ROOT / "examples" / "lighthouse"
RUNS = ("L/small.jsonl", "L/medium.jsonl")


@pytest.fixture
def folder(tmp_path):
    shutil.copytree(EXAMPLE, tmp_path / "L")
    return tmp_path


def test_a_page_and_what_is_said_of_it(partwise, folder):
    given = ("--topics-file", "L/questions.tsv", "--verbose")
    found = partwise("report", "L/qrels.tsv", *RUNS, *given)

    assert found.code == 0
    page = (folder / "report.html").read_text(encoding="utf-8")
    size = (folder / "report.html").stat().st_size
    assert found.err.splitlines()[-1] == f"report.html: {size:,} bytes. open report.html"
    assert found.out == ""
    command = re.search(r'<pre id="pw-command">(.*?)</pre>', page)[1]
    assert command == (
        "partwise report qrels.tsv small.jsonl medium.jsonl --topics-file questions.tsv"
    )


def test_the_numbers_are_those_of_evaluate_and_compare(partwise, folder):
    words = ("L/qrels.tsv", *RUNS, "-m", "CharR@3", "-m", "CharOverlap@3")
    evaluated = json.loads(partwise("evaluate", *words, "--format", "json", "--per-topic").out)
    compared = json.loads(partwise("compare", *words, "--format", "json").out)
    partwise("report", *words, "--data", "page.json", "-q")
    data = json.loads((folder / "page.json").read_text(encoding="utf-8"))

    for r, run in enumerate(evaluated["runs"]):
        for m, entry in enumerate(run["values"]):
            assert data["means"][r][m] == entry["mean"]
            assert data["values"][r][m] == list(entry["topics"].values())
    for mine, row in zip(data["comparisons"], compared["comparisons"], strict=True):
        assert mine["difference"] == row["difference"]
        assert mine["interval"] == row["interval"]
        assert mine["p"] == row["p"]["permutation"]
        assert mine["holm"] == row["adjusted"]["holm"]


def test_saved_results(partwise, folder):
    partwise(
        "evaluate", "L/qrels.tsv", *RUNS, "--format", "json", "--per-topic", "-o", "saved.json"
    )
    found = partwise("report", "saved.json", "-m", "CharR@5")

    assert found.code == 0
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert 'id="pw-curve"' not in page
    assert page.count('<th scope="col" data-measure=') == 1
    found = partwise("report", "saved.json", "--texts", "L/texts")
    assert (found.code, found.err) == (
        2,
        "--texts needs assessments and runs; saved results know no parts\n",
    )


def test_texts_are_taken_as_they_are(partwise, folder):
    (folder / "t").mkdir()
    (folder / "t" / "d.txt").write_bytes("a\r\nb\u2028\U0001f30a\r\n".encode())
    (folder / "q.tsv").write_text("topic\tdoc\tstart\tend\nq\td\t0\t3\n")
    (folder / "r.jsonl").write_text(
        '{"topic": "q", "doc": "d", "start": 0, "end": 4, "score": 1}\n'
    )
    found = partwise("report", "q.tsv", "r.jsonl", "--texts", "t", "--data", "x.json")

    assert found.code == 0
    docs = json.loads((folder / "x.json").read_text(encoding="utf-8"))["docs"]
    assert docs == [{"id": "d", "length": 8, "text": "embedded"}]


def test_an_inventory_per_run(partwise, folder):
    inventories = [f"--inventory={n}=L/chunks/{n}.tsv" for n in ("small", "medium")]
    found = partwise("report", "L/qrels.tsv", *RUNS, *inventories)

    assert found.code == 0
    assert 'id="pw-losses"' in (folder / "report.html").read_text(encoding="utf-8")
    assert "--inventory small=small.tsv" in (folder / "report.html").read_text(encoding="utf-8")


def test_slips_leave_the_old_page(partwise, folder):
    (folder / "report.html").write_text("old")
    slips = {
        ("--baseline", "smal"): 'there is no run "smal". Did you mean small?',
        ("--topics-file", "L/none.tsv"): "L/none.tsv: ",
        ("--texts", "nowhere"): "nowhere: ",
        ("--alpha", "2"): "compare: alpha must be between 0 and 1",
        ("--budget", "0"): "Invalid value for '--budget'",
        ("--inventory", "small=nowhere"): "nowhere: ",
    }
    for words, message in slips.items():
        found = partwise("report", "L/qrels.tsv", *RUNS, *words)
        assert found.code == 2
        assert message in found.err
    found = partwise("report", "L/qrels.tsv")
    assert (found.code, found.err) == (
        2,
        "report needs assessments and at least one run, or saved results\n",
    )
    assert (folder / "report.html").read_text() == "old"


def test_a_judged_span_beyond_its_text(partwise, folder):
    (folder / "t").mkdir()
    for name in ("lamp", "fog", "stores"):
        (folder / "t" / f"{name}.md").write_text("too short")
    found = partwise("report", "L/qrels.tsv", *RUNS, "--texts", "t")

    assert found.code == 2
    assert found.err == (
        "L/qrels.tsv: document lamp has 9 characters, but a judged span of topic wick ends at 359\n"
    )


def test_a_document_without_a_text(partwise, folder):
    (folder / "L" / "texts" / "fog.md").unlink()
    found = partwise("report", "L/qrels.tsv", *RUNS, "--texts", "L/texts")

    assert found.code == 0
    assert "note: 1 document has no text in L/texts (fog)" in found.err


def test_the_extra_is_named(partwise, folder, monkeypatch):
    import importlib.util

    find = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util,
        "find_spec",
        lambda name, *more: None if name == "jinja2" else find(name, *more),
    )
    found = partwise("report", "L/qrels.tsv", *RUNS)

    assert found.code == 2
    assert found.err == "report needs the extra report: pip install 'partwise[report]'\n"


def test_the_commands_of_the_documentation(partwise, folder):
    page = (ROOT / "docs" / "report.md").read_text(encoding="utf-8")
    block = re.search(r"```console\n\$ partwise (.*?)\n(.*?)```", page, re.DOTALL)
    words = [f"L/{word}" if (folder / "L" / word).exists() else word for word in block[1].split()]
    found = partwise(*words)

    def told(text):
        return re.sub(r"[\d,]+ bytes", "N bytes", text.replace("L/", ""))

    assert told(found.err) == told(block[2])
