"""PRUM at every recall value of every topic."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from partwise._typing import Ints, Reals
from partwise.errors import ParameterError
from partwise.kernels.probability.effort import Novelty, precision
from partwise.language.fields import AUTO, Auto
from partwise.navigation.targets import Ideals
from partwise.navigation.walks import Walks, walks
from partwise.tables.checks import first
from partwise.users.base import Navigation

if TYPE_CHECKING:
    from partwise.geometry.view import View


def curves(
    view: View,
    *,
    nav: Navigation | Auto,
    ideals: Ideals,
    depth: int | None,
    elements: int | Auto,
    novelty: Novelty,
    measure: str,
) -> list[Reals | None]:
    """PRUM(1), ..., PRUM(m) of each topic; None where there are no ideals."""
    walked = walks(view, nav, ideals, depth, measure)
    key = ("PRUM", nav, ideals, depth, elements, novelty)
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
    known, scene = walked.known, walked.known.scene
    distinct = scene.n_distinct(depth)
    if elements is AUTO:
        return known.n_retrievable(measure, depth) - distinct
    rank = scene.returned - scene.offsets[scene.unit_topic] + 1
    outside = (scene.returned < 0) | (rank > (depth or scene.result.size))
    least = distinct + np.bincount(scene.unit_topic[outside], minlength=scene.n_topics)
    if (topic := first((least > elements) & (scene.n_units > 0))) is not None:
        name = walked.view.assessments.topics[topic]
        needed = f"at least {least[topic]}, the results and unlisted ideals of topic {name}"
        raise ParameterError(measure, "elements", elements, needed)
    return elements - distinct
