"""What parts show for the first time where text has copies."""

from __future__ import annotations

import numpy as np
from tests.geometry.views import row
from tests.reference.characters_collections import Collection

from partwise.geometry.assessments import Assessments
from partwise.geometry.relevant_text import shown_once
from partwise.geometry.view import View


def seen(run, judged, text):
    world = Collection(["t"], judged, run)
    known = Assessments(world.qrels(), equivalent=np.array(text, np.int64))
    return View(known, world.table())


def test_a_copy_of_what_was_shown_is_not_new():
    # b 5..10 is a copy of a 0..5; the second part shows its last three again, and two more
    judged = [row("a", 0, 5), row("b", 5, 10), row("b", 12, 14)]
    found = seen([row("a", 2, 8), row("b", 6, 14)], judged, [0, 0, -1])
    what = found.parts.seen("CharR")

    assert what.relevant.tolist() == [3, 6]
    assert what.fresh_relevant.tolist() == [3, 3]  # b 6..7 and b 12..14
    assert what.fresh.tolist() == [6, 5]  # and b 10..12, which nobody judged
    assert found.parts.fresh.tolist() == [6, 5]
    assert found.parts.fresh_by_place.tolist() == [6, 8]


def test_stretches_lie_where_they_are_read():
    judged = [row("a", 0, 5), row("b", 5, 10), row("b", 12, 14)]
    parts = seen([row("a", 2, 8), row("b", 6, 14)], judged, [0, 0, -1]).parts
    part, start, length = shown_once(parts).stretches(np.array([100, 200]))

    assert part.tolist() == [0, 1, 1]
    assert start.tolist() == [102, 206, 212]
    assert length.tolist() == [3, 1, 2]


def test_two_copies_in_one_part():
    found = seen([row("a", 0, 10)], [row("a", 0, 4), row("a", 6, 10)], [0, 0]).parts.seen("CharR")

    assert (found.relevant.tolist(), found.fresh_relevant.tolist()) == ([8], [4])
    assert found.fresh.tolist() == [6]
