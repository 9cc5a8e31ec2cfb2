"""Words of ``-m``: measures, and files that list them."""

from __future__ import annotations

import pytest


@pytest.fixture
def evaluate(partwise, fixture_files):
    def call(*measures):
        words = [word for measure in measures for word in ("-m", measure)]
        return partwise("evaluate", "qrels.tsv", "one.tsv", *words, "--format", "tsv", "-q")

    return call


def test_files_list_measures(evaluate, fixture_files):
    (fixture_files / "list").write_text("AP\n\n# documents\nP@5\n")

    answer = evaluate("RR", "@list")

    assert answer.code == 0
    assert [line.split("\t")[2] for line in answer.out.splitlines()[1:]] == ["RR", "AP", "P@5"]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("# nothing\n", ["list: no measures"]),
        ("AP\nAQ\n", ['list:2: there is no measure "AQ"']),
        ("AP, P@5\n", ["list:1: one measure a line"]),
        ("AQ\nAZ\n", ['list:1: there is no measure "AQ"', 'list:2: there is no measure "AZ"']),
    ],
)
def test_bad_lines_are_named(evaluate, fixture_files, text, lines):
    (fixture_files / "list").write_text(text)

    answer = evaluate("@list")

    assert (answer.code, answer.out) == (2, "")
    for line, start in zip(answer.err.splitlines(), lines, strict=True):
        assert line.startswith(start)


def test_a_word_is_one_measure_or_one_file(evaluate):
    assert "one measure a -m. Use -m AP -m P@5" in evaluate("AP, P@5").err
    assert "needs the name of a file" in evaluate("@").err
