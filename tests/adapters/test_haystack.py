"""Documents of Haystack."""

from __future__ import annotations

from tests.adapters.shapes import (
    SPANS,
    TEXT,
    TEXTS,
    HaystackDocument,
    haystack,
    spans,
)

import partwise as pw


class TestHaystack:
    def test_components_lists_and_dictionaries(self):
        found = [haystack(*span) for span in SPANS]
        flat = [{"id": d.id, "content": d.content, "score": d.score, **d.meta} for d in found]
        deep = [vars(d) for d in found]
        for result in ({"documents": found}, found, flat, deep):
            run = pw.Run.from_haystack({"q": result, "r": {"documents": []}}, texts=TEXTS)
            assert spans(run) == SPANS
            assert run.docs.tolist() == ["a.md"]
            assert run.answered == ["r"]
        assert run.notes == ("3 items: doc taken from file_path; source_id differs",)
        other = pw.Run.from_haystack({"q": found}, doc="source_id")
        assert other.docs.tolist() == ["5f1c"]

    def test_hierarchies(self):
        def block(id_, a, b, start, level, parent):
            meta = {"__level": level, "__parent_id": parent, "__children_ids": []}
            meta |= {} if start is None else {"split_idx_start": start, "source_id": parent}
            return HaystackDocument(id_, TEXT[a:b], meta)

        root = block("root", 0, 76, None, 0, None)
        middle = block("middle", 24, 76, 24, 1, "root")
        leaf = block("leaf", 28, 40, 4, 2, "middle")
        run = pw.Run.from_haystack(
            {"q": [leaf, middle, root]}, nodes=[root, middle, leaf], texts={"root": TEXT}
        )
        assert spans(run) == [(28, 40), (24, 76), (0, 76)]
        assert run.docs.tolist() == ["root"]
