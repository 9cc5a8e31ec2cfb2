"""One sentence on the largest loss."""

from __future__ import annotations

from tests.losses.test_table import one

from partwise.losses.table import advice

LOST = {"relevant": 12, "shown": 6, "lost.ranking": 5, "lost.cutting": 1}


def test_the_share_is_of_what_is_missing():
    assert advice(one(LOST, has_candidates=True)) == (
        "83 % of what is missing was among the candidates and ranked too low: work on the ranking"
    )
    assert advice(one(LOST)) == (
        "83 % of what is missing was in the inventory and ranked too low: work on the ranking "
        "(use candidates=... to tell the first stage from the ranking)"
    )


def test_the_largest_loss():
    def said(key):
        return advice(one({"relevant": 4, "shown": 1, f"lost.{key}": 3}, has_candidates=True))

    assert said("no_document").endswith("is in documents that are not in the inventory: index them")
    assert said("no_part").endswith("no part of the inventory: let the chunker keep all text")
    assert said("limit").endswith("is more than the limit lets anybody show: read more")
    assert said("cutting").endswith("of any choice of these parts: try another chunking")
    assert said("candidates").endswith("not among the candidates: work on the first stage")


def test_nothing_is_missing():
    assert advice(one({"relevant": 4, "shown": 4})) == "all relevant text is shown"
    assert advice(one({})) == "no topic has relevant text"
