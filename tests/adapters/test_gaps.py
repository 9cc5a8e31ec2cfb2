"""Places by the order of all chunks, where texts repeat themselves."""

from __future__ import annotations

import numpy as np
import pytest
from tests.adapters.shapes import TextNode, spans

import partwise as pw
from partwise.adapters._gaps import broken_order, movable, proved_places
from partwise.errors import AdapterError

TEXT = "Same sentence here. " * 40
CHUNK = ("Same sentence here. " * 4).strip()
SAID = [(0, 79), *((20 * n, 20 * n + 79) for n in range(1, 10))]
"""What a parser says that looks for each chunk from the start of the one before."""
RIGHT = [(80 * n, 80 * n + 79) for n in range(10)]


def columns(places):
    return tuple(np.array(column, np.int64) for column in zip(*places, strict=True))


def test_a_gap_at_the_end_tells_of_copies():
    assert broken_order(*columns(SAID), TEXT, None)[0].tolist() == [False] * 10 + [True]
    assert not broken_order(*columns(RIGHT), TEXT, None)[0].any()


def test_a_chunk_may_hold_the_whole_of_the_one_before():
    whole = columns([(0, 19), (0, 39), (40, 799)])
    assert not broken_order(*whole, TEXT, None)[0].any()
    for places in ([(0, 39), (0, 19), (40, 799)], [(0, 39), (0, 39), (40, 799)]):
        assert broken_order(*columns(places), TEXT, None)[0].tolist() == [False, True, False, False]


@pytest.mark.parametrize("said", [SAID, RIGHT, [(-1, -1)] * 10, [(0, 79), *[(-1, -1)] * 9]])
def test_the_order_of_all_tells_where_copies_lie(said):
    found = proved_places(*columns(said), [CHUNK] * 10, TEXT)
    assert list(zip(*(column.tolist() for column in found), strict=True)) == RIGHT


@pytest.mark.parametrize(
    ("places", "texts", "text"),
    [
        (SAID, [CHUNK] * 9 + [None], TEXT),  # a chunk without text
        (SAID[:3], [CHUNK] * 3, TEXT),  # not the whole output
        (SAID, ["another text"] * 10, TEXT),  # texts that were altered
        (SAID[:1], [CHUNK], TEXT),
    ],
)
def test_what_the_order_cannot_tell_stays(places, texts, text):
    assert proved_places(*columns(places), texts, text) is None


def test_nodes_of_a_document_and_children_of_a_parent():
    flat = [TextNode(f"n{at}", CHUNK, start, "d") for at, (start, _) in enumerate(SAID)]
    run = pw.Run.from_llama_index({"q": flat[3:5]}, nodes=flat, texts={"d": TEXT})
    assert spans(run) == RIGHT[3:5]
    assert run.notes == ("2 items placed by the order of all nodes, elsewhere than they say",)
    parent = TextNode("p", TEXT, 7, "d")
    children = [TextNode(f"c{at}", CHUNK, start, "d", "p") for at, (start, _) in enumerate(SAID)]
    run = pw.Run.from_llama_index({"q": children[2:3]}, nodes=[parent, *children])
    assert spans(run) == [(167, 246)]


LINES = "Start. " + "All rights reserved. " * 9 + "End."
EVEN = [(0, 69), (49, 132), (112, 195), (175, 200)]
"""Neighbours share a line, as far as they can."""


def test_chunks_that_could_lie_elsewhere_between_their_neighbours():
    texts = [LINES[a:b] for a, b in EVEN]
    early = [EVEN[0], (28, 111), *EVEN[2:]]  # in order, and nothing is left out
    assert LINES[28:111] == texts[1]
    for places in (EVEN, early):
        assert not broken_order(*columns(places), LINES, None)[0].any()
        assert movable(*columns(places), texts, LINES).tolist() == [False, True, True, False]
    found = proved_places(*columns(early), texts, LINES)
    assert list(zip(*(column.tolist() for column in found), strict=True)) == EVEN
    kept = proved_places(*columns(early), texts, LINES, searched=False)
    assert kept[0].tolist() == [a for a, _ in early]


@pytest.mark.parametrize("make", ["langchain", "chonkie"])
def test_chunks_of_repeating_text_overlap_evenly(make):
    places = [EVEN[0], (28, 111), *EVEN[2:]]
    chunks = [
        {"source": "d", "start_index": a, "end_index": b, "text": LINES[a:b]} for a, b in places
    ]
    inventory = getattr(pw.Inventory, f"from_{make}")(chunks, texts={"d": LINES})
    if make == "chonkie":  # it counts, and does not search
        assert (spans(inventory), inventory.notes) == (places, ())
        return
    assert spans(inventory) == EVEN
    assert inventory.notes == (
        "1 chunk was out of order and placed again by its text",
        "2 chunks stand in text that goes on repeating itself, and are placed so that neighbours "
        "overlap evenly",
    )


UNCHECKED = "places are as {} gives them, unchecked. Use texts=... to check them"
REPEATED = (
    "warning: 2 of 3 items have a text that their documents repeat, and may stand for another "
    "copy than LlamaIndex says. Use nodes=... (all chunks of the splitter, in its order)"
)


def test_without_all_nodes_nobody_can_tell():
    nodes = [TextNode(f"n{at}", CHUNK, start, "d") for at, (start, _) in enumerate(SAID[3:5])]
    nodes.append(TextNode("last", "The end.", 800, "d"))
    texts = {"d": TEXT + "The end."}
    for given in (
        pw.Run.from_llama_index({"q": nodes}, texts=texts),
        pw.Run.from_llama_index({"q": nodes}, texts=texts, locate=True),
        pw.Run.from_llama_index({"q": nodes}, texts=texts, nodes=nodes),  # not all of them
        pw.Qrels.from_llama_index({"q": nodes}, texts=texts),
        pw.Inventory.from_llama_index(nodes, texts=texts, ordered=False),
    ):
        assert spans(given) == [*SAID[3:5], (800, 808)]
        assert [note.replace("assessments: ", "") for note in given.notes] == [REPEATED]
    for given in (
        pw.Run.from_llama_index({"q": nodes}),
        pw.Run.from_llama_index({"q": nodes}, nodes=nodes),
        pw.Inventory.from_llama_index(nodes),
    ):
        assert given.notes == (UNCHECKED.format("LlamaIndex"),)
    run = pw.Run.from_llama_index({"q": nodes[2:]}, texts=texts)
    assert run.notes == ()
    inventory = pw.Inventory.from_columns(id=["n0"], doc=["d"], start=[60], end=[139])
    assert pw.Run.from_llama_index({"q": nodes[:1]}, inventory=inventory).notes == ()


def test_chunks_without_ids_are_told_by_what_they_say():
    metadata = [{"source": "d", "start_index": start} for start, _ in SAID]
    metadata[9]["start_index"] = -1
    chunks = [{"page_content": CHUNK, "metadata": one, "id": None} for one in metadata]
    stored = [{**chunks[at], "id": f"uuid{at}"} for at in (4, 9)]  # a store gives ids of its own
    texts = {"d": TEXT}
    run = pw.Run.from_langchain({"q": stored}, nodes=chunks, texts=texts)
    assert spans(run) == [RIGHT[4], RIGHT[9]]
    metadata[8]["start_index"] = -1  # two that say the same of themselves
    with pytest.raises(AdapterError, match=r"1 of 2 items has no place: q\[2\]"):
        pw.Run.from_langchain({"q": stored}, nodes=chunks, texts=texts)
    assert pw.Run.from_langchain({"q": stored[:1]}).notes == (UNCHECKED.format("LangChain"),)
