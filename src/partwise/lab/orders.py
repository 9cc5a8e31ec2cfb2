"""Which simulated run should be better than which."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass

from partwise.lab.space import ANSWERS, RANKINGS, name_of

ANSWER_EDGES = (("S", "SL"), ("SL", "SLD"), ("S", "SS"), ("SS", "SST"))
"""Better and worse sets of parts (Pehcevski and Thom, 2007, figure 2a)."""

RANKING_EDGES = (("R", "RS"), ("R", "RI"), ("RS", "RSI"), ("RI", "RSI"))
"""Better and worse rankings (figure 2b)."""


@dataclass(frozen=True)
class Order:
    """An expected order of two runs.

    Parameters
    ----------
    better, worse : str
        Names of the runs; "better" means at least as good.
    guaranteed : bool
        Whether it must hold on every topic for AgP and AgPw with F of beta 1. Swapping
        two documents is no such order: it depends on how well each was answered.
    """

    better: str
    worse: str
    guaranteed: bool


def space_orders(runs: Container[str]) -> tuple[Order, ...]:
    """Return the orders of the S x R space (figure 3) among the runs that are there."""
    orders = [
        *(
            Order(name_of(good, ranking), name_of(bad, ranking), True)
            for ranking in RANKINGS
            for good, bad in ANSWER_EDGES
        ),
        *(
            Order(name_of(answers, good), name_of(answers, bad), (good, bad) in _INSERTING)
            for answers in ANSWERS
            for good, bad in RANKING_EDGES
        ),
    ]
    return _among(orders, runs)


def element_orders(runs: Container[str]) -> tuple[Order, ...]:
    """Return the orders of runs made from graded elements (Kazai and Lalmas, 2006, 6.1.1)."""
    worse = ("reversed-ideal", "full", "leaves", "random")
    return _among([Order("ideal", name, False) for name in worse], runs)


_INSERTING = (("R", "RI"), ("RS", "RSI"))


def _among(orders: list[Order], runs: Container[str]) -> tuple[Order, ...]:
    return tuple(order for order in orders if order.better in runs and order.worse in runs)
