"""Snippets of articles: those of a run beside the gold ones, merged or one by one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from partwise._typing import Flags, Ints
from partwise.geometry.by_topic import ByTopic
from partwise.geometry.gold_passages import gold_passages
from partwise.geometry.limits import check_total
from partwise.kernels.intervals import first_cover, lay_out, merge, new_characters
from partwise.kernels.ragged import components, offsets_from_owners, owners, ranges

if TYPE_CHECKING:
    from partwise.geometry.view import View

ZERO, ABSTRACT = "0", "abstract"
"""Sections that one tool takes for the same where the run has the first and gold the second."""


@dataclass(frozen=True)
class Rules:
    """How snippets are counted."""

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
    """Whether it shares any character with gold, new or not."""
    of_gold_article: Flags
    """Whether any gold snippet is in the same article."""
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
    parts, more = view.parts, int(rules.inclusive)
    extent = np.zeros(view.documents.doc.size, np.int64)
    np.maximum.at(extent, parts.document, parts.end + more)
    check_total(extent, "parts")
    origin = lay_out(extent)
    base = origin[parts.document]
    start, end = parts.start + base, parts.end + more + base
    first = np.arange(len(parts))
    if rules.merged:
        start, end, first = _joined(start, end)
    document = parts.document[first]
    cover = first_cover(start, end)
    pairs = [view.retrieval.pair_of_document, _abstracts(view)] if rules.zero else None
    size, shared = end - start, np.zeros(first.size, np.int64)
    meets = np.zeros(first.size, np.bool_)
    for pair in pairs or [view.retrieval.pair_of_document]:
        found = new_characters(cover, *_beside(gold, pair, origin))
        meets |= found.relevant > 0
        shared += found.relevant if rules.merged else found.fresh_relevant
        size = size if rules.merged else found.fresh
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
    known, n = gold_passages(view, measure), len(view.assessments.judged_documents)
    end = known.end + int(rules.inclusive)
    extent = np.zeros(n, np.int64)
    np.maximum.at(extent, known.pair, end)
    check_total(extent, "judged spans")
    origin = lay_out(extent)
    base = origin[known.pair]
    count = known.count
    if rules.merged:
        low, high, first = _joined(known.start + base, end + base)
        order = np.argsort(low)
        low, high = low[order], high[order]
        count = np.bincount(known.topic[first], minlength=view.n_topics)
    else:
        low, high = merge(known.start + base, end + base)
    owner = np.searchsorted(origin, low, "right") - 1
    offsets = offsets_from_owners(owner, n)
    return _Gold(offsets, low - origin[owner], high - origin[owner], count)


def _beside(gold: _Gold, pair: Ints, origin: Ints) -> tuple[Ints, Ints]:
    """Gold spans of retrieved documents, as far as the snippets reach."""
    some = np.flatnonzero(pair >= 0)
    at, offsets = ranges(gold.offsets[pair[some]], gold.offsets[pair[some] + 1])
    document = some[owners(offsets)]
    low, until = origin[document], origin[document + 1] - 1
    start, end = gold.start[at] + low, np.minimum(gold.end[at] + low, until)
    reached = start < end
    return start[reached], end[reached]


def _abstracts(view: View) -> Ints:
    """Judged abstract of each retrieved section 0, -1 for all others."""
    run, judged = view.run, view.assessments
    index = judged.qrels.docs.index
    code = np.full(len(run.docs) + 1, -1, np.int64)
    for at, name in enumerate(run.docs.tolist()):
        article, _, section = name.rpartition("/")
        if section == ZERO and article:
            code[at] = index.get(f"{article}/{ABSTRACT}", -1)
    topic = owners(view.documents.offsets)
    return judged.judged_documents.find(topic, code[view.documents.doc])


def _of_gold_article(view: View, document: Ints, topic: Ints, gold: _Gold) -> Flags:
    """Whether the article of each snippet has gold of its topic, in any section."""
    known: dict[str, int] = {}
    judged, run = view.assessments, view.run

    def articles(names: list[str]) -> Ints:
        parts = (name.rpartition("/")[0] or name for name in names)
        return np.array([known.setdefault(one, len(known)) for one in parts], np.int64)

    of_gold, of_run = articles(judged.qrels.docs.tolist()), articles(run.docs.tolist())
    pairs = judged.judged_documents
    filled = np.flatnonzero(np.diff(gold.offsets) > 0)
    wanted = pairs.topic[filled] * np.int64(len(known)) + of_gold[pairs.doc[filled]]
    asked = topic * np.int64(len(known)) + of_run[view.documents.doc[document]]
    return np.isin(asked, wanted)
