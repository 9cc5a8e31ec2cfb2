"""Relevant passages as units: snippets, gold passages and alternatives."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from partwise._typing import Flags, Ints
from partwise.errors import MissingAssessmentError, MissingLengthError
from partwise.geometry.base import ByTopic, OfTopics, check_total
from partwise.geometry.highlights import clipped_rows, need_spans
from partwise.kernels.intervals import first_cover, lay_out, merge, new_characters, overlapping
from partwise.kernels.ragged import (
    components,
    distinct,
    offsets_from_owners,
    owners,
    ranges,
    rank_in_segment,
    segment_starts,
)
from partwise.kernels.ranked import by_first_row
from partwise.messages import Notes
from partwise.tables.columns import first

if TYPE_CHECKING:
    from partwise.geometry.view import View


@dataclass(frozen=True, eq=False)
class GoldPassages(OfTopics):
    """The judged passages of all topics, neither merged nor sorted."""

    row: Ints
    """Row of the assessments."""
    pair: Ints
    """Judged document."""
    start: Ints
    end: Ints


@dataclass(frozen=True, eq=False)
class Meetings:
    """Parts and the gold passages with which they share characters."""

    part: Ints
    gold: Ints
    """Position among the parts and among the passages, by part and then by line of the file."""
    start: Ints
    end: Ints
    """Place of each part on an axis on which judged documents lie side by side."""
    base: Ints
    """Start of each passage's document on that axis."""
    judged: Flags
    """Parts of judged documents; others have no place on the axis."""

    @property
    def opens(self) -> Flags:
        """Mask of the first pair of each part."""
        opens = np.ones(self.part.size, np.bool_)
        np.not_equal(self.part[1:], self.part[:-1], out=opens[1:])
        return opens

    def only_first(self) -> tuple[Ints, Ints]:
        """Return the parts that meet gold, and the first passage that each meets."""
        opens = self.opens
        return self.part[opens], self.gold[opens]


def gold_passages(view: View, measure: str) -> GoldPassages:
    """Return the gold passages; an error names the `measure` that needs them."""
    need_spans(view, measure)
    return view.memo("gold passages", lambda: _passages(view, measure))


def _passages(view: View, measure: str) -> GoldPassages:
    judged = view.assessments
    judged.check_no_graded_elements()
    pairs = judged.judged_documents
    length = judged.lengths.of(judged.qrels.docs)
    rows = np.flatnonzero(pairs.highlighted)
    start, end, whole = clipped_rows(judged.tables, Notes(), clip=judged.clip)
    pair = pairs.of_row[rows]
    if (index := first(whole & (length[pairs.doc[pair]] < 0))) is not None:
        raise MissingLengthError(None, judged.document(int(pair[index])), measure)
    return GoldPassages(pairs.topic[pair], view.n_topics, rows, pair, start, end)


def meetings(view: View, measure: str) -> Meetings:
    """Return which parts meet which gold passages; computed once."""
    parts, gold = view.parts, gold_passages(view, measure)
    relevant = view.retrieval.relevant_document[parts.document]
    parts.require_lengths(parts.endless & relevant, measure, None)
    return view.memo("gold meetings", lambda: _meetings(view, gold))


def _meetings(view: View, gold: GoldPassages) -> Meetings:
    parts = view.parts
    pair = view.retrieval.pair_of_document[parts.document]
    judged = pair >= 0
    extent = np.zeros(len(view.assessments.judged_documents), np.int64)
    np.maximum.at(extent, gold.pair, gold.end)
    np.maximum.at(extent, pair[judged], parts.end[judged])
    check_total(extent, "parts")
    origin = lay_out(extent)
    base = origin[gold.pair]
    start, end = parts.start + origin[pair], parts.end + origin[pair]
    order = np.argsort(gold.start + base, kind="stable")
    rows = np.flatnonzero(judged)
    part, passage = overlapping(
        start[rows], end[rows], (gold.start + base)[order], (gold.end + base)[order]
    )
    part, gold_rows = rows[part], order[passage]
    by_line = np.lexsort((gold_rows, part))
    return Meetings(part[by_line], gold_rows[by_line], start, end, base, judged)


def aspects(view: View, measure: str) -> tuple[Ints, Ints, Ints]:
    """Return passage and aspect of each aspect named, and how many different ones a topic has.

    Names stand between bars and are compared as text.
    """
    gold = gold_passages(view, measure)
    column = view.assessments.qrels.extra.get("aspects")
    if column is None:
        raise MissingAssessmentError(f"{measure} needs aspects", "these assessments have none")
    named = [
        (index, int(topic), name)
        for index, (topic, cell) in enumerate(
            zip(gold.topic.tolist(), column[gold.row].tolist(), strict=True)
        )
        for name in str(cell or "").split("|")
        if name
    ]
    passage = np.array([index for index, _, _ in named], np.int64)
    codes: dict[tuple[int, str], int] = {}
    aspect = [codes.setdefault((topic, name), len(codes)) for _, topic, name in named]
    topic = np.array([topic for topic, _ in codes], np.int64)
    return passage, np.array(aspect, np.int64), np.bincount(topic, minlength=gold.n_topics)


ZERO, ABSTRACT = "0", "abstract"
"""Sections that one tool takes for the same where the run has the first and gold the second."""


@dataclass(frozen=True)
class Rules:
    """Counting rules of snippets."""

    inclusive: bool
    """Ends belong to the snippet."""
    merged: bool
    """Snippets of a document that share a character are one, at the earlier rank."""
    zero: bool
    """A run's section 0 meets gold of the abstract."""


@dataclass(frozen=True, eq=False)
class Snippets(ByTopic):
    """Snippets of a run in rank order, and what there is to find."""

    size: Ints
    shared: Ints
    """Characters of each snippet, and those it shares with gold; new ones where not merged."""
    meets: Flags
    """True if it shares any character with gold, new or not."""
    of_gold_article: Flags
    """True if any gold snippet is in the same article."""
    gold_size: Ints
    gold_count: Ints
    """Characters and snippets of gold, by topic."""


@dataclass(frozen=True, eq=False)
class _Gold:
    """Gold spans by judged document, disjoint."""

    offsets: Ints
    start: Ints
    end: Ints
    count: Ints
    """Snippets of each topic."""


def snippets(view: View, rules: Rules, measure: str) -> Snippets:
    """Return the snippets of a view; an error names the `measure` that needs them."""
    gold_passages(view, measure)
    view.parts.size(measure)
    return view.memo(("snippets", rules), lambda: _snippets(view, rules, measure))


def _snippets(view: View, rules: Rules, measure: str) -> Snippets:
    gold = _gold(view, rules, measure)
    parts, extra = view.parts, int(rules.inclusive)
    extent = np.zeros(view.documents.doc.size, np.int64)
    np.maximum.at(extent, parts.document, parts.end + extra)
    check_total(extent, "parts")
    origin = lay_out(extent)
    base = origin[parts.document]
    start, end = parts.start + base, parts.end + extra + base
    first = np.arange(len(parts))
    if rules.merged:
        start, end, first = _joined(start, end)
    document = parts.document[first]
    cover = first_cover(start, end)
    pairs = [view.retrieval.pair_of_document, _abstracts(view)] if rules.zero else None
    size, shared = end - start, np.zeros(first.size, np.int64)
    meets = np.zeros(first.size, np.bool_)
    for pair in pairs or [view.retrieval.pair_of_document]:
        characters = new_characters(cover, *_gold_spans(gold, pair, origin))
        meets |= characters.relevant > 0
        shared += characters.relevant if rules.merged else characters.fresh_relevant
        size = size if rules.merged else characters.fresh
    topic = owners(parts.offsets)[first]
    pair_topic = view.assessments.judged_documents.topic
    gold_size = np.bincount(
        pair_topic[owners(gold.offsets)], weights=gold.end - gold.start, minlength=view.n_topics
    )
    return Snippets(
        offsets_from_owners(topic, view.n_topics),
        size,
        shared,
        meets,
        _of_gold_article(view, document, topic, gold),
        gold_size.astype(np.int64),
        gold.count,
    )


def _joined(start: Ints, end: Ints) -> tuple[Ints, Ints, Ints]:
    """Merge what shares a character; also which part comes first in each."""
    number = components(start, end)
    n = int(number.max(initial=-1)) + 1
    first, low = np.full(n, start.size), np.full(n, np.iinfo(np.int64).max)
    high = np.zeros(n, np.int64)
    np.minimum.at(first, number, np.arange(start.size))
    np.minimum.at(low, number, start)
    np.maximum.at(high, number, end)
    order = np.argsort(first)
    return low[order], high[order], first[order]


def _gold(view: View, rules: Rules, measure: str) -> _Gold:
    passages, n = gold_passages(view, measure), len(view.assessments.judged_documents)
    end = passages.end + int(rules.inclusive)
    extent = np.zeros(n, np.int64)
    np.maximum.at(extent, passages.pair, end)
    check_total(extent, "judged spans")
    origin = lay_out(extent)
    base = origin[passages.pair]
    count = passages.count
    if rules.merged:
        low, high, first = _joined(passages.start + base, end + base)
        order = np.argsort(low)
        low, high = low[order], high[order]
        count = np.bincount(passages.topic[first], minlength=view.n_topics)
    else:
        low, high = merge(passages.start + base, end + base)
    owner = np.searchsorted(origin, low, "right") - 1
    offsets = offsets_from_owners(owner, n)
    return _Gold(offsets, low - origin[owner], high - origin[owner], count)


def _gold_spans(gold: _Gold, pair: Ints, origin: Ints) -> tuple[Ints, Ints]:
    """Gold spans of retrieved documents, as far as the snippets reach."""
    judged = np.flatnonzero(pair >= 0)
    span, offsets = ranges(gold.offsets[pair[judged]], gold.offsets[pair[judged] + 1])
    document = judged[owners(offsets)]
    low, until = origin[document], origin[document + 1] - 1
    start, end = gold.start[span] + low, np.minimum(gold.end[span] + low, until)
    reached = start < end
    return start[reached], end[reached]


def _abstracts(view: View) -> Ints:
    """Judged abstract of each retrieved section 0, -1 for all others."""
    run, judged = view.run, view.assessments
    index = judged.qrels.docs.index
    code = np.full(len(run.docs) + 1, -1, np.int64)
    for doc, name in enumerate(run.docs.tolist()):
        article, _, section = name.rpartition("/")
        if section == ZERO and article:
            code[doc] = index.get(f"{article}/{ABSTRACT}", -1)
    topic = owners(view.documents.offsets)
    return judged.judged_documents.find(topic, code[view.documents.doc])


def _of_gold_article(view: View, document: Ints, topic: Ints, gold: _Gold) -> Flags:
    """Mask of the snippets whose article has gold of its topic, in any section."""
    article_codes: dict[str, int] = {}
    judged, run = view.assessments, view.run

    def articles(names: list[str]) -> Ints:
        parts = (name.rpartition("/")[0] or name for name in names)
        return np.array(
            [article_codes.setdefault(article, len(article_codes)) for article in parts], np.int64
        )

    of_gold, of_run = articles(judged.qrels.docs.tolist()), articles(run.docs.tolist())
    pairs = judged.judged_documents
    filled = np.flatnonzero(np.diff(gold.offsets) > 0)
    gold_keys = pairs.topic[filled] * np.int64(len(article_codes)) + of_gold[pairs.doc[filled]]
    snippet_keys = topic * np.int64(len(article_codes)) + of_run[view.documents.doc[document]]
    return np.isin(snippet_keys, gold_keys)


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
        reason = "these assessments name no paragraph"
        raise MissingAssessmentError(f"{measure}(by=paragraph) needs paragraphs", reason)
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
    judged_keys = (first[owner] * stride + keys)[order]
    returned_keys = returned_topic * stride + returned
    low, high = (np.searchsorted(judged_keys, returned_keys, side) for side in ("left", "right"))
    index, offsets = ranges(low, high)
    match = np.repeat(np.arange(returned_keys.size), np.diff(offsets))
    missed = low == high
    return Alternatives(
        first,
        view.n_topics,
        size,
        owner[order][index],
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
    alternative_codes = {name: code for code, name in enumerate(dict.fromkeys(names))}
    number = np.array([alternative_codes[name] for name in names], np.int64)
    topic = qrels.topic[rows].astype(np.int64)
    set_of = by_first_row(topic * (len(alternative_codes) + 1) + number)[0]
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
    run_keys = parts.doc[rows].astype(np.int64) * (len(parts.elements) + 1) + parts.element[rows]
    beyond = (len(qrels.docs) + 1) * (len(qrels.elements) + 1)
    key[strange] = beyond + run_keys[strange]
    _, first = by_first_row(topic * (int(key.max(initial=0)) + 1) + key)
    return topic[first], key[first]


def _has_id(element: Ints | Any, by: By) -> Flags:
    has_id: Flags = np.ones(element.size, np.bool_) if by == "doc" else element >= 0
    return has_id


def _ids(doc: Any, element: Any, n_elements: int, by: By) -> Ints:
    key: Ints = doc.astype(np.int64)
    return key if by == "doc" else key * (n_elements + 1) + element


def _distinct_sets(topic: Ints, set_of: Ints, key: Ints) -> tuple[Ints, list[Ints]]:
    """Topic and ids of each alternative; identical alternatives of a topic are one."""
    ids_of_sets: dict[tuple[int, bytes], Ints] = {}
    order = np.argsort(set_of, kind="stable")
    heads = segment_starts(set_of[order])
    for rows in np.split(order, heads[1:]) if order.size else ():
        ids = distinct(key[rows])
        ids_of_sets.setdefault((int(topic[rows[0]]), ids.tobytes()), ids)
    by_topic = sorted(ids_of_sets, key=lambda key: key[0])
    return np.array([topic_of_set for topic_of_set, _ in by_topic], np.int64), [
        ids_of_sets[topic_of_set] for topic_of_set in by_topic
    ]


def _name(value: Any) -> str:
    return "" if value is None or value != value else str(value)  # noqa: PLR0124  NaN
