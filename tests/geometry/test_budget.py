"""Which parts a measure reads."""

from __future__ import annotations

import pytest
from tests.geometry.views import row, view

from partwise.errors import ParameterError
from partwise.geometry.budget import check_budget, parts_read
from partwise.measures.characters.charr import CharR


class Asks:
    """A measure with a budget."""

    def __init__(self, budget=None, unit="characters", cutoff=None):
        self.budget, self.unit, self.cutoff = budget, unit, cutoff

    @classmethod
    def label(cls):
        return "Asks"


@pytest.mark.parametrize(
    "measure", [Asks(), Asks(cutoff=5), Asks(budget=5), Asks(budget=5, unit="tokens")]
)
def test_budgets_that_fit(measure):
    check_budget(measure)


@pytest.mark.parametrize(
    ("measure", "words"),
    [
        (Asks(unit="tokens"), "Asks: budget must be given with unit=tokens"),
        (Asks(unit="tokens", cutoff=5), "Asks: budget must be given with unit=tokens"),
        (Asks(budget=5, cutoff=3), r"Asks\(budget=5\) has no cutoff: the budget decides"),
    ],
)
def test_budgets_that_do_not(measure, words):
    with pytest.raises(ParameterError, match=words):
        check_budget(measure)


def test_without_a_budget_all_parts_are_read():
    seen = view([row("a", 0, 4, tokens=1), row("a", 4, 8, tokens=1)])

    assert parts_read(seen, CharR()) is seen.parts
    assert parts_read(seen, CharR @ 1) is seen.parts
    assert parts_read(seen, CharR(budget=6)).end.tolist() == [4, 6]
    assert parts_read(seen, CharR(budget=1, unit="tokens")).end.tolist() == [4]
