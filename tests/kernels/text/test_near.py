from __future__ import annotations

import itertools

from partwise.kernels.text.near import _edits, near


def test_near_names_differ_by_one_or_two_letters():
    # exchanged letters count as one; of the nearest, at most three
    assert near("nDGC", ["nDCG", "AP"]) == ["nDCG"]
    assert near("P1", ["P2", "P3", "P4", "P5"]) == ["P2", "P3", "P4"]
    assert near("CharX", ["AgP"]) == []
    assert near("abcdef", ["abcdxy"]) == ["abcdxy"]
    assert near("abcdef", ["abcxyz", "abcdefghi"]) == []


def _slowly(one, other):
    """The same by its definition: the last letters are dropped, added, changed or exchanged."""
    if not one or not other:
        return len(one) + len(other)
    ways = [
        _slowly(one[:-1], other) + 1,
        _slowly(one, other[:-1]) + 1,
        _slowly(one[:-1], other[:-1]) + (one[-1] != other[-1]),
    ]
    if one[-2:] == other[-2:][::-1] and len(one) > 1 and len(other) > 1:
        ways.append(_slowly(one[:-2], other[:-2]) + 1)
    return min(ways)


def test_edits_by_definition():
    words = ["".join(word) for n in range(5) for word in itertools.product("ab", repeat=n)]
    pairs = [(a, b) for a in words for b in words if abs(len(a) - len(b)) <= 2]

    assert _edits("a", "abcde") == 4
    assert [_edits(a, b) for a, b in pairs] == [_slowly(a, b) for a, b in pairs]
