"""Options of other tools are refused with what partwise calls them."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("words", "advice"),
    [
        (("evaluate", "q", "r", "--metric", "P"), "Use -m: -m 'CharR@5'."),
        (("evaluate", "q", "r", "--metrics=P"), "Use -m: -m 'CharR@5'."),
        (("lab", "correlate", "q", "r", "--measures", "P"), "Use -m: -m 'CharR@5'."),
        (("evaluate", "q", "r", "-k", "5"), "Use a cutoff: -m 'CharR@5'."),
        (("compare", "q", "r", "s", "-k5"), "Use a cutoff: -m 'CharR@5'."),
        (("report", "q", "r", "--top-k", "5"), "Use a cutoff: -m 'CharR@5'."),
        (("evaluate", "q", "r", "--json"), "Use --format json."),
        (("compare", "q", "r", "s", "--latex"), "Use --format latex."),
    ],
)
def test_what_to_use_is_said(partwise, words, advice):
    answer = partwise(*words)

    assert answer.code == 2
    assert answer.out == ""
    assert "No such option" in answer.err
    assert answer.err.endswith(f" {advice}\n")
    assert answer.err.startswith(f"Usage: partwise {words[0]} ")


@pytest.mark.parametrize(
    "words",
    [("losses", "q", "r", "--metric", "P"), ("check", "r", "--json"), ("compare", "--parquet")],
)
def test_nothing_is_advised_that_the_command_does_not_take(partwise, words):
    answer = partwise(*words)

    assert answer.code == 2
    assert "No such option" in answer.err
    assert "Use " not in answer.err


def test_slips_of_the_pen_are_corrected_as_before(partwise):
    assert "--per-topic" in partwise("evaluate", "q", "r", "--per-topics").err


def test_the_advice_is_taken(partwise, tmp_path):
    (tmp_path / "q.tsv").write_text("topic\tdoc\tstart\tend\nt\td\t0\t10\n")
    (tmp_path / "r.tsv").write_text("topic\tdoc\tstart\tend\tscore\nt\td\t0\t5\t1\n")

    assert partwise("evaluate", "q.tsv", "r.tsv", "-m", "CharR@5", "--format", "json").code == 0
