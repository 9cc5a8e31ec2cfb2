"""Runs of known order: the S x R space and the orders that are expected of it."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Ints
from partwise.errors import UsageError
from partwise.kernels.ragged import owners, ranges
from partwise.lab.collections import Collection, Parts, expanded, segments
from partwise.messages import list_some
from partwise.tables.columns import ABSENT, first

# Sets of parts, for every relevant document of a topic:
#
# ===  ==============================================================
# S    the assessed passages
# SL   the smallest element around each of them
# SLD  the whole document
# SS   the largest elements inside each of them
# SST  the elements without children inside each of them
# ===  ==============================================================
#
# Rankings: ``R`` most relevant text first; ``RS`` the first two documents
# swapped; ``RI`` a document without relevant text first; ``RSI`` both.
#
# References
# ----------
# Pehcevski and Thom (2007), Evaluating focused retrieval tasks, section 4.

ANSWERS = {
    "S": "the assessed passages",
    "SL": "the smallest element around each assessed passage",
    "SLD": "whole documents",
    "SS": "the largest elements inside each assessed passage",
    "SST": "the childless elements inside each assessed passage",
}
"""The sets of parts, and what they are."""

RANKINGS = {
    "R": "most relevant text first",
    "RS": "most relevant text first, the first two documents swapped",
    "RI": "a non-relevant document, then most relevant text first",
    "RSI": "a non-relevant document, then as RS",
}
"""The rankings, and what they are."""

ADVERSARIES = {
    "adv-first": "the first character of each assessed passage",
    "adv-all": "every judged document whole, relevant ones first",
    "adv-repeat": "each assessed passage twice in a row",
    "adv-whole": "every relevant document whole",
}
"""Runs that deceive measures, in the order of S-R, which should be better than each of them."""

Ragged = tuple[Parts, Ints]
"""Parts, and the offsets of each relevant document."""


def name_of(answers: str, ranking: str) -> str:
    """Return the name of a run of the space."""
    return f"{answers}-{ranking}"


def answer_sets(collection: Collection) -> dict[str, Ragged]:
    """Return the parts of each set; without a structure only S and SLD."""
    sets = {"S": _passages(collection), "SLD": _documents(collection)}
    if collection.trees is not None:
        _check_documents(collection)
        sets |= {"SL": _around(collection)}
        sets |= {"SS": _inside(collection, "largest"), "SST": _inside(collection, "leaves")}
    return {name: sets[name] for name in ANSWERS if name in sets}


def ranked(collection: Collection, answers: Ragged, ranking: str, seed: int) -> Parts:
    """Return a set of parts in one of the rankings."""
    parts, offsets = answers
    topic, place = _places(collection)
    if "S" in ranking:
        several = np.bincount(topic, minlength=len(collection.qrels.topics))[topic] > 1
        place = np.where(several & (place < 2), 1 - place, place)
    if "I" in ranking:
        first_of_all = inserted_documents(collection, seed)
        if (parts.start < 0).any():  # a table has places in all of its rows or in none
            first_of_all = _without_offsets(first_of_all)
        topic = np.concatenate((topic, first_of_all.topic))
        place = np.concatenate((place, np.full(first_of_all.topic.size, -1)))
        parts = parts.joined(first_of_all)
        last = offsets[-1]
        offsets = np.concatenate((offsets, last + 1 + np.arange(first_of_all.topic.size)))
    return expanded(parts, offsets, np.lexsort((place, topic)))


def adversaries(collection: Collection) -> dict[str, Parts]:
    """Return the runs that deceive measures; those of whole documents where lengths are known."""
    passages, _ = _passages(collection)
    ends = np.minimum(passages.start + 1, passages.end)
    made = {
        "adv-first": replace(passages, end=ends),
        "adv-all": _judged_documents(collection),
        "adv-repeat": passages.take(np.repeat(np.arange(passages.topic.size), 2)),
        "adv-whole": _documents(collection)[0],
    }
    return {name: parts for name, parts in made.items() if (parts.end >= 0).all()}


def _judged_documents(collection: Collection) -> Parts:
    """Judged documents of topics with relevant ones, whole: relevant ones first, then by id."""
    pairs = collection.judged.judged_documents
    rest = np.ones(pairs.doc.size, np.bool_)
    rest[collection.relevant] = False
    rest &= np.isin(pairs.topic, collection.topics)
    others = np.flatnonzero(rest)
    others = others[np.lexsort((collection.qrels.docs.ranks()[pairs.doc[others]],))]
    order = np.concatenate((collection.relevant, others))
    order = order[np.argsort(pairs.topic[order], kind="stable")]
    doc, nothing = pairs.doc[order], np.full(order.size, ABSENT, np.int64)
    end = collection.length[doc]
    return Parts(pairs.topic[order], doc, np.where(end < 0, ABSENT, 0), end, nothing)


def inserted_documents(collection: Collection, seed: int) -> Parts:
    """Return one whole non-relevant document per topic."""
    topics = collection.topics
    chosen = []
    for topic in topics.tolist():
        free = collection.nonrelevant(topic, collection.random(topic, seed))
        chosen.append(int(free[0]) if free.size else collection.n_real)
    doc = np.array(chosen, np.int64)
    nothing = np.full(doc.size, ABSENT, np.int64)
    return Parts(topics, doc, np.zeros(doc.size, np.int64), collection.whole(doc), nothing)


def _places(collection: Collection) -> tuple[Ints, Ints]:
    """Topic of each relevant document, and its place in ranking R from 0."""
    topic = collection.judged.judged_documents.topic[collection.relevant]
    heads = np.searchsorted(topic, topic)
    return topic, np.arange(topic.size) - heads


def _passages(collection: Collection) -> Ragged:
    spans = collection.judged.highlights("simulate")
    rows, offsets = ranges(
        spans.offsets[collection.relevant], spans.offsets[collection.relevant + 1]
    )
    owner = owners(offsets)
    return _of(collection, owner, spans.start[rows], spans.end[rows]), offsets


def _documents(collection: Collection) -> Ragged:
    owner = np.arange(collection.relevant.size)
    doc = collection.judged.judged_documents.doc[collection.relevant]
    end = collection.length[doc]
    whole = _of(collection, owner, np.zeros(end.size, np.int64), end)
    known = (end >= 0).all()
    return whole if known else _without_offsets(whole), np.arange(owner.size + 1)


def _without_offsets(parts: Parts) -> Parts:
    """Return documents as wholes whose length nobody needs to know."""
    nothing = np.full(parts.topic.size, ABSENT, np.int64)
    return replace(parts, start=nothing, end=nothing)


def _around(collection: Collection) -> Ragged:
    """Smallest elements around the passages, each once, none inside another."""
    trees, (passages, offsets) = collection.trees, _passages(collection)
    if trees is None:
        raise UsageError("SL needs the element trees")
    owner = owners(offsets)
    node = trees.around(collection.in_structure[passages.doc], passages.start, passages.end)
    order = np.lexsort((node, owner))
    owner, node = owner[order], node[order]
    # rows are in pre-order: a row inside one that stood before ends within its subtree
    span = len(trees.structure)
    reach = np.maximum.accumulate(owner * span + trees.structure.last[node])
    outer = np.ones(node.size, np.bool_)
    outer[1:] = (owner * span + node)[1:] > reach[:-1]
    return _elements(collection, owner[outer], node[outer])


def _inside(collection: Collection, which: str) -> Ragged:
    trees, (passages, offsets) = collection.trees, _passages(collection)
    if trees is None:
        raise UsageError("SS and SST need the element trees")
    find = trees.largest_inside if which == "largest" else trees.leaves_inside
    node, found = find(collection.in_structure[passages.doc], passages.start, passages.end)
    return _elements(collection, owners(offsets)[owners(found)], node)


def _elements(collection: Collection, owner: Ints, node: Ints) -> Ragged:
    """Elements of each relevant document; a zero-length part where there is none."""
    n = collection.relevant.size
    empty = np.flatnonzero(np.bincount(owner, minlength=n) == 0)
    structure = collection.structure
    if structure is None:
        raise UsageError("elements need the element trees")
    entry = collection.judged.entry_highlights.first[collection.relevant[empty]]
    start = np.concatenate((structure.start[node], entry))
    end = np.concatenate((structure.end[node], entry))
    node = np.concatenate((node, np.full(empty.size, ABSENT, np.int64)))
    owner = np.concatenate((owner, empty))
    order = np.argsort(owner, kind="stable")
    parts = _of(collection, owner[order], start[order], end[order], node[order])
    return parts, segments(owner, n)


def _of(
    collection: Collection, owner: Ints, start: Ints, end: Ints, node: Ints | None = None
) -> Parts:
    """Parts of relevant documents, given by their number in ranking order."""
    pairs = collection.judged.judged_documents
    pair = collection.relevant[owner]
    rows: NDArray[np.int64] = np.full(owner.size, ABSENT, np.int64) if node is None else node
    return Parts(pairs.topic[pair], pairs.doc[pair], start, end, rows)


def _check_documents(collection: Collection) -> None:
    doc = collection.judged.judged_documents.doc[collection.relevant]
    if (at := first(collection.in_structure[doc] < 0)) is not None:
        name = collection.docs[int(doc[at])]
        raise UsageError(f"document {name} is relevant but not in the structure")


ANSWER_EDGES = (("S", "SL"), ("SL", "SLD"), ("S", "SS"), ("SS", "SST"))
"""Better and worse sets of parts (Pehcevski and Thom, 2007, figure 2a)."""

RANKING_EDGES = (("R", "RS"), ("R", "RI"), ("RS", "RSI"), ("RI", "RSI"))
"""Better and worse rankings (figure 2b)."""


@dataclass(frozen=True)
class Expectation:
    """That one run should be at least as good as another.

    Parameters
    ----------
    better, worse : str
        Names of the runs; "better" means at least as good.
    guaranteed : bool
        Whether it must hold on every topic for AgP and AgPw with F of beta 1. Swapping
        two documents is no such case: it depends on how well each was answered.
    vacuous : bool
        Whether the two runs are the same on every topic, so that nothing can be told.
    """

    better: str
    worse: str
    guaranteed: bool
    vacuous: bool = False

    @property
    def adversary(self) -> bool:
        """True if the worse run was made to deceive measures."""
        return self.worse in ADVERSARIES

    @property
    def swaps(self) -> bool:
        """True if the worse run only swaps the first two documents of the better one."""
        rankings = tuple(name.rpartition("-")[2] for name in (self.better, self.worse))
        return rankings in _SWAPPING


def space_expectations(runs: Container[str]) -> tuple[Expectation, ...]:
    """Return what is expected in the S x R space (figure 3) among the runs that are there."""
    expected = [
        *(
            Expectation(name_of(good, ranking), name_of(bad, ranking), True)
            for ranking in RANKINGS
            for good, bad in ANSWER_EDGES
        ),
        *(
            Expectation(name_of(answers, good), name_of(answers, bad), (good, bad) in _INSERTING)
            for answers in ANSWERS
            for good, bad in RANKING_EDGES
        ),
        *(Expectation("S-R", name, False) for name in ADVERSARIES),
    ]
    return _among(expected, runs)


def element_expectations(runs: Container[str]) -> tuple[Expectation, ...]:
    """Return what is expected of runs made from graded elements (Kazai and Lalmas, 2006, 6.1.1)."""
    worse = ("reversed-ideal", "full", "leaves", "random")
    return _among([Expectation("ideal", name, False) for name in worse], runs)


def vacuous_notes(expected: Sequence[Expectation]) -> list[str]:
    """Return notes on expectations that cannot be tested."""
    notes = []
    for adversary, what in ((False, "orders"), (True, "adversaries")):
        mine = [one for one in expected if one.adversary == adversary]
        empty = [one for one in mine if one.vacuous]
        swapped = [one for one in empty if one.swaps]
        same = [f"{one.better} > {one.worse}" for one in empty if not one.swaps]
        reason = "no topic has two relevant documents"
        if swapped:
            notes.append(f"{len(swapped)} of {len(mine)} {what} cannot be tested: {reason}")
        if same:
            reason = f"both runs are the same on every topic ({list_some(same)})"
            notes.append(f"{len(same)} of {len(mine)} {what} cannot be tested: {reason}")
    return notes


_INSERTING = (("R", "RI"), ("RS", "RSI"))
_SWAPPING = (("R", "RS"), ("RI", "RSI"))


def _among(expected: list[Expectation], runs: Container[str]) -> tuple[Expectation, ...]:
    return tuple(one for one in expected if one.better in runs and one.worse in runs)
