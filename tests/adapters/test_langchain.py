"""Documents of LangChain."""

from __future__ import annotations

from typing import ClassVar

from tests.adapters.shapes import (
    SPANS,
    TEXTS,
    langchain,
    spans,
)

import partwise as pw


class TestLangChain:
    found: ClassVar = [langchain(*span) for span in SPANS]

    def test_documents_pairs_and_dictionaries(self):
        flat = [vars(one) for one in self.found]
        made = [{"lc": 1, "type": "constructor", "id": ["langchain"], "kwargs": d} for d in flat]
        for items in (self.found, flat, made, [(one, 0.5) for one in self.found]):
            run = pw.Run.from_langchain({"q": items, "r": []}, texts=TEXTS)
            assert spans(run) == SPANS
            assert run.answered == ["r"]
        assert run.extra["given_score"].tolist() == [0.5] * 3
