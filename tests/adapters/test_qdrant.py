"""Results of Qdrant."""

from __future__ import annotations

from types import SimpleNamespace
from typing import ClassVar

import pytest
from tests.adapters.shapes import (
    point,
    spans,
)

import partwise as pw
from partwise.errors import AdapterError


class TestQdrant:
    points: ClassVar = [
        point(n, float(n), {"doc": "a", "start": n, "end": n + 5.0}) for n in range(3)
    ]

    def test_responses_batches_and_groups(self):
        response = SimpleNamespace(points=self.points)
        for given in ({"q": response}, {"q": self.points}):
            run = pw.Run.from_qdrant(given)
            assert spans(run) == [(0, 5), (1, 6), (2, 7)]
            assert run.extra["given_score"].tolist() == [0.0, 1.0, 2.0]
        batch = pw.Run.from_qdrant([response, SimpleNamespace(points=[])], topics=["a", "b"])
        assert (len(batch), batch.answered) == (3, ["b"])
        groups = [SimpleNamespace(hits=self.points[2:]), SimpleNamespace(hits=self.points[:1])]
        run = pw.Run.from_qdrant({"q": SimpleNamespace(groups=groups)})
        assert spans(run) == [(2, 7), (0, 5)]
        assert run.notes == ("groups are read one after the other",)

    def test_payloads_that_are_not_there(self):
        with pytest.raises(AdapterError, match="no document"):
            pw.Run.from_qdrant({"q": [point(1, 0.5, None)]})

    def test_scroll_is_no_ranking(self):
        with pytest.raises(AdapterError, match="the result of scroll is not a ranking"):
            pw.Run.from_qdrant({"q": (self.points, None)})
        assert len(pw.Inventory.from_qdrant((self.points, None))) == 3
        with pytest.raises(AdapterError, match="Use topics="):
            pw.Run.from_qdrant([SimpleNamespace(points=[])])
