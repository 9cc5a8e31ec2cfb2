"""Plots that draw a measure against its own cutoff."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from partwise.errors import MeasureSyntaxError, UsageError
from partwise.evaluation.plan import parse
from partwise.language.measure import Measure
from partwise.messages import plural
from partwise.report.charts.curves import SHARE, Axis, Curves, curve_chart
from partwise.report.charts.style import Frame, Spec
from partwise.report.plots.source import Source, Wishes, coloured, points
from partwise.tables.results import Results, or_none

EARLY = (0.0, 0.01, 0.05, 0.10)
"""Recall levels that INEX 2007 printed."""

ELEVEN = tuple(n / 10 for n in range(11))
HUNDRED = tuple(n / 100 for n in range(101))


@dataclass(frozen=True)
class Line:
    """A measure as a curve over its cutoffs.

    Parameters
    ----------
    measure : str
        What is drawn unless another of `families` is asked for.
    families : tuple of str
        Measures that can be drawn so.
    levels : tuple of float, optional
        Recall levels; None: ranks.
    x : str
        What the cutoffs are.
    ideal : str, optional
        Measure of a grey curve above all.
    early : bool
        Stretch the beginning of the axis.
    """

    measure: str
    families: tuple[str, ...]
    levels: tuple[float, ...] | None
    x: str
    ideal: str | None = None
    early: bool = False

    def draw(self, source: Source, wishes: Wishes) -> Spec:
        """Evaluate the measure at every cutoff and draw its means."""
        base = self._chosen(source)
        cutoffs: Sequence[float] = self.levels or points(wishes.ranks)
        asked = [base @ cutoff for cutoff in cutoffs]
        results = source.evaluated(asked, preset=None)
        means = results.mean_table
        y = [[or_none(value) for value in run] for run in means.tolist()]
        best = _highest(self._ideals(source, base, cutoffs)) if self.ideal else None
        baseline = _position(results, wishes.baseline)
        curves = Curves(
            results.runs,
            list(cutoffs),
            y,
            ideal=best,
            coloured=coloured(results, baseline, len(cutoffs) - 1),
        )
        frame = Frame(
            wishes.title or f"{base!r} by {self.x}",
            f"mean over {plural(len(results.topics), 'topic')}",
            wishes.width,
            wishes.height,
            wishes.theme,
        )
        return curve_chart(curves, self._along(cutoffs), _upwards(base), frame)

    def _chosen(self, source: Source) -> Measure:
        """Return the one measure that is drawn, without its cutoff."""
        given = source.measures if source.measures is not None else ()
        listed = [given] if isinstance(given, str | Measure | type) else list(given)
        if source.known is not None:  # what was evaluated before was not asked of this chart
            listed = [one for one in map(self._read, listed) if self._draws(one)]
        found = [self._read(one) for one in listed or [self.measure]]
        bases = dict.fromkeys(_without_cutoff(one) for one in found)
        for one in bases:
            if not self._draws(one):
                drawn = " or ".join(self.families)
                raise UsageError(f"{one!r} has no curve of this kind; it draws {drawn}")
        if len(bases) > 1:
            names = ", ".join(map(repr, bases))
            raise UsageError(f"this kind of plot draws one measure, not {names}")
        return next(iter(bases))

    def _draws(self, measure: Measure) -> bool:
        return type(measure).__name__ in self.families

    def _read(self, given: Any) -> Measure:
        """Read a measure; it needs no cutoff here, since it is drawn at all of them."""
        if isinstance(given, Measure):
            return given
        if isinstance(given, type) and issubclass(given, Measure):
            return given()
        try:
            return parse(f"{given}@{1 if self.levels is None else 0.5}")
        except MeasureSyntaxError:
            return parse(given)

    def _ideals(self, source: Source, base: Measure, cutoffs: Sequence[float]) -> Results:
        ideal = type(self._read(self.ideal))
        known = {k: v for k, v in base.settings().items() if k in ideal().settings()}
        asked = [ideal(**known) @ cutoff for cutoff in cutoffs]
        return source.evaluated(asked, preset=None)

    def _along(self, cutoffs: Sequence[float]) -> Axis:
        if self.levels is None:
            return Axis(self.x, {"domain": [1, max(2, cutoffs[-1])]}, {"format": "d"})
        if self.early:
            ticks = {"values": [*EARLY, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1], "format": ".2f"}
            scale = {"type": "sqrt", "domain": [0, 1]}
            return Axis(f"{self.x} (square-root scale)", scale, ticks)
        return Axis(self.x, {"domain": [0, 1]}, {"format": ".1f"})


def _upwards(base: Measure) -> Axis:
    better = " (lower is better)" if base.better == "lower" else ""
    title = f"mean {base!r}{better}"
    is_share = base.bounds is not None and base.bounds[1] == 1
    return Axis(title, SHARE.scale if is_share else {"zero": True, "nice": True})


def _without_cutoff(measure: Measure) -> Measure:
    return type(measure)(**measure.settings())


def _highest(results: Results) -> list[float | None]:
    """Return the ideal curve: the same for every run that has all topics."""
    return [or_none(max(column)) for column in results.mean_table.T.tolist()]


def _position(results: Results, name: str | None) -> int:
    from partwise.errors import UnknownNameError
    from partwise.kernels.text.near import near

    if name is not None and name not in results.runs:
        raise UnknownNameError("run", name, near(name, results.runs), available=results.runs[:10])
    return 0 if name is None else results.runs.index(name)


LINES = {
    "xcg": Line("xCG", ("xCG",), None, "rank", ideal="xCI"),
    "nxcg": Line("nxCG", ("nxCG", "AnxCG"), None, "rank"),
    "epgr": Line("ep", ("ep",), HUNDRED[1:], "gain-recall"),
    "igp": Line("igP", ("igP",), ELEVEN, "generalised recall"),
    "gprecision": Line("gP", ("gP",), None, "rank of documents"),
    "iprecision": Line("iP", ("iP",), HUNDRED, "recall", early=True),
    "effort": Line("NCE", ("NCE", "CE", "ANCE"), None, "rank of documents"),
    "prum": Line("EPRUM", ("EPRUM", "PRUM"), ELEVEN[1:], "recall"),
}
