"""Results of Chroma."""

from __future__ import annotations

from typing import ClassVar

import pytest
from tests.adapters.shapes import (
    SPANS,
    TEXT,
    TEXTS,
    spans,
)

import partwise as pw
from partwise.errors import AdapterError


class TestChroma:
    result: ClassVar = {
        "ids": [["c1", "c2"], []],
        "documents": [[TEXT[0:21], TEXT[24:62]], []],
        "metadatas": [[{"corpus_id": "a.md", "start_index": 0, "end_index": 21},
                       {"corpus_id": "a.md", "start_index": 24, "end_index": 62}], []],
        "distances": [[0.9, 0.1], []],
        "embeddings": None, "uris": None, "data": None, "included": ["documents"],
    }  # fmt: skip

    def test_queries(self):
        run = pw.Run.from_chroma(self.result, topics=["q1", "q2"], texts=TEXTS)
        assert spans(run) == SPANS[:2]
        assert run.answered == ["q2"]
        assert run.extra["given_distance"].tolist() == [0.9, 0.1]
        assert run.distance is None

    def test_ids_only(self):
        inventory = pw.Inventory.from_chroma(
            {"ids": ["c1", "c2"], "metadatas": self.result["metadatas"][0], "documents": None}
        )
        bare = {"ids": [["c2"]], "documents": None, "metadatas": [[None]], "distances": None}
        run = pw.Run.from_chroma(bare, topics=["q"], inventory=inventory)
        assert spans(run) == [(24, 62)]

    def test_what_is_no_ranking(self):
        with pytest.raises(AdapterError, match=r"does not name its topics. Use topics="):
            pw.Run.from_chroma(self.result)
        with pytest.raises(AdapterError, match="the result of get is not a ranking"):
            pw.Run.from_chroma({"ids": ["c1"], "metadatas": None}, topics=["q"])
        with pytest.raises(AdapterError, match="result of 2 queries is given for one topic"):
            pw.Run.from_chroma({"q": self.result})


@pytest.mark.parametrize(
    ("column", "value", "words"),
    [
        ("documents", [], "documents must have one list for each of 1 query"),
        ("metadatas", {"x": 1}, "metadatas must have one list for each of 1 query"),
        ("distances", [[0.5]], "distances must have one entry for each of 2 ids"),
        ("documents", [True], "documents must have one entry for each of 2 ids"),
    ],
)
def test_columns_that_do_not_fit_the_ids_are_refused(column, value, words):
    result = {"ids": [["a", "b"]], column: value}

    with pytest.raises(AdapterError, match=words):
        pw.Run.from_chroma(result, topics=["q"])
