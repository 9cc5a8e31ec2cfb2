"""``partwise migrate`` as a user runs it."""

from __future__ import annotations

import pytest


@pytest.fixture
def files(tmp_path):
    for name, text in (("old", "The lamp burns. The tide turns twice | a day. Bye.\n"),):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.txt").write_text(text)
    (tmp_path / "new").mkdir()
    (tmp_path / "new" / "a.txt").write_text(
        "New.\nThe lamp burns. The tide turned twice | a day.\n"
    )
    rows = ["topic\tdoc\tstart\tend", "q1\ta\t0\t15", "q1\ta\t16\t45", "q2\ta\t46\t50"]
    (tmp_path / "gold.tsv").write_text("\n".join(rows) + "\n")
    return tmp_path


WORDS = ("migrate", "gold.tsv", "--from", "old", "--to", "new")


def test_a_table_on_standard_output(partwise, files):
    found = partwise(*WORDS)
    assert found.code == 0
    assert found.out.splitlines()[1] == "q1\ta\t5\t20\tmoved\t0\t\ta\t0\t15"
    assert found.err == (
        "note: 1 row has neither document nor place; evaluate refuses it. Take it out first\n"
        "3 spans: 0 unchanged, 1 moved, 1 edited, 0 ambiguous, 1 gone\n"
    )


def test_gate(partwise, files):
    assert partwise(*WORDS, "--fail-unmatched").code == 1
    assert partwise(*WORDS[:4], "--to", "old", "--fail-unmatched").code == 0


def test_review_in_markdown(partwise, files):
    partwise(*WORDS, "--review", "look.md", "-o", "new.parquet")
    assert (files / "look.md").read_text().splitlines() == [
        "# 3 spans: 0 unchanged, 1 moved, 1 edited, 0 ambiguous, 1 gone",
        "",
        "## edited: topic q1, a 16-45",
        "",
        r"Old: The tide turns twice \| a day.",
        "",
        r"New (a 21-51, errors 2): The tide turned twice \| a day.",
        "",
        "## gone: topic q2, a 46-50",
        "",
        "Old: Bye.",
    ]


def test_review_as_a_table(partwise, files):
    partwise(*WORDS, "--review", "look.tsv", "-o", "new.jsonl")
    head, first, second = (files / "look.tsv").read_text().splitlines()
    assert head.split("\t")[-2:] == ["old_text", "new_text"]
    assert first.split("\t")[-2:] == [
        "The tide turns twice | a day.",
        "The tide turned twice | a day.",
    ]
    assert second.split("\t")[-2:] == ["Bye.", ""]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("migrate", "gold.tsv", "--from", "old"), "Missing option '--to'"),
        ((*WORDS, "--review", "look.html"), "look.html: use a name that ends in .md or .tsv"),
        ((*WORDS[:4], "--to", "nowhere"), "nowhere: no such file"),
        (("migrate", "wrong.tsv", *WORDS[2:]), "wrong.tsv:2: document b is not in the old texts"),
        (("migrate", "far.tsv", *WORDS[2:]), "far.tsv:2: span 0-999 is not in the old document a"),
    ],
)
def test_refused(partwise, files, words, said):
    (files / "wrong.tsv").write_text("topic\tdoc\tstart\tend\nq\tb\t0\t3\n")
    (files / "far.tsv").write_text("topic\tdoc\tstart\tend\nq\ta\t0\t999\n")
    before = {path.name for path in files.iterdir()}
    found = partwise(*words)
    assert (found.code, found.out) == (2, "")
    assert said in found.err
    assert {path.name for path in files.iterdir()} == before
