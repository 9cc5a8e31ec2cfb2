"""What is made once."""

from __future__ import annotations

from partwise.geometry.base import Memo


def test_each_key_is_made_once():
    memo, made = Memo(), []

    def make():
        made.append(1)
        return [len(made)]

    first = memo("a", make)
    assert memo("a", make) is first
    assert memo(("a", 2), make) == [2]
    assert len(made) == len(memo) == 2
    assert "a" in memo
    assert "b" not in memo
