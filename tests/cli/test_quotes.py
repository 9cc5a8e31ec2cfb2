"""Options that state how quotes are located."""

from __future__ import annotations

import json

import pytest

TEXT = "It rains in the evening, and the wind is cold."
CHANGED = "It ra#ns in the evening, and t#e wind is c#ld."
"""Three of 46 characters are wrong."""


@pytest.fixture
def quoted(tmp_path, partwise):
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "d.txt").write_text(TEXT)
    (tmp_path / "q.tsv").write_text("topic\tdoc\tstart\tend\nt\td\t0\t46\n")
    (tmp_path / "r.tsv").write_text(f"topic\tdoc\ttext\tscore\nt\td\t{CHANGED}\t1\n")

    def call(*words):
        more = ("--texts", "texts", "--missing", "skip", "-m", "CharR@1", "--format", "json")
        return partwise("evaluate", "q.tsv", "r.tsv", *more, *words)

    return call


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ((), 0.10),
        (("--max-errors", "30%"), 0.30),
        (("--max-errors", "5%"), 0.05),
        (("--max-errors", "0.2"), 0.20),
        (("--max-errors", "12.5 %"), 0.125),
        (("--max-errors", "0"), 0.0),
    ],
)
def test_shares(quoted, words, expected):
    answer = quoted(*words)

    assert answer.code == 0, answer.err
    data = json.loads(answer.out)
    assert data["options"]["max_errors"] == pytest.approx(expected)
    assert data["runs"][0]["values"][0]["mean"] == (expected >= 3 / 46)


@pytest.mark.parametrize("word", ["1", "100%", "-1%", "ten", ""])
@pytest.mark.parametrize("command", ["evaluate", "locate"])
def test_no_shares(quoted, partwise, command, word):
    if command == "evaluate":
        answer = quoted("--max-errors", word)
    else:
        answer = partwise("locate", "r.tsv", "--texts", "texts", "--max-errors", word)

    assert (answer.code, answer.out) == (2, "")
    assert "is not a share below 100%" in answer.err
