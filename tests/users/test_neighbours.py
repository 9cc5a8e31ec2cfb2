"""Parts before and after."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import partwise as pw
from partwise.errors import UsageError

pytestmark = pytest.mark.filterwarnings("ignore::partwise.errors.PartwiseWarning")

SPANS = st.lists(st.tuples(st.integers(0, 12), st.integers(1, 5)), min_size=1, max_size=6)


def chunks(spans, doc="x"):
    start, end = zip(*spans, strict=True)
    return pw.Inventory.from_columns(doc=[doc] * len(spans), start=start, end=end)


def reach(nav, x, y, inventory):
    qrels = pw.Qrels.from_columns(topic=["t"], doc=["x"], start=[y[0]], end=[y[1]])
    run = pw.Run.from_columns(topic=["t"], doc=["x"], start=[x[0]], end=[x[1]], rank=[1])
    return pw.evaluate(qrels, run, [f"GR(nav={nav})"], inventory=inventory).table[0, 0, 0]


def by_hand(x, y, spans, before, after, p):
    """Sets of characters, and the parts in order one by one."""
    letters = set(range(*y))
    if letters & set(range(*x)):
        return 1
    others = sorted({span for span in spans if span != x})
    ahead = [span for span in others if span < x]
    behind = [span for span in others if span > x]
    near = [*ahead[len(ahead) - min(before, len(ahead)) :], *behind[:after]]
    return p if any(letters & set(range(*span)) for span in near) else 0


@given(SPANS, st.tuples(st.integers(0, 12), st.integers(1, 5)), st.integers(0, 15),
       st.integers(0, 3), st.integers(0, 3))  # fmt: skip
def test_as_the_definition(spans, x, at, before, after):
    parts = [(start, start + size) for start, size in spans]
    x, y = (x[0], x[0] + x[1]), (at, at + 2)
    nav = f"Neighbours(before={before}, after={after}, p=.5)"
    expected = by_hand(x, y, parts, before, after, 0.5)
    assert reach(nav, x, y, chunks(parts)) == expected


def test_numbers_of_neighbours():
    parts = chunks([(0, 10), (10, 20), (20, 30), (30, 40)])
    found = [
        reach(nav, (10, 20), (32, 35), parts)
        for nav in ("Neighbours", "Neighbours(2)", "Neighbours(2, after=1)", "Neighbours(99, p=.3)")
    ]
    assert found == [0, 1, 0, 0.3]
    assert reach("Neighbours(before=0, after=1)", (10, 20), (5, 6), parts) == 0


def test_neighbours_of_other_documents_do_not_count():
    assert reach("Neighbours(9)", (0, 10), (20, 22), chunks([(20, 30)], doc="w")) == 0


def test_the_inventory_is_needed():
    with pytest.raises(UsageError, match="Neighbours needs all parts that could have been"):
        reach("Neighbours", (0, 10), (20, 22), None)
    assert reach("Neighbours", (0, 10), (9, 22), chunks([(20, 30)])) == 1
