"""Asking measures for their values: what they may return, and where their complaints stand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from partwise._typing import Reals
from partwise.errors import MissingLengthError, PartwiseError
from partwise.evaluation.lines import missing_length
from partwise.geometry.view import View
from partwise.kernels.ragged import distinct
from partwise.language.measure import Measure
from partwise.messages import Note, plural
from partwise.tables.row_errors import MissingOffsetsError

_Way = Callable[[Measure, View], Any]
"""How the values of a measure are found: by itself, or with a cutoff for each topic."""

SLACK = 1e-9
"""How far rounding may carry a value beyond the range of its measure."""


class AutoCutoff(NamedTuple):
    """What ``@auto`` means: parts of the inventory that concern relevant text, at most so many."""

    touching: bool = True
    """Whether parts that only touch relevant text count."""
    most: int | None = 20

    def values(self, measure: Measure, view: View) -> Reals:
        """Return the values of a measure, each topic at its own cutoff; 0 where that is 0."""
        from partwise.geometry.inventory import touched

        count = touched(view, repr(measure), touching=self.touching).count
        count = count if self.most is None else np.minimum(count, self.most)
        bare = type(measure)(**measure.settings())
        table = np.zeros(count.size)
        for k in distinct(np.maximum(count, 1)).tolist():
            at = np.maximum(count, 1) == k
            table[at] = np.asarray((bare @ k).values(view))[at]
        return np.where((count == 0) & ~np.isnan(table), 0.0, table)


def table_of(
    measures: Sequence[Measure],
    view: View,
    auto: AutoCutoff | None = None,
    names: Sequence[str] = (),
) -> Reals:
    """Return the values, ``[measure, topic]``; what a measure misses is said with its name.

    `names` are the measures as they are spelled, where that is known.
    """
    auto = auto or AutoCutoff()
    if any("highlights" in (measure.needs or ()) for measure in measures):
        view.assessments.refuse_graded_elements()  # before a structure is asked for in vain
    names = names or [*map(repr, measures)]
    found = dict(zip(names, measures, strict=True))  # a tool may print one twice
    own = {name for name, measure in found.items() if measure.by_topic}
    ways = {name: auto.values if name in own else type(one).values for name, one in found.items()}
    values = {name: _values(measure, view, ways[name]) for name, measure in found.items()}
    table = np.stack([values[name] for name in names])
    _refuse_infinite(measures, table, view)
    _note_outside(measures, table, view)
    return table


def _values(measure: Measure, view: View, way: _Way) -> Reals:
    """Return the values of one measure, and refuse what are none."""
    try:
        found = np.asarray(way(measure, view))
    except MissingLengthError as error:
        named = MissingLengthError(error.row, error.document, measure.label())
        raise missing_length(named, view.retrieved, view.assessments.qrels) from None
    except MissingOffsetsError as error:
        raise error.for_measure(measure.label()) from None
    if found.dtype.kind not in "fiub":
        raise PartwiseError(f"{measure!r} returned values that are not numbers")
    if found.shape != view.present.shape:
        many, wanted = plural(found.size, "value"), plural(view.n_topics, "topic")
        raise PartwiseError(f"{measure!r} returned {many} for {wanted}")
    return found.astype(np.float64, copy=False)


def _refuse_infinite(measures: Sequence[Measure], table: Reals, view: View) -> None:
    infinite = np.isinf(table)
    if infinite.any():
        m, t = np.argwhere(infinite)[0]
        topic, value = view.assessments.topics[int(t)], table[m, t]
        raise PartwiseError(f"{measures[m]!r}: the value of topic {topic} is {value}, not finite")


@lru_cache(16)
def _limits(ranges: tuple[tuple[float, ...], ...]) -> tuple[Reals, Reals]:
    """Least and greatest values of measures, as columns; made once for all runs."""
    low, high = np.array(ranges, np.float64).T[:, :, None]
    return low - SLACK, high + SLACK


def _note_outside(measures: Sequence[Measure], table: Reals, view: View) -> None:
    """Warn of values outside the range that a class states."""
    ranges = tuple(tuple(measure.bounds or (-np.inf, np.inf)) for measure in measures)
    low, high = _limits(ranges)
    outside = ((table < low) | (table > high)).sum(axis=1)
    for m in np.flatnonzero(outside).tolist():
        said, span = "{n:value} outside its range {span}", "[{:g}, {:g}]".format(*ranges[m])
        about: dict[str, Any] = {"subject": repr(measures[m]), "subjects": "measure"}
        view.notes.extend([Note(said, level="warning", n=int(outside[m]), span=span, **about)])
