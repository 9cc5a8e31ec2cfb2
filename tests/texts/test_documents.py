"""Documents by the names that tables give them."""

from __future__ import annotations

import pytest

from partwise.errors import UsageError
from partwise.texts.offsets import UNKNOWN, Documents
from partwise.texts.search import ANYWHERE

TEXTS = {"finance": "", "Lamp": ""}


def test_numbers():
    assert Documents(TEXTS).numbers(["Lamp", "", "lamp"]).tolist() == [1, ANYWHERE, UNKNOWN]
    assert Documents(TEXTS, "stem").numbers(["a/Lamp.md"]).tolist() == [1]
    assert Documents(TEXTS, "casefold").numbers(["LAMP"]).tolist() == [1]


def test_absent_documents_are_told_with_a_remedy():
    assert Documents(TEXTS).absent("finance.md", 12) == (
        "document finance.md is not in the texts (12 rows; the texts hold 2 documents, "
        'e.g. finance). Did you mean doc_ids="stem"?'
    )
    assert Documents({}).absent("a", 1) == (
        "document a is not in the texts (1 row; the texts hold 0 documents)"
    )


def test_a_near_name_is_told():
    known = {"pubmed": "", "wikitexts": ""}
    assert Documents(known).absent("wikitext", 1) == (
        "document wikitext is not in the texts (1 row; the texts hold 2 documents, e.g. pubmed). "
        "Did you mean wikitexts?"
    )
    assert Documents({"lamp1": "", "lamb1": ""}).absent("lam1", 1).endswith("mean lamb1 or lamp1?")


def test_another_number_is_another_document():
    assert "Did you mean" not in Documents({"doc123": "", "doc125": ""}).absent("doc124", 1)


def test_texts_that_become_one():
    with pytest.raises(UsageError, match=r'makes two texts one: "a\.md" and "a\.txt"'):
        Documents({"a.md": "", "a.txt": ""}, "stem")
