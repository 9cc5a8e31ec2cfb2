"""Which simulated run should be better than which."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass

from partwise.lab.simulate.space import ADVERSARIES, ANSWERS, RANKINGS, name_of
from partwise.messages import list_some

ANSWER_EDGES = (("S", "SL"), ("SL", "SLD"), ("S", "SS"), ("SS", "SST"))
"""Better and worse sets of parts (Pehcevski and Thom, 2007, figure 2a)."""

RANKING_EDGES = (("R", "RS"), ("R", "RI"), ("RS", "RSI"), ("RI", "RSI"))
"""Better and worse rankings (figure 2b)."""


@dataclass(frozen=True)
class Expectation:
    """That one run should be at least as good as another.

    Parameters
    ----------
    better, worse : str
        Names of the runs; "better" means at least as good.
    guaranteed : bool
        Whether it must hold on every topic for AgP and AgPw with F of beta 1. Swapping
        two documents is no such case: it depends on how well each was answered.
    vacuous : bool
        Whether the two runs are the same on every topic, so that nothing can be told.
    """

    better: str
    worse: str
    guaranteed: bool
    vacuous: bool = False

    @property
    def adversary(self) -> bool:
        """Whether the worse run was made to deceive measures."""
        return self.worse in ADVERSARIES

    @property
    def swaps(self) -> bool:
        """Whether the worse run only swaps the first two documents of the better one."""
        rankings = tuple(name.rpartition("-")[2] for name in (self.better, self.worse))
        return rankings in _SWAPPING


def space_expectations(runs: Container[str]) -> tuple[Expectation, ...]:
    """Return what is expected in the S x R space (figure 3) among the runs that are there."""
    expected = [
        *(
            Expectation(name_of(good, ranking), name_of(bad, ranking), True)
            for ranking in RANKINGS
            for good, bad in ANSWER_EDGES
        ),
        *(
            Expectation(name_of(answers, good), name_of(answers, bad), (good, bad) in _INSERTING)
            for answers in ANSWERS
            for good, bad in RANKING_EDGES
        ),
        *(Expectation("S-R", name, False) for name in ADVERSARIES),
    ]
    return _among(expected, runs)


def element_expectations(runs: Container[str]) -> tuple[Expectation, ...]:
    """Return what is expected of runs made from graded elements (Kazai and Lalmas, 2006, 6.1.1)."""
    worse = ("reversed-ideal", "full", "leaves", "random")
    return _among([Expectation("ideal", name, False) for name in worse], runs)


def vacuous_notes(expected: Sequence[Expectation]) -> list[str]:
    """Say how many expectations cannot be tested, and why."""
    notes = []
    for adversary, what in ((False, "orders"), (True, "adversaries")):
        mine = [one for one in expected if one.adversary == adversary]
        empty = [one for one in mine if one.vacuous]
        swapped = [one for one in empty if one.swaps]
        same = [f"{one.better} > {one.worse}" for one in empty if not one.swaps]
        reason = "no topic has two relevant documents"
        if swapped:
            notes.append(f"{len(swapped)} of {len(mine)} {what} cannot be tested: {reason}")
        if same:
            reason = f"both runs are the same on every topic ({list_some(same)})"
            notes.append(f"{len(same)} of {len(mine)} {what} cannot be tested: {reason}")
    return notes


_INSERTING = (("R", "RI"), ("RS", "RSI"))
_SWAPPING = (("R", "RS"), ("RI", "RSI"))


def _among(expected: list[Expectation], runs: Container[str]) -> tuple[Expectation, ...]:
    return tuple(one for one in expected if one.better in runs and one.worse in runs)
