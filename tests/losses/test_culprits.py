from __future__ import annotations

import pytest
from tests.helpers import grouped_options
from tests.losses.fixture import LENGTHS, inventory, places, qrels, run

import partwise as pw
from partwise.losses.breakdown import KEYS, LOST, OF_CANDIDATES, PLACES, READ


def counted(text, chunks=None, **options):
    """Amounts of a run over the worked example's assessments."""
    known = {"inventory": inventory() if chunks is None else chunks, "lengths": LENGTHS, "k": 9}
    found = pw.losses(qrels(), run(text), **grouped_options(**{**known, **options}))
    return found.total.to_dicts()[0]


def group(found, name, keys):
    return {key: found[f"{name}.{key}"] for key in keys if found[f"{name}.{key}"]}


def test_characters_that_were_read_are_split_by_what_they_are():
    # [0,40) of A holds 20 relevant; [10,40) of A the same again; C is not relevant;
    # [80,90) of A holds nothing relevant
    found = counted("A[0,40) A[10,40) C[0,40) A[80,90)")

    assert found["read.characters"] == 40 + 30 + 40 + 10
    assert group(found, "read", READ[1:]) == {
        "new": 20,
        "repeated": 20,
        "padding": 20 + 10,
        "wrong_place": 10,
        "wrong_document": 40,
        "again": 30,
    }
    assert found["parts.read"] == 4


def test_terms_add_up_to_the_relevant_text():
    found = counted("A[0,40) C[0,40)", k=1)

    assert found["relevant"] == 20 + 10 + 50 + 5
    assert found["shown"] + sum(found[f"lost.{key}"] or 0 for key in LOST) == 85
    assert found["shown"] + sum(found[f"places.{key}"] for key in PLACES) == 85
    assert sum(found[f"read.{key}"] for key in READ[1:6]) == found["read.characters"]


def test_text_that_no_part_holds():
    only_a = pw.Inventory.from_columns(**places("A[0,40)"))

    found = counted("A[0,40)", only_a)

    # B and D have no part at all; A[60,70) lies in none
    assert group(found, "lost", LOST) == {"no_document": 55, "no_part": 10}
    assert group(found, "places", PLACES) == {"no_document": 55, "no_part": 10}


def test_the_ranking_loses_what_stands_too_far_down():
    found = counted("C[0,40) A[0,40)", pw.Inventory.from_columns(**places("A[0,40) C[0,40)")), k=1)

    assert group(found, "lost", LOST) == {"no_document": 55, "no_part": 10, "ranking": 20}
    # it is in the list, and its document was not shown
    assert found["places.document_not_shown_listed"] == 20


def test_missing_text_of_documents_that_were_shown():
    # A was opened: A[60,70) stands further down the list; B has 50 that are not listed at all
    found = counted("A[0,40) A[60,100)", k=1)

    assert found["places.wrong_place_listed"] == 10
    assert found["places.document_not_shown_unlisted"] == 48
    assert found["places.document_not_shown_listed"] == 0


def test_a_document_judged_not_relevant_is_the_wrong_one():
    judged = pw.Qrels.from_columns(
        topic=["t", "t"], doc=["A", "C"], start=[10, None], end=[30, None], grade=[1, 0]
    )

    found = pw.losses(judged, run("C[0,40) A[0,40)"), inventory=inventory(), lengths=LENGTHS, k=2)

    assert found.total["read.wrong_document"].to_list() == [40]
    assert found.total["read.wrong_place"].to_list() == [0]


def test_the_first_stage_loses_what_it_does_not_list():
    chunks = pw.Inventory.from_columns(**places("A[0,40) B[48,50) C[0,40)"))

    found = counted("C[0,40) B[48,50)", chunks, k=1, candidates="self")

    # the best part is A[0,40) with 20, the best of the list B[48,50) with 2, and C is read
    assert (found["ceiling.low"], found["candidates_ceiling.low"]) == (20, 2)
    assert (found["lost.candidates"], found["lost.ranking"]) == (18, 2)


def test_candidates_are_unknown_unless_they_are_given():
    found = counted("A[0,40)", k=1)

    assert {key for key in KEYS if found[key] is None} == OF_CANDIDATES


def test_a_budget_cuts_the_last_part():
    found = counted("A[0,40)", budget=15, k=None)

    # of A[10,30) the first 15 characters show 10..15
    assert (found["read.characters"], found["shown"]) == (15, 5)


def test_parts_that_the_inventory_lacks():
    assert counted("A[0,40) A[1,40)")["parts.outside_inventory"] == 1


@pytest.mark.parametrize("k", [1, 3])
def test_columns_stand_in_their_order(k):
    assert list(counted("A[0,40)", k=k))[1:] == list(KEYS)
