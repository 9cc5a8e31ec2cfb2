"""Rows of tables: places that are half given, left out, or named by an id."""

from __future__ import annotations

import pytest

import partwise as pw


def test_a_length_needs_a_start_even_if_it_is_0():
    with pytest.raises(pw.TableError, match="row 0: length without start"):
        pw.Run.from_columns(topic=["q"], doc=["d"], start=[None], length=[0], score=[1.0])


def test_parts_move_up_by_score_where_a_run_has_ranks_too():
    run = pw.Run.from_columns(
        topic=["q"] * 3, doc=["d"] * 3, start=[0, None, 5], end=[3, None, 9],
        score=[1.0, 2.0, 0.0], rank=[1, 2, 3], missing="skip",
    )  # fmt: skip
    assert run.notes == ("1 row without a place left out; 2 parts moved up",)


@pytest.mark.parametrize(
    ("places", "words"),
    [
        ({"element": ["/a[1]", "/a[1]/b[1]"]}, "d /a[1] and d /a[1]/b[1]"),
        ({"start": [0, 3], "end": [3, 9]}, "d[0:3] and d[3:9]"),
    ],
)
def test_an_id_of_two_parts_names_both(places, words):
    inventory = pw.Inventory.from_columns(id=["x", "x"], doc=["d", "d"], **places)
    with pytest.raises(pw.FormatError) as caught:
        pw.Run.from_columns(topic=["q"], id=["x"], score=[1.0], inventory=inventory)
    assert f'id "x" is that of two parts, {words}' in str(caught.value)


def test_names_are_shown_up_to_three():
    for docs, shown in (
        ("a", "'a'; 1"),
        ("abc", "'a', 'b', 'c'; 3"),
        ("abcd", "'a', 'b', 'c', ...; 4"),
    ):
        run = pw.Run.from_columns(topic=["q"] * len(docs), doc=[*docs])
        assert repr(run.docs) == f"Names({shown})"
