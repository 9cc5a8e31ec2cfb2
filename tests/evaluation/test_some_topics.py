"""Assessments of some topics know what the others say of their documents."""

from __future__ import annotations

import numpy as np

import partwise as pw
from partwise.evaluation.prepared import Prepared, SomeTopics


def test_lengths_stand_on_rows_of_other_topics():
    qrels = pw.Qrels.from_columns(
        topic=["a", "b", "a", "ä"],
        doc=["d1", "d1", "d2", "d3"],
        start=[0, 5, 1, 2],
        end=[4, 9, 3, 8],
        length=[None, 70, None, None],
    )
    tables = Prepared(qrels)

    some = SomeTopics(tables).tables(np.array([0, 2]))

    assert some.qrels.topics.tolist() == ["a", "ä"]
    assert [some.qrels.docs[code] for code in some.qrels.doc.tolist()] == ["d1", "d2", "d3"]
    assert some.qrels.topic.tolist() == [0, 0, 1]
    assert some.assessments.lengths.of(some.qrels.docs).tolist() == [70, -1, -1]
    assert tables.qrels.topics.tolist() == ["a", "b", "ä"]
