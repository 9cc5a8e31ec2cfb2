"""Checks of runs against lengths and task rules, with the line in the file."""

from __future__ import annotations

import pytest

QRELS = "1 Q0 d 5 1200 10 10:5\n"


def test_lengths_that_look_like_ends(partwise, tmp_path):
    (tmp_path / "q.fol").write_text(QRELS)
    (tmp_path / "run.txt").write_text("1 Q0 d 1 3.0 t 0 40\n\n1 Q0 d 2 2.0 t 700 900\n")

    answer = partwise("evaluate", "q.fol", "run.txt", "-m", "CharR")
    meant = partwise("evaluate", "q.fol", "run.txt", "-m", "CharR", "--format-run", "inex-run-ends")

    assert answer.code == 2
    assert answer.err.strip() == (
        "run.txt:3: 700 + 900 passes the end of document d (1,200 characters). "
        "If column 8 is an end, use --format-run inex-run-ends"
    )
    assert meant.code == 0


def test_parts_past_the_end_are_clipped_with_a_note(partwise, tmp_path):
    (tmp_path / "q.fol").write_text(QRELS)
    (tmp_path / "run.txt").write_text("1 Q0 d 1 3.0 t 900 40\n1 Q0 d 2 2.0 t 700 900\n")

    answer = partwise("evaluate", "q.fol", "run.txt", "-m", "CharP")

    assert answer.code == 0
    assert "was truncated" in answer.err


def test_focused_task_forbids_overlap(partwise, tmp_path):
    (tmp_path / "q.fol").write_text(QRELS)
    (tmp_path / "run.txt").write_text("1 Q0 d 1 3.0 t 0 40\n1 Q0 d 2 2.0 t 20 40\n")

    answer = partwise("evaluate", "q.fol", "run.txt", "-m", "CharP", "--task", "focused")

    assert answer.code == 2
    assert 'run.txt: task "focused" forbids overlap: topic 1, lines 1 and 2' in answer.err
    assert partwise("evaluate", "q.fol", "run.txt", "--task", "thorough").code == 0
    assert partwise("evaluate", "q.fol", "run.txt", "--task", "toughest").code == 2


def test_one_assessor_of_several(partwise, tmp_path):
    (tmp_path / "q.tsv").write_text(
        "topic\tdoc\tstart\tend\tassessor\n1\td\t0\t10\tann\n1\td\t20\t40\tbob\n2\td\t0\t5\tann\n"
    )
    (tmp_path / "run.tsv").write_text("topic\tdoc\tstart\tend\tscore\n1\td\t0\t10\t1\n")

    both = partwise("evaluate", "q.tsv", "run.tsv", "-m", "CharR", "--format", "tsv", "--per-topic")
    bob = partwise(
        "evaluate", "q.tsv", "run.tsv", "-m", "CharR", "--format", "tsv", "--per-topic",
        "--assessor", "bob",
    )  # fmt: skip

    assert [line.split("\t")[1:] for line in both.out.splitlines()[1:]] == [
        ["1", "CharR", repr(10 / 30)],
        ["2", "CharR", "0.0"],
        ["all", "CharR", repr(10 / 60)],
    ]
    assert [line.split("\t")[1:] for line in bob.out.splitlines()[1:]] == [
        ["1", "CharR", "0.0"],
        ["all", "CharR", "0.0"],
    ]


@pytest.mark.parametrize("last", ["/a[1]/b[1]", "/a[1]/c[1]"])
@pytest.mark.parametrize("measure", ["CharR@1", "GR@1"])
def test_a_range_that_runs_backwards_is_refused(partwise, tmp_path, last, measure):
    # findings 1.16: neighbours were a part without characters
    rows = ["\t/a[1]\ta\t0\t30\t1", "0\t/a[1]/b[1]\tb\t0\t10\t2", "0\t/a[1]/c[1]\tc\t10\t20\t2"]
    rows.append("0\t/a[1]/e[1]\te\t20\t30\t2")
    lines = [f"d\t{node}\t{row}" for node, row in enumerate(rows)]
    header = "doc\tnode\tparent\tpath\ttag\tstart\tend\tdepth"
    (tmp_path / "s.tsv").write_text("\n".join([header, *lines]))
    (tmp_path / "q.fol").write_text("t Q0 d 10 30 0 0:10\n")
    (tmp_path / "back.run").write_text(f"t Q0 d 1 2 x /a[1]/e[1] {last}\n")
    answer = partwise("evaluate", "q.fol", "back.run", "-m", measure, "--structure", "s.tsv")
    assert answer.code == 2
    words = f"the range /a[1]/e[1] to {last} of document d ends before it starts"
    assert answer.err == f"back.run:1: {words}\n"
