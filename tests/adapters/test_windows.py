"""Places of sentence windows; see also the tests of LlamaIndex."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from tests.adapters.test_llama_index import sentences

from partwise.adapters.llama_index import Windows

SENTENCES = st.lists(st.sampled_from(["One.", "Two.", "A b."]), min_size=1, max_size=8)


@given(SENTENCES)
def test_a_window_reaches_from_its_first_sentence_to_its_last(texts):
    nodes = sentences(" ".join(texts))
    places = Windows("from_llama_index", nodes)
    for at, node in enumerate(nodes):
        around = nodes[max(0, at - 1) : at + 2]
        assert places.start(node) == around[0].start_char_idx
        assert places.end(node) == around[-1].end_char_idx


def test_nodes_without_a_window_or_unknown():
    nodes = sentences("One. Two.")
    nodes[0].metadata = {}
    places = Windows("from_llama_index", nodes)
    assert (places.start(nodes[0]), places.end(nodes[0])) == (0, 4)
    stranger = sentences("Else.")[0]
    stranger.id_ = "other"
    assert places.start(stranger) is None
