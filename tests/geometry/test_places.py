"""Places in documents, each once."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.geometry.views import row, view

from partwise.errors import TableError
from partwise.geometry.relevant_text import ENDLESS, Places, both, places_of_view, require_tokens


def places(*rows):
    return Places(*np.array(rows, np.int64).reshape(-1, 4).T)


def listed(found):
    columns = (found.doc, found.start, found.end, found.tokens)
    return list(zip(*(column.tolist() for column in columns), strict=True))


def test_each_place_once_with_the_least_count_that_is_known():
    found = places((1, 0, 5, 3), (0, 2, 4, -1), (1, 0, 5, -1), (0, 2, 4, 7), (0, 2, 4, 6))

    assert listed(found.distinct()) == [(0, 2, 4, 6), (1, 0, 5, 3)]
    assert listed(places().distinct()) == []


def test_places_in_order_are_taken_as_they_are():
    found = places((0, 2, 4, 1), (0, 2, 5, 1), (0, 3, 4, 1), (1, 0, 1, 1))

    assert found.distinct() is found
    again = places((0, 2, 4, 1), (0, 2, 4, 1))
    assert listed(again.distinct()) == [(0, 2, 4, 1)]


@given(st.lists(st.tuples(*[st.integers(0, 2)] * 3, st.integers(-1, 2)), max_size=8))
def test_distinct_equals_a_dictionary(rows):
    best = {}
    for *place, tokens in rows:
        best.setdefault(tuple(place), []).append(tokens)
    expected = sorted(
        (*place, min((c for c in counts if c >= 0), default=-1)) for place, counts in best.items()
    )
    # places that ascend are kept, whatever they cost; each comes once then
    assert sorted(listed(places(*rows).distinct())) == expected


def test_two_counts_for_one_place_are_refused():
    places((0, 2, 4, 5), (0, 2, 4, -1), (0, 2, 4, 5), (0, 2, 5, 6)).check_token_counts("chunks.tsv")
    with pytest.raises(
        TableError, match=r"chunks.tsv: the part \[2, 4\) has two token counts, 5 and 6"
    ):
        places((1, 2, 4, 6), (0, 2, 4, 6), (1, 1, 4, 1), (0, 2, 4, 5)).check_token_counts(
            "chunks.tsv"
        )


def test_under_other_codes_and_together():
    found = places((0, 2, 4, 1), (1, 0, 5, 2), (2, 0, 5, 3)).with_docs(np.array([1, -1, 0]))

    assert listed(found) == [(0, 0, 5, 3), (1, 2, 4, 1)]
    assert listed(both(found, places((0, 0, 5, 2), (0, 1, 2, 9)))) == [
        (0, 0, 5, 2), (0, 1, 2, 9), (1, 2, 4, 1),
    ]  # fmt: skip


def test_places_of_a_run():
    found = places_of_view(view([row("b", 4, 9, tokens=3), row("a"), row("b")], lengths={"a": 7}))

    assert listed(found) == [(0, 4, 9, 3), (1, 0, 7, -1), (0, 0, ENDLESS, -1)]


@pytest.mark.parametrize(
    ("tokens", "words"),
    [
        ([2, None, 1], "row 1: losses counts tokens, and this part has no token count"),
        ([2, 0, 0], "row 2: a part with characters has at least 1 token"),
    ],
)
def test_token_counts_that_are_needed(tokens, words):
    rows = [row("a", 0, 5), row("a", 5, 5), row("a", 6, 9)]
    require_tokens(
        view([{**r, "tokens": t} for r, t in zip(rows, [2, 0, 1], strict=True)]), "losses"
    )
    with pytest.raises(TableError, match=words):
        require_tokens(
            view([{**r, "tokens": t} for r, t in zip(rows, tokens, strict=True)]), "losses"
        )


@pytest.mark.parametrize(
    "rows",
    [
        [(0, 2, 4), (0, 2, 6), (0, 2, 5)], [(0, 2, 4), (0, 2, 5), (0, 2, 5)],
        [(0, 2, 4), (0, 5, 6), (0, 3, 9)], [(0, 2, 4), (2, 0, 1), (1, 3, 9)],
        [(1, 2, 4), (1, 3, 4), (0, 9, 10)], [(0, 3, 4), (0, 2, 9)],
    ],
)  # fmt: skip
def test_places_out_of_order_are_put_in_order(rows):
    found = places(*((*place, 1) for place in rows)).distinct()

    assert listed(found) == [(*place, 1) for place in sorted(set(rows))]


def test_a_count_of_0_is_a_count():
    with pytest.raises(TableError, match=r"the part \[2, 4\) has two token counts, 0 and 6"):
        places((0, 2, 4, 6), (0, 2, 4, 0)).check_token_counts("chunks.tsv")
