"""Alternatives of a topic as sets of ids, and the ids that a run returned."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from partwise._typing import Flags, Ints
from partwise.errors import MissingAssessmentError
from partwise.geometry.by_topic import OfTopics
from partwise.kernels.ragged import (
    distinct,
    offsets_from_owners,
    ranges,
    rank_in_segment,
    segment_starts,
)
from partwise.kernels.ranked import by_first_row

if TYPE_CHECKING:
    from partwise.geometry.view import View

By = Literal["doc", "paragraph"]


@dataclass(frozen=True, eq=False)
class Alternatives(OfTopics):
    """Different sets of ids, each of which answers its topic.

    An id is a document, or a document and a paragraph. Topics ascend.
    """

    size: Ints
    """Ids of each alternative."""
    of: Ints
    """Alternative of each match: an id of it that was returned."""
    rank: Ints
    """Rank among the topic's different ids, from 1, of each match."""
    n_returned: Ints
    """Different ids that were returned for each topic."""
    missed_topic: Ints
    missed_rank: Ints
    """Ids that were returned and belong to no alternative."""

    @cached_property
    def entries(self) -> tuple[Ints, Flags, Ints]:
        """Topic, completeness and rank of what a reader of the list gets.

        An alternative takes one place, that of its last id returned; an id of no alternative
        takes one as well.
        """
        met = distinct(self.of)
        last = np.zeros(self.topic.size, np.int64)
        np.maximum.at(last, self.of, self.rank)
        complete = np.bincount(self.of, minlength=self.topic.size) == self.size
        topic = np.concatenate((self.topic[met], self.missed_topic))
        place = np.concatenate((last[met], self.missed_rank))
        number = np.concatenate((met, np.zeros(self.missed_rank.size, np.int64)))
        whole = np.concatenate((complete[met], np.zeros(self.missed_rank.size, np.bool_)))
        order = np.lexsort((number, place, topic))
        rank = rank_in_segment(offsets_from_owners(topic[order], self.n_topics))
        return topic[order], whole[order], rank

    def n_complete(self, k: int) -> Ints:
        """Complete alternatives among the first `k` entries of each topic."""
        topic, complete, rank = self.entries
        return np.bincount(topic[complete & (rank <= k)], minlength=self.n_topics)


def alternatives(view: View, by: By, measure: str) -> Alternatives:
    """Return the alternatives of a view's topics; an error names the `measure` that needs them."""
    qrels = view.assessments.qrels
    if by == "paragraph" and not qrels.holds("elements", (qrels.element >= 0).any()):
        found = "these assessments name no paragraph"
        raise MissingAssessmentError(f"{measure}(by=paragraph) needs paragraphs", found)
    return view.memo(("alternatives", by), lambda: _alternatives(view, by))


def _alternatives(view: View, by: By) -> Alternatives:
    topic, set_of, key = _judged(view, by)
    first, codes = _distinct_sets(topic, set_of, key)
    keys = np.concatenate(codes) if codes else np.empty(0, np.int64)
    size = np.array([code.size for code in codes], np.int64)
    owner = np.repeat(np.arange(size.size), size)
    returned_topic, returned = _returned(view, by)
    rank = rank_in_segment(offsets_from_owners(returned_topic, view.n_topics))
    order = np.lexsort((keys, first[owner]))
    stride = int(max(keys.max(initial=0), returned.max(initial=0))) + 1
    wanted = (first[owner] * stride + keys)[order]
    asked = returned_topic * stride + returned
    low, high = (np.searchsorted(wanted, asked, side) for side in ("left", "right"))
    at, offsets = ranges(low, high)
    match = np.repeat(np.arange(asked.size), np.diff(offsets))
    missed = low == high
    return Alternatives(
        first,
        view.n_topics,
        size,
        owner[order][at],
        rank[match],
        np.bincount(returned_topic, minlength=view.n_topics),
        returned_topic[missed],
        rank[missed],
    )


def _judged(view: View, by: By) -> tuple[Ints, Ints, Ints]:
    """Topic, alternative and id of each judged row that is relevant and has an id."""
    judged = view.assessments
    qrels, pairs = judged.qrels, judged.judged_documents
    rows = np.flatnonzero((pairs.row_grade > 0) & _has_id(qrels.element, by))
    column = qrels.extra.get("alternative")
    names = [""] * rows.size if column is None else [_name(x) for x in column[rows].tolist()]
    known = {name: code for code, name in enumerate(dict.fromkeys(names))}
    number = np.array([known[name] for name in names], np.int64)
    topic = qrels.topic[rows].astype(np.int64)
    set_of = by_first_row(topic * (len(known) + 1) + number)[0]
    return topic, set_of, _ids(qrels.doc[rows], qrels.element[rows], len(qrels.elements), by)


def _returned(view: View, by: By) -> tuple[Ints, Ints]:
    """Topic and id of what was returned, each id once, in the order of the run."""
    run, qrels = view.retrieved, view.assessments.qrels
    if by == "doc":
        docs = view.documents
        doc = np.append(run.docs.codes_in(qrels.docs).astype(np.int64), -1)[docs.doc]
        unknown = np.flatnonzero(doc < 0)
        key = doc.copy()
        key[unknown] = len(qrels.docs) + unknown  # each of them is another document
        return np.repeat(np.arange(view.n_topics), np.diff(docs.offsets)), key
    parts = view.run
    rows = view.rows
    topic = np.repeat(np.arange(view.n_topics), view.ranking.length)
    has = _has_id(parts.element[rows], by)
    rows, topic = rows[has], topic[has]
    doc = parts.docs.codes_in(qrels.docs).astype(np.int64)[parts.doc[rows]]
    element = parts.elements.codes_in(qrels.elements).astype(np.int64)[parts.element[rows]]
    key = _ids(doc, element, len(qrels.elements), by)
    strange = (doc < 0) | (element < 0)
    own = parts.doc[rows].astype(np.int64) * (len(parts.elements) + 1) + parts.element[rows]
    beyond = (len(qrels.docs) + 1) * (len(qrels.elements) + 1)
    key[strange] = beyond + own[strange]
    _, first = by_first_row(topic * (int(key.max(initial=0)) + 1) + key)
    return topic[first], key[first]


def _has_id(element: Ints | Any, by: By) -> Flags:
    found: Flags = np.ones(element.size, np.bool_) if by == "doc" else element >= 0
    return found


def _ids(doc: Any, element: Any, n_elements: int, by: By) -> Ints:
    key: Ints = doc.astype(np.int64)
    return key if by == "doc" else key * (n_elements + 1) + element


def _distinct_sets(topic: Ints, set_of: Ints, key: Ints) -> tuple[Ints, list[Ints]]:
    """Topic and ids of each alternative; identical alternatives of a topic are one."""
    found: dict[tuple[int, bytes], Ints] = {}
    order = np.argsort(set_of, kind="stable")
    heads = segment_starts(set_of[order])
    for rows in np.split(order, heads[1:]) if order.size else ():
        ids = distinct(key[rows])
        found.setdefault((int(topic[rows[0]]), ids.tobytes()), ids)
    by_topic = sorted(found, key=lambda one: one[0])
    return np.array([one for one, _ in by_topic], np.int64), [found[one] for one in by_topic]


def _name(value: Any) -> str:
    return "" if value is None or value != value else str(value)  # noqa: PLR0124  NaN
