"""Readers of every strictness: each wants the ideals from some grade on."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from partwise._typing import Ints, Reals
from partwise.kernels.ragged import offsets_from_owners
from partwise.navigation.results_and_targets import ResultsAndTargets
from partwise.navigation.targets import Targets


def grade_numbers(both: ResultsAndTargets) -> Ints:
    """Return the number of the grade of each target among those of its topic, the least being 1."""
    topic = both.target_topic
    order = np.lexsort((both.value, topic))
    opens = np.ones(order.size, np.bool_)
    opens[1:] = both.value[order[1:]] != both.value[order[:-1]]
    opens[1:] |= topic[order[1:]] != topic[order[:-1]]
    count = np.cumsum(opens)
    before = np.append(0, count)[both.target_offsets[:-1]]
    number = np.empty(order.size, np.int64)
    number[order] = count - before[topic[order]]
    return number


def from_grade(targets: Targets, number: int) -> Targets:
    """Keep the targets of a grade and above, by its number in each topic."""
    both = targets.both
    kept = grade_numbers(both) >= number
    offsets = offsets_from_owners(both.target_topic[kept], both.n_topics)
    fewer = replace(both, target_offsets=offsets, target=both.target[kept], value=both.value[kept])
    return replace(targets, both=fewer)


def strictness(both: ResultsAndTargets) -> Reals:
    r"""Weights of the readers of each topic (columns), one row a grade.

    :math:`(g_j - g_{j-1}) / g_G` for the grades :math:`g_1 < \\dots < g_G` of the topic; 0 beyond.
    """
    number, topic = grade_numbers(both), both.target_topic
    grade = np.zeros((int(number.max(initial=1)) + 1, both.n_topics))
    grade[number, topic] = both.value
    grade = np.maximum.accumulate(grade, axis=0)  # topics with fewer grades stay at their last
    top = grade[-1]
    weights: Reals = np.diff(grade, axis=0) / np.where(top > 0, top, 1.0)
    return weights
