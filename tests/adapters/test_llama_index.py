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
from partwise.errors import AdapterError, UsageError


def sentences(text):
    """Nodes of a sentence window parser, one sentence to each side."""
    ends = [at + 1 for at, letter in enumerate(text) if letter == "."]
    starts = [0, *(end + len(text[end:]) - len(text[end:].lstrip()) for end in ends[:-1])]
    nodes = [TextNode(f"n{a}", text[a:b], a, "a.md") for a, b in zip(starts, ends, strict=True)]
    for at, node in enumerate(nodes):
        around = nodes[max(0, at - 1) : at + 2]
        node.metadata = {"window": " ".join(one.text for one in around), "original_text": node.text}
        if at:
            node.relationships["2"] = SimpleNamespace(node_id=nodes[at - 1].id_)
        if at + 1 < len(nodes):
            node.relationships["3"] = SimpleNamespace(node_id=nodes[at + 1].id_)
    return nodes


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
        with pytest.raises(AdapterError, match="the parents of the nodes form a cycle"):
            pw.Run.from_llama_index(found, nodes=[top, middle, leaf])

    def test_nodes_place_what_a_store_returned_by_id(self):
        run = pw.Run.from_llama_index({"q": [{"node_id": "n24"}]}, nodes=self.nodes)
        assert spans(run) == [(24, 62)]

    def test_windows_are_noted(self):
        node = TextNode("n", TEXT[:21], 0, "a.md")
        node.metadata = {"window": TEXT, "original_text": TEXT[:21]}
        run = pw.Run.from_llama_index({"q": [node]})
        assert "wider window" in run.notes[0]

    def test_windows_as_places(self):
        nodes = sentences("One. Two.  Three. Four. Five.")
        run = pw.Run.from_llama_index({"q": nodes}, nodes=nodes, window=True)
        assert spans(run) == [(0, 9), (0, 17), (5, 23), (11, 29), (18, 29)]
        assert run.notes == ()
        scored = [NodeWithScore(nodes[2], 0.5)]
        assert spans(pw.Run.from_llama_index({"q": scored}, nodes=nodes, window=True)) == [(5, 23)]

    def test_windows_of_equal_sentences(self):
        nodes = sentences("Same. Same. Same. Same. Same.")
        run = pw.Run.from_llama_index({"q": nodes}, nodes=nodes, window=True)
        assert spans(run) == [(0, 11), (0, 17), (6, 23), (12, 29), (18, 29)]

    def test_windows_that_are_not_known(self):
        nodes = sentences("One. Two. Three. Four. Five.")
        with pytest.raises(UsageError, match="window=True needs nodes="):
            pw.Run.from_llama_index({"q": nodes}, window=True)
        with pytest.raises(UsageError, match="already says where windows lie: leave out start="):
            pw.Run.from_llama_index({"q": nodes}, nodes=nodes, window=True, start="x")
        with pytest.raises(AdapterError, match=r"2 of 5 items have no place: q\[4\] .*, q\[5\]"):
            pw.Run.from_llama_index({"q": nodes}, nodes=nodes[:4], window=True)
        nodes[2].metadata["window"] = "Something else."
        run = pw.Run.from_llama_index({"q": nodes}, nodes=nodes, window=True, errors="skip")
        assert len(run) == 4
        assert run.notes == ("1 item left out, which has no place (q[3]); 2 parts moved up",)

    def test_no_place(self):
        with pytest.raises(AdapterError, match=r"q\[1\] \(no start_char_idx\)"):
            pw.Run.from_llama_index({"q": [TextNode("n", "x", None, "a")]})
