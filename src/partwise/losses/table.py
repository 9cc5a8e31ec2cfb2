"""Tables of losses: shares by run and topic, with advice."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from partwise._typing import Ints
from partwise._version import __version__
from partwise.errors import UsageError
from partwise.geometry.inventory import Limit
from partwise.losses.breakdown import KEYS, LOST, OF_CANDIDATES
from partwise.messages import plural, texts_of, warnings_of
from partwise.spelling import spelt
from partwise.tables.constructors import Shown

if TYPE_CHECKING:
    import polars as pl

    from partwise.tables.run import Run


_ADVICE = {
    "no_document": "is in documents that are not in the inventory: index them",
    "no_part": "lies in no part of the inventory: let the chunker keep all text",
    "limit": "is more than the limit lets anybody show: read more",
    "cutting": "is out of reach of any choice of these parts: try another chunking",
    "candidates": "was in the inventory and not among the candidates: work on the first stage",
    "ranking": "was among the candidates and ranked too low: work on the ranking",
}
_RANKING = (
    "was in the inventory and ranked too low: work on the ranking "
    "(use --candidates to tell the first stage from the ranking)"
)


def advice(run: RunLosses) -> str:
    """Return the largest cause of loss, and what to do about it."""
    mean = run.mean
    if run.other_parts:
        return "most of its parts are not in the inventory: no advice; is it from another chunking?"
    if mean["shown"] is None:
        return "no topic has relevant text"
    shares = {key: mean[f"lost.{key}"] or 0.0 for key in LOST}
    worst = max(shares, key=lambda key: shares[key])
    if not shares[worst]:
        return "all relevant text is shown"
    what = _ADVICE[worst]
    if worst == "ranking" and not run.has_candidates:
        what = spelt(_RANKING)
    return f"{100 * shares[worst] / sum(shares.values()):.0f} % of what is missing {what}"


MEAN_KEYS = ("shown", "ceiling", *(f"lost.{key}" for key in LOST))
_SHOWN, _RELEVANT = KEYS.index("shown"), KEYS.index("relevant")


@dataclass(frozen=True, eq=False, repr=False)
class RunLosses:
    """Text that one run showed and lost.

    Parameters
    ----------
    run : str
        Its name.
    table : ndarray of int64
        A row per topic, columns KEYS.
    counted : ndarray of bool
        Topics that count.
    has_candidates : bool
        Whether the first stage is known.
    inventory : mapping of str to int
        ``parts``, ``documents`` and ``added``.
    other_parts : bool
        Whether most parts of the run are not in the inventory.
    """

    run: str
    table: Ints
    counted: Any
    has_candidates: bool
    inventory: Mapping[str, int]
    other_parts: bool = False

    def absent(self, key: str) -> bool:
        """Return whether nothing is known of a key."""
        return key in OF_CANDIDATES and not self.has_candidates

    def amounts(self, row: Ints) -> dict[str, int | None]:
        """Return a row under its keys; None where nothing is known."""
        pairs = zip(KEYS, row.tolist(), strict=True)
        return {key: None if self.absent(key) else value for key, value in pairs}

    @property
    def total(self) -> dict[str, int | None]:
        """Sums over the topics."""
        return self.amounts(self.table[self.counted].sum(axis=0))

    @property
    def mean(self) -> dict[str, float | None]:
        """Mean over topics with relevant text of each amount as a share of it."""
        table = self.table[self.counted & (self.table[:, _RELEVANT] > 0)]

        def share(key: str) -> float | None:
            column = "ceiling.low" if key == "ceiling" else key
            if self.absent(column) or not len(table):
                return None
            shares = table[:, KEYS.index(column)] / table[:, _RELEVANT]
            return math.fsum(shares.tolist()) / len(table)

        return {key: share(key) for key in MEAN_KEYS}

    @property
    def bounded(self) -> list[int]:
        """Rows of topics whose ceiling is only bounded."""
        gap = np.zeros(len(self.table), np.bool_)
        for name in ("ceiling", "candidates_ceiling")[: 1 + self.has_candidates]:
            low, high = (self.table[:, KEYS.index(f"{name}.{end}")] for end in ("low", "high"))
            gap |= low < high
        return np.flatnonzero(gap & self.counted).tolist()


@dataclass(frozen=True, eq=False, repr=False)
class Losses(Shown):
    """Losses of relevant text that runs do not show, by cause.

    Parameters
    ----------
    runs : tuple of RunLosses
        In the order given.
    topic_names : tuple of str
        The judged topics.
    limit : Limit
        What was read.
    notes : tuple of str
        What a careful reader should know.
    oracles : mapping of str to Run
        The oracle run of each run's inventory.
    """

    runs: tuple[RunLosses, ...]
    topic_names: tuple[str, ...]
    limit: Limit
    notes: tuple[str, ...] = ()
    oracles: Mapping[str, Run] = field(default_factory=dict)

    def __repr__(self) -> str:
        runs = plural(len(self.runs), "run")
        return f"Losses({runs}, {plural(len(self.topic_names), 'topic')})"

    @property
    def warnings(self) -> tuple[str, ...]:
        """The notes that call for a look at the data."""
        return warnings_of(self.notes)

    @property
    def total(self) -> pl.DataFrame:
        """Sums in characters, one row per run."""
        return _frame([{"run": run.run, **run.total} for run in self.runs])

    @property
    def mean(self) -> pl.DataFrame:
        """Means over topics in shares, one row per run; the terms add up to 1."""
        return _frame([{"run": run.run, **run.mean} for run in self.runs])

    @property
    def topics(self) -> pl.DataFrame:
        """Amounts in characters, one row per run and topic."""
        rows = [
            {"run": run.run, "topic": topic, **run.amounts(row)}
            for run in self.runs
            for topic, row in self.rows(run)
        ]
        return _frame(rows, ("run", "topic", *KEYS))

    def rows(self, run: RunLosses) -> list[tuple[str, Ints]]:
        """Return the topics of a run that count, with their amounts."""
        rows = np.flatnonzero(run.counted).tolist()
        return [(self.topic_names[row], run.table[row]) for row in rows]

    def oracle(self, run: str | None = None) -> Run:
        """Return the oracle run of an inventory; `run` says whose, where they differ."""
        different = list({id(one): one for one in self.oracles.values()}.values())
        if run is None and len(different) > 1:
            names = ", ".join(self.oracles)
            raise UsageError(f"there are {len(different)} inventories; name a run ({names})")
        if run is not None and run not in self.oracles:
            raise UsageError(f"no run {run!r} (available: {', '.join(self.oracles)})")
        return different[0] if run is None else self.oracles[run]

    def to_dict(self, *, per_topic: bool = False) -> dict[str, Any]:
        """Return everything as plain values."""
        runs = []
        for run in self.runs:
            entry: dict[str, Any] = {
                "run": run.run,
                "inventory": dict(run.inventory),
                "total": nested(run.total),
                "mean": nested(run.mean),
                "advice": advice(run),
            }
            if per_topic:
                entry["topics"] = {topic: nested(run.amounts(row)) for topic, row in self.rows(run)}
            runs.append(entry)
        limit = self.limit
        read = {"k": limit.k} if limit.k else {"budget": limit.budget, "unit": limit.unit}
        return {
            "partwise": __version__,
            "limit": read,
            "runs": runs,
            "notes": texts_of(self.notes),
        }

    def to_json(self, *, per_topic: bool = False) -> str:
        """Return everything as JSON text."""
        import msgspec

        saved = msgspec.json.encode(self.to_dict(per_topic=per_topic))
        return msgspec.json.format(saved, indent=1).decode()


def nested(amounts: Mapping[str, Any]) -> dict[str, Any]:
    """Turn keys with a dot into objects; an object of nothing known is None."""
    out: dict[str, Any] = {}
    for key, value in amounts.items():
        group, _, name = key.rpartition(".")
        if group:
            out.setdefault(group, {})[name] = value
        else:
            out[key] = value
    if out.get("candidates_ceiling", {}).get("low", 0) is None:
        out["candidates_ceiling"] = None
    return out


def _frame(rows: list[dict[str, Any]], columns: tuple[str, ...] = ()) -> pl.DataFrame:
    import polars as pl

    if not rows:
        return pl.DataFrame({name: [] for name in columns})
    return pl.DataFrame(rows, infer_schema_length=None)
