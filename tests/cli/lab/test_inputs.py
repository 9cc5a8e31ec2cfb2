"""Tables of the lab and of charts fit their texts as those of `evaluate` do."""

from __future__ import annotations

import json

import pytest

TEXT = "\U0001f5fc\U0001f5fcsea and salt and sand"
"""Two characters that take two units of UTF-16 each stand first."""


def units(start, end):
    """Offsets in UTF-16 of what stands after the first two characters."""
    return start + 2, end + 2


@pytest.fixture
def files(tmp_path):
    (tmp_path / "texts.jsonl").write_text(json.dumps({"doc": "a", "text": TEXT}) + "\n")
    rows = {
        "qrels": [("1", *units(2, 5)), ("2", *units(10, 14))],
        "one": [("1", *units(2, 9)), ("2", *units(0, 12))],
        "two": [("1", 0, 4), ("2", *units(10, 23))],
    }
    for name, places in rows.items():
        lines = [f"{topic}\ta\t{start}\t{end}\n" for topic, start, end in places]
        (tmp_path / f"{name}.tsv").write_text("topic\tdoc\tstart\tend\n" + "".join(lines))
    return ["qrels.tsv", "one.tsv", "two.tsv", "--texts", "texts.jsonl", "-m", "CharP"]


@pytest.mark.parametrize("doc_ids", [[], ["--doc-ids", "stem"]])
def test_offsets_count_what_the_unit_says(partwise, files, tmp_path, doc_ids):
    words = [*files, "--unit", "utf16", *doc_ids]
    runs = json.loads(partwise("evaluate", *words, "--format", "json").out)["runs"]
    means = [run["values"][0]["mean"] for run in runs]
    drawn = partwise("plot", "means", *words, "-o", "m.json")
    told = partwise(
        "lab", "reliability", *words, "--variants", "assessments", "--count", "2", "--resamples",
        "5", "--trials", "2", "--format", "json",
    )  # fmt: skip

    assert drawn.code == told.code == 0, drawn.err + told.err
    for mean in means:
        assert repr(mean)[:10] in (tmp_path / "m.json").read_text()
        assert repr(mean)[:10] in told.out
    plain = json.loads(partwise("evaluate", *files, "--format", "json").out)["runs"]
    assert plain[0]["values"][0]["mean"] != means[0]


def test_text_that_is_not_there_is_refused(partwise, files, tmp_path):
    (tmp_path / "one.tsv").write_text("topic\tdoc\tstart\tend\ttext\n1\ta\t2\t5\tland\n")
    for words in (["plot", "means", "-o", "x.json"], ["lab", "reliability"]):
        answer = partwise(*words, *files)
        assert (answer.code, answer.out) == (2, "")
        assert "one.tsv:2: " in answer.err
