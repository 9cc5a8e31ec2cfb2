"""What results show when readers come to a document again."""

from __future__ import annotations

import numpy as np
import pytest

import partwise as pw
from partwise.errors import ParameterError
from partwise.geometry.assessments import Assessments
from partwise.geometry.view import View
from partwise.navigation.targets import targets_of
from partwise.navigation.walks import exposure, revisits
from partwise.users.reading import T2I, Proximity, Window


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


def chances(nav, *, revisit, passages=True):
    known = targets_of(view(), measure="GR")
    show = exposure(known, nav, passages=passages, revisit=revisit)
    blocks = [*show(np.arange(known.both.result.size))]
    return {(int(r), int(w)): float(p) for block in blocks for r, w, p in zip(*block, strict=True)}


def test_another_visit_shows_as_much_of_what_it_meets_as_otherwise():
    nav = Proximity(L=5)  # 5 / (5 + distance of the starts)
    every = {
        (0, 0): 5 / 20, (0, 1): 5 / 65, (1, 2): 5 / 10,
        (2, 0): 5 / 35, (2, 1): 5 / 20, (3, 0): 5 / 50, (3, 1): 1,
    }  # fmt: skip
    assert chances(nav, revisit=True) == pytest.approx(every)
    # the chunks of ranks 3 and 4 come again; only the last one meets an ideal, which it is
    once = {pair: every[pair] for pair in ((0, 0), (0, 1), (1, 2), (3, 1))}
    assert chances(nav, revisit=False) == pytest.approx(once)


@pytest.mark.parametrize("revisit", [False, True])
def test_readers_who_look_at_ideals(revisit):
    # of A: 0 reads on to 15, where it stops; 45 to 60 over 15 irrelevant characters
    found = chances(T2I(15, stop="ideal"), revisit=revisit)

    assert found == {(0, 0): 1, (3, 1): 1} | ({(2, 1): 1} if revisit else {})


def test_of_elements_another_visit_shows_only_themselves():
    # rank 4 is the ideal itself and meets nothing else; a passage would be met where it lies
    assert chances(Window(before=50), revisit=False, passages=False) == {
        (1, 2): 1, (3, 1): 1,
    }  # fmt: skip


def test_what_one_visit_shows_is_not_taken_for_what_another_does():
    # every visit after the first: rank 2 is the second ideal, rank 4 only reaches the first one
    gold = pw.Qrels.from_columns(topic=["t"] * 2, doc=["A"] * 2, start=[0, 60], end=[5, 65])
    run = pw.Run.from_columns(
        topic=["t"] * 4, doc=["A"] * 4, start=[200, 60, 300, 10], end=[210, 65, 310, 12]
    )
    known = targets_of(View(Assessments(gold), run), measure="GR")
    show = exposure(known, Window(before=20), passages=True, revisit=False)

    (block,) = show(np.arange(4))
    assert [column.tolist() for column in block] == [[1], [1], [1.0]]
