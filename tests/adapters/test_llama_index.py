"""Nodes of LlamaIndex."""

from __future__ import annotations

from types import SimpleNamespace
from typing import ClassVar

import pytest
from tests.adapters.shapes import (
    SPANS,
    TEXT,
    TEXTS,
    NodeWithScore,
    TextNode,
    spans,
)

import partwise as pw
from partwise.errors import AdapterError


class TestLlamaIndex:
    nodes: ClassVar = [TextNode(f"n{a}", TEXT[a:b], a, "a.md") for a, b in SPANS]

    def test_nodes_responses_and_dictionaries(self):
        scored = [NodeWithScore(node, 0.5) for node in self.nodes]
        dicts = [
            {
                "node": {"id_": n.id_, "text": n.text, "start_char_idx": n.start_char_idx,
                         "end_char_idx": n.end_char_idx, "metadata": {},
                         "relationships": {"1": {"node_id": "a.md", "class_name": "R"}}},
                "score": 0.5, "class_name": "NodeWithScore",
            }
            for n in self.nodes
        ]  # fmt: skip
        for result in (self.nodes, scored, SimpleNamespace(source_nodes=scored), dicts):
            run = pw.Run.from_llama_index({"q": result}, texts=TEXTS)
            assert spans(run) == SPANS
            assert run.docs.tolist() == ["a.md"]
            assert run.extra["id"].tolist() == ["n0", "n24", "n63"]
        assert run.extra["given_score"].tolist() == [0.5] * 3

    def test_offsets_that_count_from_parents(self):
        top = TextNode("top", TEXT[24:76], 24, "a.md")
        middle = TextNode("middle", TEXT[28:62], 4, "a.md", parent="top")
        leaf = TextNode("leaf", TEXT[33:40], 5, "a.md", parent="middle")
        found = {"q": [leaf, middle, top]}
        with pytest.raises(AdapterError) as caught:
            pw.Run.from_llama_index({"q": [leaf]})
        assert str(caught.value) == (
            "from_llama_index: 1 of 1 items counts from a parent that is not known: q[1] (parent "
            "middle). Use nodes=... (all nodes of the parser)"
        )
        run = pw.Run.from_llama_index(found, nodes=[top, middle, leaf], texts=TEXTS)
        assert spans(run) == [(33, 40), (28, 62), (24, 76)]
        with pytest.raises(AdapterError, match="parent that is not known"):
            pw.Run.from_llama_index({"q": [leaf]}, nodes=[middle, leaf])
        top.relationships["4"] = {"node_id": "leaf"}
        with pytest.raises(AdapterError, match="lead back to themselves"):
            pw.Run.from_llama_index(found, nodes=[top, middle, leaf])

    def test_nodes_place_what_a_store_returned_by_id(self):
        run = pw.Run.from_llama_index({"q": [{"node_id": "n24"}]}, nodes=self.nodes)
        assert spans(run) == [(24, 62)]

    def test_windows_are_noted(self):
        node = TextNode("n", TEXT[:21], 0, "a.md")
        node.metadata = {"window": TEXT, "original_text": TEXT[:21]}
        run = pw.Run.from_llama_index({"q": [node]})
        assert "wider window" in run.notes[0]

    def test_no_place(self):
        with pytest.raises(AdapterError, match=r"q\[1\] \(no start_char_idx\)"):
            pw.Run.from_llama_index({"q": [TextNode("n", "x", None, "a")]})
