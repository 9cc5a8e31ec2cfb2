"""Which runs are read in pieces at all."""

from __future__ import annotations

import pytest
from tests.evaluation.conftest import HEADER, MEASURES

from partwise.evaluation.evaluate import evaluate
from partwise.evaluation.topic_batches import TopicBatches


def test_a_file_of_one_piece_is_left_alone(in_pieces):
    qrels, run = in_pieces(HEADER + "q1\td1\t1\t9\t3\n")
    found = []
    ours = TopicBatches.read

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TopicBatches, "read", lambda *a, **k: found.append(ours(*a, **k)))
        evaluate(qrels, run, MEASURES)

    assert found == [None]
