"""Thresholds that runs must reach: ``--fail-under``."""

from __future__ import annotations

import pytest


@pytest.fixture
def gate(partwise, fixture_files):
    """Exit code and failures of the small fixture under gates."""

    def call(*gates, measures=(), options=(), files=("qrels.tsv", "one.tsv")):
        words = [word for measure in measures for word in ("-m", measure)]
        words += [word for text in gates for word in ("--fail-under", text)]
        answer = partwise("evaluate", *files, *words, *options, "-q")
        return answer.code, answer.err

    return call


def test_the_last_equals_sign_splits(gate):
    name = "CharR(tolerance=0.5)@3"

    assert gate(f"{name}=0.1", measures=["CharR"]) == (0, "")
    code, err = gate(f"{name}=0.95", measures=["CharR"])
    assert code == 1
    assert err.startswith(f"failed: one: {name} 0.")
    assert err.endswith(" < 0.95\n")


@pytest.mark.parametrize("word", ["AP", "AP=", "AP=high", "AP=nan"])
def test_what_is_no_gate(gate, word):
    assert gate(word, measures=["AP"]) == (
        2,
        f'--fail-under "{word}": expected MEASURE=number\n',
    )


def test_lower_is_better_turns_the_gate(gate):
    # CE(LE)@3 of the run is 4, and lower is better
    assert gate("CE(LE)@3=4", measures=["CharR"]) == (0, "")
    assert gate("CE(LE)@3=3.5", "CharR=0.9", measures=["CharR"]) == (
        1,
        "failed: one: CE@3 4.0000 > 3.5\nfailed: one: CharR 0.8235 < 0.9\n",
    )


def test_each_run_has_to_pass(gate, fixture_files):
    (fixture_files / "two.tsv").write_text("topic\tdoc\tstart\tend\trank\n1\tB\t0\t50\t1\n")
    files = ("qrels.tsv", "one.tsv", "two.tsv")

    assert gate("CharR=0.7", measures=["CharR"], files=files) == (
        1,
        "failed: two: CharR 0.5882 < 0.7\n",
    )


def test_an_undefined_mean_fails(gate, fixture_files):
    (fixture_files / "q").write_text("q 0 d 0\n")
    (fixture_files / "r").write_text("q Q0 d 1 2 x\n")

    assert gate("AP=0", measures=["AP"], files=("q", "r")) == (
        1,
        "failed: x: AP is undefined\n",
    )


def test_measures_are_spelled_as_the_convention_has_them(gate):
    options = ("--convention", "inex", "--quirks", "short-runs")

    assert gate("gP@5=0.9", measures=["gP@5"], options=options) == (
        1,
        "failed: one: gP(short=last)@5 0.5238 < 0.9\n",
    )


def test_labels_of_a_preset_come_first(gate, fixture_files):
    (fixture_files / "q").write_text("q 0 d 1\n")
    (fixture_files / "r").write_text("q Q0 e 1 2 x\nq Q0 d 2 1 x\n")
    files = ("q", "r")

    assert gate("map=0.6", "AP@1=0.1", options=("--preset", "trec"), files=files) == (
        1,
        "failed: x: map 0.5000 < 0.6\nfailed: x: AP@1 0.0000 < 0.1\n",
    )
    assert gate("map=0.6", measures=["AP"], files=files) == (
        1,
        "failed: x: AP 0.5000 < 0.6\n",  # without the preset a spelling of AP
    )
