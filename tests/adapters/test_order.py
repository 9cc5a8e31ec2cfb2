"""Whether chunks can be what one call of a splitter made."""

from __future__ import annotations

from typing import ClassVar

import pytest
from tests.adapters.shapes import (
    SPANS,
    TEXT,
    TEXTS,
    langchain,
    spans,
)

import partwise as pw
from partwise.errors import AdapterError


class TestOrder:
    found: ClassVar = [langchain(*span) for span in SPANS]

    def test_inventory_checks_the_order(self):
        inventory = pw.Inventory.from_langchain(self.found[:1] + self.found[1:], texts={
            "a.md": TEXT.replace("🌊", " ")}, ordered=True)  # fmt: skip
        assert spans(inventory) == SPANS
        with pytest.raises(AdapterError) as caught:
            pw.Inventory.from_langchain([self.found[0], self.found[2], self.found[1]])
        assert str(caught.value).startswith(
            "Inventory.from_langchain: the order of the chunks of a.md is broken in 1 place, first "
            "at chunk 3 (it starts at 24, the one before at 63). Use "
        )
        with pytest.raises(AdapterError, match=r"first at chunk 2 \(42 characters left out\)"):
            pw.Inventory.from_langchain([self.found[0], self.found[2]], texts=TEXTS)
        with pytest.raises(AdapterError, match=r"first at chunk 3 \(14 characters left out\)"):
            pw.Inventory.from_langchain([langchain(0, 21), langchain(21, 62)], texts=TEXTS)
        with pytest.raises(AdapterError, match="it shares 11 characters"):
            pw.Inventory.from_langchain([langchain(0, 21), langchain(10, 62)], overlap=10)
        assert len(pw.Inventory.from_langchain([self.found[0], self.found[2]], ordered=False)) == 2


PAGE = "# The keeper\n\nlit the lamp at dusk.\n\n## The oil\n\ncame in spring, in casks of oak.\n"


def test_marks_that_are_no_part_of_a_located_chunk_are_not_left_out():
    # MarkdownHeaderTextSplitter joins lines anew and gives no offsets
    texts = [
        "# The keeper  \nlit the lamp at dusk.",
        "## The oil  \ncame in spring, in casks of oak.",
    ]
    chunks = [{"doc": "d", "page_content": text} for text in texts]

    found = pw.Inventory.from_langchain(chunks, texts={"d": PAGE}, locate=True)

    parts = [PAGE[a:b] for a, b in zip(found.start, found.end, strict=True)]
    assert parts == [
        "The keeper\n\nlit the lamp at dusk.",
        "The oil\n\ncame in spring, in casks of oak.",
    ]


def test_headings_that_a_splitter_takes_out_are_left_out():
    texts = ["lit the lamp at dusk.", "came in spring, in casks of oak."]
    chunks = [{"doc": "d", "page_content": text} for text in texts]

    with pytest.raises(AdapterError, match=r"ordered=False where the splitter leaves text out"):
        pw.Inventory.from_langchain(chunks, texts={"d": PAGE}, locate=True)
    found = pw.Inventory.from_langchain(chunks, texts={"d": PAGE}, locate=True, ordered=False)
    assert [PAGE[a:b] for a, b in zip(found.start, found.end, strict=True)] == texts
