"""Runs evaluated topic by topic as they are read; tests/laws compare all measures."""

from __future__ import annotations

from contextlib import suppress

import pytest
from tests.evaluation.conftest import HEADER, MEASURES, lines, same

import partwise as pw
from partwise.errors import PartwiseError
from partwise.evaluation import unread_run
from partwise.evaluation.buckets.batches import Batches
from partwise.evaluation.buckets.planner import FIXED, ROW
from partwise.evaluation.evaluate import evaluate
from partwise.files.bucketed import pieces
from partwise.language.measure import Measure
from partwise.language.registry import classes


def test_each_batch_holds_its_topics_alone(in_pieces, met):
    qrels, run = in_pieces(lines(4, 0, 9, 2, 1))

    found = evaluate(qrels, run, MEASURES)

    assert sum(rows for _, rows in met) == 12  # nothing is kept of a topic that nobody judged
    assert max(rows for _, rows in met) < 12
    assert met[-1] == (2, 0)  # judged topics that the run does not have
    same(found, evaluate(qrels, pw.read_run(run), MEASURES))


@pytest.mark.parametrize(
    "text",
    [
        lines(0, 1, 2, 0),
        lines(7, 8, 9, 0, 7),
        HEADER.replace("score", "score\telement")
        + "".join(f"q0\td{n}\t1\t9\t{9 - n}\t\n" for n in range(9))
        + "q1\td1\t1\t9\t3\t/a[1]\n",
    ],
    ids=["a topic comes back", "an unjudged topic comes back", "an element late in the file"],
)
def test_what_does_not_lie_together_is_read_at_once(in_pieces, met, text):
    qrels, run = in_pieces(text)

    found = evaluate(qrels, run, MEASURES)

    assert met[-1] == (6, text.count("\n") - 1)
    same(found, evaluate(qrels, pw.read_run(run), MEASURES))


def test_errors_are_those_of_the_whole_file(in_pieces):
    qrels, run = in_pieces(lines(0, 1, 2, 3) + "q4\td1\tx\t9\t1\n")

    with pytest.raises(pw.FormatError, match=r"run.tsv:14"):
        evaluate(qrels, run, MEASURES)


def test_runs_are_named_apart(in_pieces):
    qrels, run = in_pieces(lines(0, 1, 2))

    found = evaluate(qrels, [run, run], MEASURES)

    assert found.runs == ("run", "run#2")
    same(found, evaluate(qrels, [pw.read_run(run), pw.read_run(run)], MEASURES))


@pytest.mark.parametrize(
    "text", [lines(0) + lines(1, 1, 1, 1, 1, 2)[len(HEADER) :], lines(5, 5, 5)]
)
def test_a_topic_beyond_the_memory_is_named(in_pieces, monkeypatch, text):
    qrels, run = in_pieces(text)
    bound = FIXED + 5 * ROW
    monkeypatch.setattr("partwise.evaluation.unread_run.LargeRuns.batches", Batches(bound))

    with pytest.raises(pw.FormatError, match=r"run.tsv: topic q[15] has \d+ results and needs"):
        evaluate(qrels, run, MEASURES)


def test_batches_above_the_bound_are_halved(in_pieces, met, monkeypatch):
    class Passing(Batches):
        def passed(self):
            self._rows = 3
            return False

    qrels, run = in_pieces(lines(*range(6)))
    monkeypatch.setattr(unread_run, "_PIECE", 8)
    monkeypatch.setattr(pieces, "_SAMPLE", 130)
    passing = Passing(FIXED + 7 * ROW)
    monkeypatch.setattr("partwise.evaluation.unread_run.LargeRuns.batches", passing)

    found = evaluate(qrels, run, MEASURES)

    assert met[0] == (2, 6)
    assert {rows for _, rows in met[1:]} == {3}
    same(found, evaluate(qrels, pw.read_run(run), MEASURES))


def test_copies_of_a_text_count_once_in_batches_too(in_pieces, met, tmp_path):
    _, run = in_pieces(lines(4, 0, 9, 2, 1))
    rows = [
        f"q{t}\td{(t + d) % 3}\t{5 * d}\t{5 * d + 9}\t90\t{'xyx'[d]}"
        for t in range(6)
        for d in range(3)
    ]
    (tmp_path / "copies.tsv").write_text("topic\tdoc\tstart\tend\tlength\tsame\n" + "\n".join(rows))
    known = [one for cls in classes(Measure) if cls.knows_copies for one in _asked(cls)]
    qrels = str(tmp_path / "copies.tsv")

    found = evaluate(qrels, run, known, equivalent="same")

    assert max(rows for _, rows in met) < 12
    whole = evaluate(qrels, pw.read_run(run), known, equivalent="same")
    same(found, whole)
    plain = evaluate(qrels, pw.read_run(run), known)
    assert whole.table.tobytes() != plain.table.tobytes()


def _asked(cls):
    """Return a measure of a class that needs nothing but chunks."""
    with suppress(PartwiseError, TypeError):
        return [cls() @ 2]
    return []
