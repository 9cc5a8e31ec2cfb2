"""Stability of the order of runs under other readers: one measure, many user models."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from partwise.errors import UsageError, quote
from partwise.lab.correlate import kendall, oriented
from partwise.messages import plural, texts_of
from partwise.statistics.differences import Floats
from partwise.tables.constructors import Shown
from partwise.tables.results import Results, or_none

MOST = 100
"""Maximum number of models that one measure may stand for."""


@dataclass(frozen=True)
class PairOrder:
    """Two runs, in the order that most models give them, and the share that do.

    A share of 0: no model tells them apart.
    """

    better: str
    worse: str
    share: float


@dataclass(frozen=True, eq=False)
class Family:
    """One measure under several models."""

    name: str
    """As it was written, with lists."""
    measures: tuple[str, ...]
    tau: Floats
    """Kendall's tau of each pair of models; NaN where a ranking is all ties."""
    winners: tuple[tuple[str, ...], ...]
    """The best runs under each model."""
    orders: tuple[PairOrder, ...]
    """All pairs of runs, the least stable first."""

    @property
    def least(self) -> float:
        """Return the least tau of two models."""
        pairs = self.tau[np.triu_indices(len(self.measures), 1)]
        return float(np.nanmin(pairs)) if not np.isnan(pairs).all() else float("nan")

    def to_dict(self) -> dict[str, Any]:
        """Return it in the shape of the JSON output."""
        return {
            "family": self.name,
            "measures": list(self.measures),
            "tau": [[or_none(float(x)) for x in row] for row in self.tau],
            "least_tau": or_none(self.least),
            "winners": [list(best) for best in self.winners],
            "orders": [vars(order) for order in self.orders],
        }


@dataclass(frozen=True, eq=False)
class Stability(Shown):
    """Dependence of the order of runs on the user model."""

    families: tuple[Family, ...]
    runs: tuple[str, ...]
    notes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return (
            f"Stability({plural(len(self.families), 'measure')}, {plural(len(self.runs), 'run')})"
        )

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values."""
        families = [family.to_dict() for family in self.families]
        return {"runs": list(self.runs), "families": families, "notes": texts_of(self.notes)}

    def to_json(self) -> str:
        """Return everything as JSON text."""
        import msgspec

        return msgspec.json.format(msgspec.json.encode(self.to_dict()), indent=1).decode()


def stability(results: Results, families: Mapping[str, Sequence[str]]) -> Stability:
    """Compare the order of the runs under the models of each family.

    Parameters
    ----------
    results : Results
        Values of at least two runs under all the measures.
    families : mapping of str to sequence of str
        Measures, as they print, by what was written: ``{"GR(nav=T2I([100, 300]))@10":
        ["GR(nav=T2I(n=100))@10", "GR(nav=T2I(n=300))@10"]}``.
    """
    if len(results.runs) < 2:
        raise UsageError("stability compares runs; use at least two")
    several = families_of(families)
    found = [_family(results, name, members) for name, members in several.items()]
    alone = [name for name in families if name not in several]
    notes = [f"{name}: one model, nothing to compare" for name in alone]
    return Stability(tuple(found), tuple(results.runs), tuple(notes))


def families_of(families: Mapping[str, Sequence[str]]) -> dict[str, tuple[str, ...]]:
    """Return the families of two models or more; refuse what cannot be compared."""
    several = {name: tuple(members) for name, members in families.items() if len(members) > 1}
    if not several:
        raise UsageError(
            "stability needs a measure with a list as parameter: GR(nav=T2I([100, 300]))@10"
        )
    for name, members in several.items():
        if len(members) > MOST:
            raise UsageError(
                f"{quote(name)} stands for {len(members)} models; at most {MOST} are compared"
            )
    return several


def _family(results: Results, name: str, members: tuple[str, ...]) -> Family:
    at = [results.measures.index(member) for member in members]
    means = [oriented(results.mean_table[:, m], results.better[m]) for m in at]
    n = len(members)
    tau = np.eye(n)
    for a, b in itertools.combinations(range(n), 2):
        known = ~(np.isnan(means[a]) | np.isnan(means[b]))
        tau[a, b] = tau[b, a] = kendall(means[a][known], means[b][known])[0]
    runs = results.runs
    winners = [
        tuple(run for run, mean in zip(runs, ms.tolist(), strict=True) if mean == np.nanmax(ms))
        if not np.isnan(ms).all()
        else ()
        for ms in means
    ]
    table = np.stack(means)
    orders = []
    for a, b in itertools.combinations(range(len(runs)), 2):
        above, below = (table[:, a] > table[:, b]).sum(), (table[:, a] < table[:, b]).sum()
        better, worse = (a, b) if above >= below else (b, a)
        orders.append(PairOrder(runs[better], runs[worse], float(max(above, below)) / n))
    orders.sort(key=lambda order: order.share)
    return Family(name, members, tau, tuple(winners), tuple(orders))
