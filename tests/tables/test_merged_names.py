from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from partwise.tables.merged_names import MergedNames
from partwise.tables.names import Names

distinct = st.lists(st.text("aä\U0001f600b", max_size=3), unique=True, max_size=6)


def test_numbers_follow_code_points_across_dictionaries():
    merged = MergedNames(Names.of(["b", "é"]), Names.of(["z", "b", "a"]))

    # a 0, b 1, z 2, é 3: code points, not an alphabet
    assert [numbers.tolist() for numbers in merged.numbers] == [[1, 3], [2, 1, 0]]
    assert [merged[number] for number in range(merged.size)] == ["a", "b", "z", "é"]


def test_codes_in_another_dictionary():
    merged = MergedNames(Names.of(["b"]), Names.of(["c", "a"]))

    assert merged.codes_in(Names.of(["c", "x", "b"])).tolist() == [-1, 2, 0]


def test_nothing_to_merge():
    assert MergedNames().size == 0
    assert MergedNames(Names.of(())).codes_in(Names.of(["a"])).size == 0
    with pytest.raises(IndexError):
        MergedNames(Names.of(["a"]))[1]


@given(distinct, distinct, distinct)
def test_the_order_of_two_numbers_is_the_same_in_every_company(mine, theirs, more):
    merged = MergedNames(*map(Names.of, (mine, theirs, more)))
    everything = sorted({*mine, *theirs, *more})

    assert merged.size == len(everything)
    for texts, numbers in zip((mine, theirs, more), merged.numbers, strict=True):
        assert numbers.tolist() == [everything.index(text) for text in texts]
    assert [merged[n] for n in range(merged.size)] == everything
