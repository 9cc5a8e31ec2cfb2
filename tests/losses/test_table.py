from __future__ import annotations

import json

import numpy as np
import pytest

from partwise.errors import UsageError
from partwise.geometry.inventory import Limit
from partwise.losses.breakdown import KEYS, LOST
from partwise.losses.table import MEAN_KEYS, Losses, RunLosses, nested
from partwise.tables.run import Run


def one(*topics, run="a", counted=None, has_candidates=False):
    """A run with some amounts in each topic; the others are 0."""
    table = np.array([[topic.get(key, 0) for key in KEYS] for topic in topics], np.int64)
    flags = np.ones(len(topics), bool) if counted is None else np.array(counted)
    return RunLosses(run, table, flags, has_candidates, {"parts": 3, "documents": 2, "added": 0})


FIRST = {"relevant": 10, "shown": 5, "lost.cutting": 5, "ceiling.low": 5, "ceiling.high": 5}
SECOND = {"relevant": 40, "shown": 10, "lost.ranking": 30, "ceiling.low": 40, "ceiling.high": 45}


def test_sums_and_means():
    found = one(FIRST, SECOND)

    assert (found.total["relevant"], found.total["shown"]) == (50, 15)
    # shares of each topic's relevant text, averaged: (5/10 + 10/40) / 2
    assert found.mean["shown"] == pytest.approx(0.375)
    assert found.mean["lost.ranking"] == pytest.approx(0.375)
    assert found.mean["ceiling"] == pytest.approx(0.75)
    assert tuple(found.mean) == MEAN_KEYS


def test_topics_that_do_not_count():
    found = one(FIRST, SECOND, {}, counted=[True, False, True])

    assert found.total["relevant"] == 10
    assert found.mean["shown"] == 0.5  # a topic without relevant text has no share
    assert one({}).mean["shown"] is None


def test_what_is_not_known_is_none():
    assert one(FIRST).total["lost.candidates"] is None
    assert one(FIRST).mean["lost.candidates"] is None
    assert one(FIRST, has_candidates=True).total["lost.candidates"] == 0
    assert one(FIRST).absent("candidates_ceiling.low")
    assert not one(FIRST).absent("lost.ranking")


def test_ceilings_that_are_only_bounded():
    stage = {"candidates_ceiling.low": 1, "candidates_ceiling.high": 2}

    assert one(FIRST, SECOND).bounded == [1]
    assert one(FIRST, SECOND, counted=[True, False]).bounded == []
    assert one({**FIRST, **stage}, SECOND).bounded == [1]
    assert one({**FIRST, **stage}, SECOND, has_candidates=True).bounded == [0, 1]


@pytest.fixture
def losses():
    runs = (one(FIRST, SECOND), one(FIRST, SECOND, run="b", counted=[False, True]))
    notes = ("a note", "warning: doubtful")
    return Losses(runs, ("s", "t"), Limit(k=3), notes)


def test_frames(losses):
    assert losses.total["run"].to_list() == ["a", "b"]
    assert losses.mean["shown"].to_list() == pytest.approx([0.375, 0.25])
    assert losses.topics.select("run", "topic", "shown").rows() == [
        ("a", "s", 5),
        ("a", "t", 10),
        ("b", "t", 10),
    ]
    nothing = Losses((one(FIRST, counted=[False]),), ("s",), Limit(k=3))
    assert nothing.topics.columns == ["run", "topic", *KEYS]
    assert nothing.topics.height == 0


def test_words_and_plain_values(losses):
    assert repr(losses) == "Losses(2 runs, 2 topics)"
    assert losses.warnings == ("doubtful",) or losses.warnings == ("warning: doubtful",)
    saved = losses.to_dict()
    assert saved["limit"] == {"k": 3}
    assert "topics" not in saved["runs"][0]
    assert set(saved["runs"][0]["mean"]["lost"]) == set(LOST)
    budget = Losses((), (), Limit(budget=60, unit="tokens"))
    assert budget.to_dict()["limit"] == {"budget": 60, "unit": "tokens"}
    assert json.loads(losses.to_json(per_topic=True)) == losses.to_dict(per_topic=True)
    assert list(losses.to_dict(per_topic=True)["runs"][1]["topics"]) == ["t"]


def test_keys_with_a_dot_become_objects():
    assert nested({"a": 1, "b.x": 2, "b.y": 3}) == {"a": 1, "b": {"x": 2, "y": 3}}
    unknown = nested({"candidates_ceiling.low": None, "candidates_ceiling.high": None})
    assert unknown == {"candidates_ceiling": None}
    known = nested({"candidates_ceiling.low": 0, "candidates_ceiling.high": 1})
    assert known == {"candidates_ceiling": {"low": 0, "high": 1}}


def test_the_oracle_of_an_inventory():
    mine, yours = (Run.from_columns(topic=["t"], doc=["d"], name=n) for n in ("x", "y"))
    same = Losses((), (), Limit(k=1), oracles={"a": mine, "b": mine})
    apart = Losses((), (), Limit(k=1), oracles={"a": mine, "b": yours})

    assert same.oracle() is same.oracle("b") is mine
    assert apart.oracle("b") is yours
    with pytest.raises(UsageError) as caught:
        apart.oracle()
    assert str(caught.value) == "there are 2 inventories; name a run (a, b)"
    with pytest.raises(UsageError, match=r"no run 'c' \(available: a, b\)"):
        apart.oracle("c")
