from __future__ import annotations

from types import SimpleNamespace

import pytest

from partwise.geometry.base import Forwarded


class Desk:
    drawer = SimpleNamespace(pens=3, box=SimpleNamespace(clips=7))
    pens = Forwarded[int]("drawer")
    clips = Forwarded[int]("drawer.box")


def test_the_holder_s_attribute_of_the_same_name():
    assert (Desk().pens, Desk().clips) == (3, 7)
    assert isinstance(Desk.clips, Forwarded)


def test_it_follows_the_holder():
    desk = Desk()
    desk.drawer = SimpleNamespace(pens=9)
    assert desk.pens == 9
    with pytest.raises(AttributeError):
        _ = desk.clips
