"""Asking a measure for its values: what it may return, and where its complaints stand."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from partwise.errors import MissingLengthError, PartwiseError
from partwise.evaluation.lines import missing_length
from partwise.geometry.view import View
from partwise.language.component import Measure
from partwise.messages import Note, plural
from partwise.tables.checks import first
from partwise.tables.row_errors import MissingOffsetsError

SLACK = 1e-9
"""How far rounding may carry a value beyond the range of its measure."""


def values_of(measure: Measure, view: View) -> NDArray[np.float64]:
    """Return the values of a measure; what it misses is said with its name and the row."""
    try:
        if "highlights" in (measure.needs or ()):
            view.assessments.refuse_graded_elements()  # before a structure is asked for in vain
        values = measure.values(view)
    except MissingLengthError as error:
        named = MissingLengthError(error.row, error.document, measure.label())
        raise missing_length(named, view.run, view.assessments.qrels) from None
    except MissingOffsetsError as error:
        raise error.for_measure(measure.label()) from None
    return _checked(measure, values, view)


def _checked(measure: Measure, values: object, view: View) -> NDArray[np.float64]:
    """Refuse values that are none; warn of those outside the range that a class states."""
    name, topics = repr(measure), view.assessments.topics
    found = np.asarray(values)
    if found.dtype.kind not in "fiub":
        raise PartwiseError(f"{name} returned values that are not numbers")
    if found.shape != (len(topics),):
        many, wanted = plural(found.size, "value"), plural(len(topics), "topic")
        raise PartwiseError(f"{name} returned {many} for {wanted}")
    found = found.astype(np.float64, copy=False)
    if (at := first(np.isinf(found))) is not None:
        raise PartwiseError(f"{name}: the value of topic {topics[at]} is {found[at]}, not finite")
    if measure.bounds is not None:
        low, high = measure.bounds
        outside = int(((found < low - SLACK) | (found > high + SLACK)).sum())
        if outside:
            said, span = "{n:value} outside its range {span}", f"[{low:g}, {high:g}]"
            about: dict[str, str] = {"subject": name, "subjects": "measure"}
            view.notes.extend([Note(said, level="warning", n=outside, span=span, **about)])
    return found
