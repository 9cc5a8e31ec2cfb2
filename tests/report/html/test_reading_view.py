from __future__ import annotations

import pytest
from tests.report.data.test_blocks import unpacked

from partwise.errors import UsageError
from partwise.report.page_sections import PAGE, check_embed, reading_view


def test_every_topic_and_document_has_a_block(findings, example):
    view = reading_view(findings, "auto", 0)
    blocks = dict(view.blocks)

    assert [name for name in blocks if name.startswith("topic-")] == [
        f"topic-{at}" for at in range(12)
    ]
    for at, doc in enumerate(view.docs):
        assert unpacked(blocks[f"doc-{at}"]).decode() == example.texts[doc["id"]]
    assert view.files == {}


def test_the_largest_texts_leave_a_page_that_is_too_large(findings):
    whole = reading_view(findings, "auto", 0)
    size = sum(len(text) for _, text in whole.blocks)
    largest = max((len(text), name) for name, text in whole.blocks if name.startswith("doc-"))[1]

    view = reading_view(findings, "auto", PAGE - size + 1)

    assert [*view.files] == [f"{largest.replace('doc', 'd')}.js"]
    assert [doc["text"] for doc in view.docs].count("file") == 1


def test_no_text_is_embedded_where_none_is_wanted(findings):
    view = reading_view(findings, "none", 0)

    assert {doc["text"] for doc in view.docs} == {None}
    assert not any(name.startswith("doc-") for name, _ in view.blocks)


def test_slips():
    with pytest.raises(UsageError, match="embed must be auto, all or none, not 'some'"):
        check_embed("some")
