from __future__ import annotations

import partwise as pw
from partwise.evaluation.buckets.asked import Asked

QRELS = pw.Qrels.from_columns(topic=["b", "a", "c"], doc=["x"] * 3, start=[0] * 3, end=[4] * 3)


def test_what_was_asked_for_can_be_written_down():
    asked = Asked([pw.CharR @ 5, "P@[1,2]"], {"preset": "rag"}, (pw.AP(),))

    again = Asked.of(asked.data())
    judged = QRELS
    assert again.plan(judged).measures == asked.plan(judged).measures
    assert again.key("k", again.plan(judged)) == asked.key("k", asked.plan(judged))
    assert again.key("other", again.plan(judged)) != asked.key("k", asked.plan(judged))
