"""Records."""

from __future__ import annotations

from dataclasses import field, fields, replace

import pytest

from partwise._record import record


@record
class Sized:
    size: int
    names: list[str] = field(default_factory=list)


def test_a_record_is_a_data_class():
    one = Sized(3)

    assert (one.size, one.names) == (3, [])
    assert replace(one, size=4).size == 4
    assert [each.name for each in fields(one)] == ["size", "names"]
    with pytest.raises(TypeError, match="size"):
        Sized()


def test_records_are_equal_to_themselves_only():
    one = Sized(3)

    assert one == one
    assert one != Sized(3)
    assert len({one, Sized(3)}) == 2
