from __future__ import annotations

import partwise as pw
from partwise.evaluation.notes import RunFacts

JUDGED = pw.Qrels.from_dict({"q": {"d": 1}, "r": {"d": 1}}).topics


def facts(**columns):
    return RunFacts.of(pw.Run.from_columns(**columns), JUDGED, None)


def test_facts_of_a_run():
    found = facts(topic=["q", "x"], doc=["d", "d"], score=[1.0, 2.0], answered=["r"])

    assert (found.rows, found.documents, found.text) == (2, True, False)
    assert (found.topics, found.ignored, found.answered) == (("q", "x", "r"), ("x",), ("r",))
    assert (found.rises, found.falls) == (False, False)


def test_facts_of_pieces_are_those_of_the_whole():
    columns = {
        "topic": ["q", "q", "r", "r"],
        "doc": ["a", "b", "a", "b"],
        "start": [None, None, 0, 3],
        "end": [None, None, 5, 9],
        "score": [1.0, 2.0, 3.0, 2.0],
        "missing": "document",
    }
    whole = facts(**columns)
    pieces = [
        facts(**{n: c if n == "missing" else c[rows] for n, c in columns.items()})
        for rows in (slice(0, 2), slice(2, 4))
    ]

    assert RunFacts.joined(pieces) == whole
    assert (whole.rises, whole.falls, whole.documents) == (False, True, False)
    assert RunFacts.joined([whole, whole]) is whole
