"""What results show when readers come to a document again."""

from __future__ import annotations

import numpy as np
import pytest

import partwise as pw
from partwise.errors import ParameterError
from partwise.geometry.assessments.joined import Assessments
from partwise.geometry.view import View
from partwise.navigation.targets import targets_of
from partwise.navigation.visits import exposure, revisits
from partwise.users.window import Window


def view():
    """Chunks of one page and of another; the reader of a chunk also sees 20 characters around."""
    gold = pw.Qrels.from_columns(
        topic=["t"] * 3, doc=["A", "A", "B"], start=[15, 60, 5], end=[20, 65, 9]
    )
    run = pw.Run.from_columns(
        topic=["t"] * 4, doc=["A", "B", "A", "A"], start=[0, 10, 45, 60], end=[10, 20, 50, 65],
        rank=[1, 2, 3, 4],
    )  # fmt: skip
    return View(Assessments(gold), run)


def met(*, revisit):
    known = targets_of(view(), measure="GR")
    show = exposure(known, Window(before=20, after=20), passages=True, revisit=revisit)
    rows = np.arange(known.both.result.size)
    found = [*show(rows)]
    return [
        (r, w) for block in found for r, w in zip(*(c.tolist() for c in block[:2]), strict=True)
    ]


def test_a_document_is_visited_again():
    assert revisits(targets_of(view(), measure="GR").both).tolist() == [False, False, True, True]


def test_another_visit_shows_only_what_it_meets():
    assert met(revisit=True) == [(0, 0), (1, 2), (2, 1), (3, 1)]
    assert met(revisit=False) == [(0, 0), (1, 2), (3, 1)]


def test_recall_never_rises_by_it():
    around = "nav=Window(before=20, after=20)"
    once, again = (pw.parse(f"GR({around}, revisit={r})@3") for r in (False, True))
    assert once.values(view())[0] == pytest.approx(2 / 3)
    assert again.values(view())[0] == 1


def test_text_shown_together_knows_no_visits():
    with pytest.raises(ParameterError, match="true with Reads"):
        pw.GR(nav=pw.Reads(), revisit=False)


def test_nothing_is_shown():
    known = targets_of(view(), measure="GR")
    show = exposure(known, Window(), passages=True, revisit=False)
    assert sum(block[0].size for block in show(np.empty(0, np.int64))) == 0
