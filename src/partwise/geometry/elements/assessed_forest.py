"""Assessed elements beside the results of a run: in trees, and by path alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from partwise._typing import Flags, Ints, Reals
from partwise.kernels.paths import in_document, match, repeated
from partwise.kernels.ragged import offsets_from_owners
from partwise.kernels.trees import NOWHERE, Forest, find

if TYPE_CHECKING:
    from partwise.geometry.elements.results import Elements


class AssessedForest(NamedTuple):
    """Assessed elements and the results of their documents, with all ancestors."""

    n_topics: int
    """Number of topics: segments of the forest."""
    forest: Forest
    """The nodes."""
    place: Ints
    """Position of each result in the forest; negative for a result that is no
    element, or whose document has no assessed element for the topic."""
    shown: Flags
    """Whether an earlier result shows all of a result."""
    size: Ints
    highlighted: Ints
    """Characters of each node, and how many of them are highlighted."""
    e: Reals
    s: Reals
    """Pair of each node; 0 where it was not judged."""


class Found(NamedTuple):
    """Assessed elements and where results meet them, without looking at trees.

    Attributes
    ----------
    offsets : ndarray of int64
        Assessed elements of each topic.
    e, s : ndarray of float64
        Pair of each assessed element.
    at : ndarray of int64
        Per result the assessed element that it returns; negative if none.
    again : ndarray of bool
        Whether an earlier result returned the same element.
    element : ndarray of bool
        Whether a result is an element at all.
    """

    offsets: Ints
    e: Reals
    s: Reals
    at: Ints
    again: Flags
    element: Flags


def graded_forest(elements: Elements) -> AssessedForest:
    """Pool of elements whose pairs (e, s) the assessments give."""
    known = elements.assessed
    judged = known.elements
    within, place = _joined(elements, judged.topic, known.node)
    e, s = np.zeros(within.size), np.zeros(within.size)
    at = find(within, judged.topic, known.node, len(known.trees.structure))
    e[at], s[at] = judged.e, judged.s
    size = known.trees.structure.size[within.node]
    nothing = np.zeros(within.size, np.int64)
    n_topics = elements.retrieval.assessments.n_topics
    return AssessedForest(n_topics, within, place, elements.shown, size, nothing, e, s)


def highlighted_forest(elements: Elements) -> AssessedForest:
    """Pool of elements that hold highlighted text; their share of it is s."""
    known = elements.assessed
    within, place = _joined(elements, *known.touched)
    highlighted = known.highlighted_in(within.segment, within.node)
    size = known.trees.structure.size[within.node]
    s = highlighted / np.maximum(size, 1)
    e = np.zeros(within.size)
    if known.highlighted and known.has_e:
        judged = known.elements
        at = find(within, judged.topic, known.node, len(known.trees.structure))
        e[at[at >= 0]] = judged.e[at >= 0]
        without = int((s > 0).sum() - (s[at[at >= 0]] > 0).sum())
        words = "{n:highlighted element} {n:has|have} no e; taken as 0"
        elements.retrieval.notes.add(words, n=without)
    n_topics = elements.retrieval.assessments.n_topics
    return AssessedForest(n_topics, within, place, elements.shown, size, highlighted, e, s)


def _joined(elements: Elements, topic: Ints, node: Ints) -> tuple[Forest, Ints]:
    """Forest of assessed nodes and of the results in their documents, and the results' places."""
    s = elements.assessed.trees.structure
    held = topic * len(s.docs) + s.doc[node]
    known = np.flatnonzero(elements.node >= 0)
    wanted = elements.topic[known] * len(s.docs) + s.doc[elements.node[known]]
    known = known[np.isin(wanted, held)]
    within = elements.grow(
        np.concatenate((topic, elements.topic[known])),
        np.concatenate((node, elements.node[known])),
    )
    return within, elements.place(within, elements.node)


def found_in_text(elements: Elements) -> Found:
    """Elements with highlighted text that results return."""
    judged = elements.highlighted_forest
    held = np.flatnonzero(judged.s > 0)
    number = np.full(judged.forest.size + 1, NOWHERE)
    number[held] = np.arange(held.size)
    known = elements.node >= 0
    return Found(
        offsets_from_owners(judged.forest.segment[held], judged.n_topics),
        judged.e[held],
        judged.s[held],
        number[judged.place],
        repeated(elements.topic, elements.node, known),
        known,
    )


def found_by_path(elements: Elements) -> Found:
    """Judged elements that results return, told by document and path."""
    retrieval, judged = elements.retrieval, elements.assessed.elements
    run, rows = elements.run, retrieval.rows
    doc = np.append(run.docs.codes_in(retrieval.assessments.qrels.docs), NOWHERE)[run.doc[rows]]
    key = in_document(in_document(elements.path_key, doc), elements.topic)
    at = match(key, in_document(judged.key, judged.topic))
    at[(doc < 0) | ~elements.is_element] = NOWHERE
    own = in_document(elements.path_key, run.doc[rows])
    return Found(
        offsets_from_owners(judged.topic, retrieval.assessments.n_topics),
        judged.e,
        judged.s,
        at,
        repeated(elements.topic, own, elements.is_element),
        elements.is_element,
    )
