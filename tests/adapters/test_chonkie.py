"""Chunks of Chonkie."""

from __future__ import annotations

import pytest
from tests.adapters.shapes import (
    SPANS,
    TEXT,
    TEXTS,
    chunk,
    spans,
)

import partwise as pw
from partwise.errors import AdapterError


class TestChonkie:
    def test_chunks(self):
        found = [chunk(*span) for span in SPANS]
        run = pw.Run.from_chonkie({"q": found}, doc=pw.const("a.md"), texts=TEXTS)
        assert spans(run) == SPANS
        assert run.tokens.tolist() == [6, 10, 4]
        with pytest.raises(AdapterError, match="fields: end_index, id, start_index"):
            pw.Run.from_chonkie({"q": found})
        inventory = pw.Inventory.from_chonkie(found, doc=pw.const("a.md"))
        assert inventory.tokens.tolist() == [6, 10, 4]

    def test_text_that_was_lengthened(self):
        longer = chunk(0, 21)
        longer.text = TEXT[:30]
        with pytest.raises(AdapterError, match=r"a.md\[0:21\]: the item has 30 characters"):
            pw.Run.from_chonkie({"q": [longer]}, doc=pw.const("a.md"), texts=TEXTS)
