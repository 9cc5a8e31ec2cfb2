"""Fidelity: whether a measure keeps what is expected of simulated runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np

from partwise.errors import UsageError
from partwise.evaluation.evaluate import evaluate
from partwise.lab.simulate import Simulation, simulate
from partwise.lab.space import (
    Expectation,
    element_expectations,
    space_expectations,
    vacuous_notes,
)
from partwise.messages import Note, plural, texts_of
from partwise.statistics.differences import NOISE, difference, exact_means, wins_ties_losses
from partwise.statistics.paired_tests import sign_flip_p, t_p
from partwise.tables.constructors import Shown
from partwise.tables.qrels import Qrels
from partwise.tables.results import Results, or_none

Verdict = Literal["kept", "blind", "mixed", "violated"]

VERDICTS: tuple[Verdict, ...] = ("kept", "blind", "mixed", "violated")
"""Verdicts of a measure on an expectation, best first."""


@dataclass(frozen=True)
class Kept:
    """Verdict of a measure on one expectation.

    ``difference`` is the mean difference in the expected direction: positive
    when the better run is better, also where lower values are. ``wins`` and
    ``losses`` count topics. ``p`` is that of the paired t-test; of the sign-flip test
    where all topics differ by the same amount and a t-test is impossible.
    """

    better: str
    worse: str
    measure: str
    difference: float
    wins: int
    equal: int
    losses: int
    p: float
    guaranteed: bool
    adversary: bool = False

    @property
    def verdict(self) -> Verdict | None:
        """Verdict of the measure; None where it is undefined on every topic.

        ``kept``: better on some topic, worse on none. ``blind``: equal on every topic, so the
        two runs are not told apart. ``mixed``: better on some, worse on others. ``violated``:
        worse on some, better on none.
        """
        if self.wins:
            return "mixed" if self.losses else "kept"
        if self.losses:
            return "violated"
        return "blind" if self.equal else None

    def to_dict(self) -> dict[str, Any]:
        """Return it in the shape of the JSON output."""
        names = ("better", "worse", "measure", "difference", "wins", "equal", "losses")
        saved = {name: getattr(self, name) for name in names}
        saved["difference"] = or_none(self.difference)
        return {**saved, "p": or_none(self.p), "verdict": self.verdict}


@dataclass(frozen=True)
class Point:
    """Mean of a measure after inserting non-relevant results into the ideal run."""

    measure: str
    where: str
    count: int
    mean: float


@dataclass(frozen=True, eq=False)
class Fidelity(Shown):
    """Fidelity of measures on simulated runs."""

    results: Results
    """Values of all simulated runs."""
    expectations: tuple[Kept, ...]
    """Measure by measure; adversaries last, vacuous ones left out."""
    points: tuple[Point, ...]
    """Means against the number of inserted non-relevant results; 0 is the ideal run."""
    notes: tuple[str, ...]
    """Notes for readers."""

    def __repr__(self) -> str:
        expected = plural(
            len({(kept.better, kept.worse) for kept in self.expectations}), "expected order"
        )
        measures = plural(len(self.results.measures), "measure")
        return f"Fidelity({measures}, {expected}, {plural(len(self.results.topics), 'topic')})"

    def summary(self) -> list[dict[str, Any]]:
        """Count the verdicts on the expectations, adversaries aside, measure by measure.

        ``told_apart`` is the share of pairs of a topic and an expectation with different values.
        """
        out = []
        for measure in self.results.measures:
            mine = [k for k in self.expectations if k.measure == measure and not k.adversary]
            verdicts = [kept.verdict for kept in mine]
            told = sum(kept.wins + kept.losses for kept in mine)
            pairs = told + sum(kept.equal for kept in mine)
            out.append(
                {"measure": measure}
                | {verdict: verdicts.count(verdict) for verdict in VERDICTS}
                | {"orders": len(mine), "told_apart": told / pairs if pairs else None}
            )
        return out

    def to_dict(self) -> dict[str, Any]:
        """Return everything in the shape of the JSON output."""
        return {
            "orders": [kept.to_dict() for kept in self.expectations],
            "summary": self.summary(),
            "insertions": [
                {"measure": p.measure, "where": p.where, "count": p.count, "mean": or_none(p.mean)}
                for p in self.points
            ],
            "notes": texts_of(self.notes),
        }

    def to_json(self) -> str:
        """Return everything as JSON text."""
        import msgspec

        return msgspec.json.format(msgspec.json.encode(self.to_dict()), indent=1).decode() + "\n"


def fidelity(
    qrels: Qrels,
    measures: Sequence[Any] | None = None,
    *,
    simulation: Simulation | None = None,
    seed: int = 0,
    **options: Any,
) -> Fidelity:
    """Evaluate simulated runs and look which expectations hold.

    Parameters
    ----------
    qrels : Qrels
        The assessments.
    measures : sequence, optional
        As in `evaluate`, a user's own included.
    simulation : Simulation, optional
        Runs made before; made here when None.
    seed : int
        Seed of the simulation.
    options
        Passed to `evaluate`: structure, lengths, nav and so on.

    References
    ----------
    Pehcevski and Thom (2007), section 4 and table 2. Kazai and Lalmas (2006), section 6.1.
    """
    made = simulation or simulate(
        qrels, structure=options.get("structure"), lengths=options.get("lengths"), seed=seed
    )
    # a whole document without offsets has no known length, and most measures would fail on it
    known = [simulated.run for simulated in made.runs if not simulated.run.whole.any()]
    notes = list(made.notes)
    if len(known) < len(made.runs):
        notes.append("SLD is left out: use --lengths or --structure for whole documents")
    found = evaluate(qrels, known, measures, **options)
    names = {run.name for run in known}
    expected = [one for one in made.expectations if {one.better, one.worse} <= names]
    return fidelity_of(_as_made(found, names), expected, notes=notes)


def _as_made(results: Results, simulated: set[str]) -> Results:
    """Make notes on simulated runs details: what is odd about such a run is so on purpose."""
    notes = (Note.read(text) for text in results.notes)
    said = [
        Note(note.template, subject=note.subject, level="detail", **note.facts)
        if note.subject in simulated
        else note
        for note in notes
    ]
    return replace(results, notes=tuple(said))


def fidelity_of(
    results: Results, expected: Sequence[Expectation] | None = None, *, notes: Sequence[str] = ()
) -> Fidelity:
    """Look which expectations hold in values of simulated runs, evaluating nothing.

    Parameters
    ----------
    results : Results
        Values of runs with the names that `simulate` gives.
    expected : sequence of Expectation, optional
        What is expected of the runs; that of the runs' names when None.
    notes : sequence of str
        Notes to keep.
    """
    if expected is None:
        expected = space_expectations(results.runs) or element_expectations(results.runs)
    if not expected:
        raise UsageError("none of these runs is simulated (S-R, SL-R, ideal, ...)")
    said = [*notes, *vacuous_notes(expected)]
    tested = [one for one in expected if not one.vacuous]
    kept = [_kept(results, m, tested) for m in range(len(results.measures))]
    if any(entry.difference != entry.difference for rows in kept for entry in rows):
        said.append("some measures are undefined on all topics of simulated runs")
    return Fidelity(
        results, tuple(entry for rows in kept for entry in rows), _points(results), tuple(said)
    )


def _kept(results: Results, measure: int, expected: Sequence[Expectation]) -> list[Kept]:
    row = {run: at for at, run in enumerate(results.runs)}
    values = results.table[:, measure].T
    better = values[:, [row[one.better] for one in expected]]
    worse = values[:, [row[one.worse] for one in expected]]
    sign = -1.0 if results.better[measure] == "lower" else 1.0
    gap = sign * difference(better, worse)
    gap[np.abs(gap) <= NOISE] = 0.0
    means, p, flipped = exact_means(gap), t_p(gap), sign_flip_p(gap)
    wins, equal, losses = wins_ties_losses(gap)
    return [
        Kept(
            better=one.better,
            worse=one.worse,
            measure=results.measures[measure],
            difference=float(means[at]),
            wins=int(wins[at]),
            equal=int(equal[at]),
            losses=int(losses[at]),
            p=float(flipped[at] if np.isnan(p[at]) else p[at]),
            guaranteed=one.guaranteed,
            adversary=one.adversary,
        )
        for at, one in enumerate(expected)
    ]


def _points(results: Results) -> tuple[Point, ...]:
    found: list[tuple[int, Point]] = []
    for run in results.runs:
        kind, _, rest = run.partition("-")
        where, _, count = rest.rpartition("-")
        if kind != "ideal" or (rest and not (where in ("between", "before") and count.isdigit())):
            continue
        for m, measure in enumerate(results.measures):
            value = results.mean(run, measure)
            places = (where,) if rest else ("between", "before")
            found += [(m, Point(measure, w, int(count or 0), value)) for w in places]
    place = {"between": 0, "before": 1}
    found.sort(key=lambda item: (item[0], place[item[1].where], item[1].count))
    return tuple(point for _, point in found)
