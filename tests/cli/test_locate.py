"""``partwise locate`` as a user runs it."""

from __future__ import annotations

import json

import pytest

TEXT = "The keeper lights the lamp at dusk. The tide turns twice. He sleeps. The tide turns twice."
SUMMARY = "3 rows: 1 exact, 0 normalised, 0 fuzzy, 1 ambiguous, 1 unmatched"


@pytest.fixture
def files(tmp_path):
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "a.md").write_text(TEXT)
    rows = [("q1", "lights the lamp"), ("q1", "The tide turns twice."), ("q2", "a whale swims by")]
    lines = [json.dumps({"topic": t, "doc": "a", "text": text}) for t, text in rows]
    (tmp_path / "gold.jsonl").write_text("\n".join(lines) + "\n")
    return tmp_path


def test_a_table_on_standard_output(partwise, files):
    found = partwise("locate", "gold.jsonl", "--texts", "texts", "--format", "tsv")
    head, first, *_ = found.out.splitlines()
    assert found.code == 0
    assert head.split("\t")[:6] == ["topic", "doc", "start", "end", "text", "status"]
    assert first.split("\t")[:6] == ["q1", "a", "11", "26", "lights the lamp", "exact"]
    assert found.err.splitlines()[-1] == SUMMARY
    assert "2 rows have no place; evaluate stops at them unless --missing skip is used" in found.err


@pytest.mark.parametrize("suffix", ["tsv", "csv", "jsonl", "parquet"])
def test_what_is_written_can_be_evaluated(partwise, files, suffix):
    run = '{"topic": "q1", "doc": "a", "start": 11, "end": 26, "score": 1}\n'
    (files / "run.jsonl").write_text(run)
    out = f"located.{suffix}"
    assert partwise("locate", "gold.jsonl", "--texts", "texts", "-o", out).code == 0
    refused = partwise("evaluate", out, "run.jsonl", "-m", "CharR@1")
    assert refused.code == 2
    assert "no place in a table that has places (2 such rows)" in refused.err
    words = ("evaluate", out, "run.jsonl", "-m", "CharR@1", "--missing", "skip", "--format", "tsv")
    assert partwise(*words).out.splitlines()[-1] == "run\tall\tCharR@1\t1.0"


def test_json(partwise, files):
    found = json.loads(partwise("locate", "gold.jsonl", "--texts", "texts", "--format", "json").out)
    assert found["counts"] == {
        "exact": 1,
        "normalised": 0,
        "fuzzy": 0,
        "ambiguous": 1,
        "unmatched": 1,
    }


def test_gate(partwise, files):
    words = ("locate", "gold.jsonl", "--texts", "texts")
    assert partwise(*words, "--fail-unmatched").code == 1
    (files / "one.jsonl").write_text('{"text": "lights the lamp"}\n')
    assert partwise("locate", "one.jsonl", "--texts", "texts", "--fail-unmatched").code == 0


def test_options_reach_the_search(partwise, files):
    words = ("locate", "gold.jsonl", "--texts", "texts", "--quiet")
    rows = partwise(*words, "--ambiguous", "all").out.splitlines()
    assert len(rows) == 4
    (files / "odd.jsonl").write_text('{"doc": "a", "text": "lights that lump at dark"}\n')
    odd = ("locate", "odd.jsonl", "--texts", "texts")
    assert "0 fuzzy" in partwise(*odd).err
    assert "1 fuzzy" in partwise(*odd, "--max-errors", "30%").err
    assert "1 fuzzy" in partwise(*odd, "--max-errors", "35%").err
    assert "0 fuzzy" in partwise(*odd, "--max-errors", "0").err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("gold.jsonl",), "Missing option '--texts'"),
        (("gold.jsonl", "--texts", "nowhere"), "nowhere: no such file or folder"),
        (("nowhere.jsonl", "--texts", "texts"), "nowhere.jsonl: no such file"),
        (("gold.jsonl", "--texts", "empty"), "empty: no documents"),
        (("gold.jsonl", "--texts", "texts", "-o", "x.xlsx"), "use a name that ends in .tsv, .csv"),
        (("gold.jsonl", "--texts", "texts", "--max-errors", "x"), "'x' is not a share below 100%"),
        (("gold.jsonl", "--texts", "texts", "--max-errors", "200%"), "is not a share below 100%"),
        (("gold.jsonl", "--texts", "texts", "--columns", "text=x"), "no file has a column x"),
        (("other.jsonl", "--texts", "texts"), "other.jsonl:1: document a.md is not in the texts"),
        (("bare.jsonl", "--texts", "texts"), "bare.jsonl: no column text (available: doc)"),
        (("gold.jsonl", "--texts", "twice"), "document a came before (twice"),
    ],
)
def test_refused(partwise, files, words, said):
    (files / "empty").mkdir()
    (files / "other.jsonl").write_text('{"doc": "a.md", "text": "lamp"}\n')
    (files / "bare.jsonl").write_text('{"doc": "a"}\n')
    (files / "twice" / "b").mkdir(parents=True)
    for name in ("a.md", "b/a.txt"):
        (files / "twice" / name).write_text(TEXT)
    before = {path.name for path in files.iterdir()}
    found = partwise("locate", *words)
    assert found.code == 2
    assert said in found.err
    assert found.out == ""
    assert {path.name for path in files.iterdir()} == before


def test_reduced_ids(partwise, files):
    (files / "other.jsonl").write_text('{"doc": "x/a.md", "text": "lights the lamp"}\n')
    found = partwise("locate", "other.jsonl", "--texts", "texts", "--doc-ids", "stem")
    assert json.loads(found.out).items() >= {"doc": "a", "start": 11, "end": 26}.items()


def test_standard_input(partwise, files):
    line = b'{"doc": "a", "text": "lights the lamp"}\n'
    assert "1 exact" in partwise("locate", "-", "--texts", "texts", stdin=line).err


def test_texts_in_a_table(partwise, files):
    (files / "t.jsonl").write_text(json.dumps({"doc": "a", "text": TEXT}) + "\n")
    assert "1 exact" in partwise("locate", "gold.jsonl", "--texts", "t.jsonl").err
