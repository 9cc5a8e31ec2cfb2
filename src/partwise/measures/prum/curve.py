"""PRUM at every recall value of every topic."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from partwise._typing import Ints, Reals
from partwise.errors import ParameterError
from partwise.kernels.probability.effort import Novelty, precision
from partwise.language.fields import AUTO, Auto
from partwise.navigation.retrievable import n_retrievable
from partwise.navigation.walks import Reader, Walks, walks
from partwise.tables.checks import first

if TYPE_CHECKING:
    from partwise.geometry.view import View


def curves(
    view: View,
    *,
    reader: Reader,
    depth: int | None,
    elements: int | Auto,
    novelty: Novelty,
    measure: str,
) -> list[Reals | None]:
    """PRUM(1), ..., PRUM(m) of each topic; None where there are no ideals."""
    walked = walks(view, reader, depth, measure)
    key = ("PRUM", reader, depth, elements, novelty)
    return view.memo(key, partial(_curves, walked, depth, elements, novelty, measure))


def _curves(
    walked: Walks, depth: int | None, elements: int | Auto, novelty: Novelty, measure: str
) -> list[Reals | None]:
    unranked = n_unranked(walked, depth, elements, measure)
    return [
        None if effort is None else np.minimum(precision(effort, float(left)), 1.0)
        for effort, left in zip(walked.efforts(novelty), unranked.tolist(), strict=True)
    ]


def n_unranked(walked: Walks, depth: int | None, elements: int | Auto, measure: str) -> Ints:
    """Units of the collection outside each topic's list."""
    known, both = walked.targets, walked.targets.both
    distinct = both.n_distinct(depth)
    if elements is AUTO:
        return n_retrievable(known, measure, depth) - distinct
    rank = np.append(both.rank, np.iinfo(np.int64).max)[both.returned]
    outside = rank > (depth or both.result.size)
    least = distinct + np.bincount(both.target_topic[outside], minlength=both.n_topics)
    if (topic := first((least > elements) & (both.n_targets > 0))) is not None:
        name = walked.topics[topic]
        needed = f"at least {least[topic]}, the results and unlisted ideals of topic {name}"
        raise ParameterError(measure, "elements", elements, needed)
    return elements - distinct
