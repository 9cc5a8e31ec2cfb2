"""Sets of evidence that answer a topic, copies included."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Flags, Ints, Reals
from partwise.geometry.base import check_total
from partwise.geometry.highlights import OPTION, clipped_rows, need_spans
from partwise.geometry.relevant_text import GoldLine
from partwise.kernels.intervals import (
    covered_before,
    finds_any,
    found_together,
    lay_out,
    merge,
    need,
)
from partwise.kernels.ragged import offsets_from_owners, owners, ranges, rank_in_segment, sum_by
from partwise.messages import Notes
from partwise.tables.problems import RowsError

if TYPE_CHECKING:
    from partwise.geometry.assessments import Assessments
    from partwise.geometry.parts import Parts
    from partwise.geometry.view import View


# A span is found when enough of its characters are shown, be it in any copy or in several.


class EvidenceSpans(NamedTuple):
    """Places of evidence; whole documents have none."""

    pair: Ints
    start: Ints
    end: Ints
    whole: Flags


Shown = tuple[Ints, Ints, Ints]
"""Judged pair, start and end of what is shown."""


@dataclass(frozen=True, eq=False)
class CopiedText:
    """Text of spans on the line of relevant text, with copies.

    Parameters
    ----------
    gold : GoldLine
        The line, and the copies on it.
    whole : ndarray of bool
        Documents that any text of them finds.
    span, low, high : ndarray of int64
        Disjoint pieces of each span, by span and position.
    same : ndarray of int64
        Code of each span; spans of the same text share one.
    """

    gold: GoldLine
    whole: Flags
    span: Ints
    low: Ints
    high: Ints
    same: Ints

    @classmethod
    def of(cls, judged: Assessments, spans: EvidenceSpans, text: Ints) -> CopiedText:
        """Lay spans on the line; `text` is the text of each that has copies, else -1."""
        gold = GoldLine(judged, OPTION)
        low, high = (gold.line(spans.pair, x) for x in (spans.start, spans.end))
        span, low, high = gold.copies.pieces(low, high).union()
        offsets = offsets_from_owners(span, text.size)
        return cls(gold, spans.whole, span, low, high, _same(spans, text, (offsets, low, high)))

    def spans_found(self, shown_text: Shown, opened: Flags, minimum: int | Fraction) -> Flags:
        """Mask of the spans found by `shown_text`; `opened` is True where its document is shown."""
        gold, (pair, start, end) = self.gold, shown_text
        union = gold.union(gold.line(pair, start), gold.line(pair, end))
        covered = covered_before(self.high, *union) - covered_before(self.low, *union)
        got = self._by_span(covered) >= need(self._size, minimum)
        got = np.where(self.whole, opened, got)
        once = np.zeros(self.same.size, np.bool_)
        once[self.same[got]] = True
        return once[self.same]

    def hits(self, shown_text: Shown, minimum: int | Fraction) -> Flags:
        """Mask of the parts that find a span by themselves. O((parts + meetings) log)."""
        gold, (pair, start, end) = self.gold, shown_text
        part, low, high = gold.copies.pieces(gold.line(pair, start), gold.line(pair, end)).union()
        order = np.argsort(self.low, kind="stable")
        begin, until, span = self.low[order], self.high[order], self.span[order]
        first = np.searchsorted(np.maximum.accumulate(until), low, "right")
        met, offsets = ranges(first, np.searchsorted(begin, high, "left"))
        row = owners(offsets)
        shared = np.minimum(high[row], until[met]) - np.maximum(low[row], begin[met])
        key = part[row] * np.int64(self.same.size) + span[met]
        key, inverse = np.unique(key[shared > 0], return_inverse=True)
        amount = np.zeros(key.size, np.int64)
        np.add.at(amount, inverse, shared[shared > 0])
        who, what = np.divmod(key, self.same.size)
        enough = (amount >= need(self._size, minimum)[what]) & ~self.whole[what]
        hit = np.zeros(pair.size, np.bool_)
        hit[who[enough]] = True
        return hit

    @property
    def _size(self) -> Ints:
        return self._by_span(self.high - self.low)

    def _by_span(self, amount: Ints) -> Ints:
        total = np.zeros(self.same.size, np.int64)
        np.add.at(total, self.span, amount)
        return total


def _same(spans: EvidenceSpans, text: Ints, pieces: tuple[Ints, Ints, Ints]) -> Ints:
    """Code spans by their text; copies of one text share a code."""
    offsets, low, high = pieces
    places = list(zip(low.tolist(), high.tolist(), strict=True))
    codes: dict[object, int] = {}
    same = np.zeros(text.size, np.int64)
    for span in np.argsort(text < 0, kind="stable").tolist():  # texts with copies first
        content: object = tuple(places[offsets[span] : offsets[span + 1]])
        if spans.whole[span]:
            content = int(spans.pair[span])
        code = codes.get(content, span)
        same[span] = codes.setdefault(("text", int(text[span])), code) if text[span] >= 0 else code
        codes.setdefault(content, int(same[span]))
    return same


# A topic wants every group, a group wants one of its alternatives, an alternative wants all of its
# spans. Rows of a group without an alternative are needed with each of them; rows with an
# alternative only belong to the topic's nameless group; a span of neither is a group of its own.

COLUMNS = ("group", "alternative")


@dataclass(frozen=True, eq=False)
class EvidenceSets:
    """Spans of all topics, their alternatives and groups."""

    parts: Parts
    """Parts of the run."""
    pair_of_document: Ints
    """Judged document of each retrieved one; -1 where it was not judged."""
    topic_of_pair: Ints
    """Topic of each judged document."""
    n_topics: int
    """Number of judged topics."""
    pair: Ints
    start: Ints
    end: Ints
    """Place of each span; whole documents have none."""
    whole: Flags
    """Documents that any text of them finds."""
    layer: Ints
    """Spans of one layer do not overlap."""
    group: Ints
    alternative: Ints
    """Group of each span; code of the group's alternative, -1 where it is needed with each."""
    group_topic: Ints
    weight: Reals
    """Topic and weight of each group."""
    copied: CopiedText | None = None
    """Text of the spans, where text has copies."""

    def spans_found(
        self, parts: Parts, minimum: int | Fraction, measure: str, k: int | None
    ) -> Flags:
        """Mask of the spans that the first `k` parts of their topic find together."""
        read = np.ones(len(parts), np.bool_) if k is None else rank_in_segment(parts.offsets) <= k
        pair, start, end = self._on_axis(parts, measure, k)
        is_searched = read & (pair >= 0)
        opened = np.zeros(self._origin.size + 1, np.bool_)
        opened[pair[is_searched & (parts.endless | (parts.start < parts.end))]] = True
        if self.copied is not None:
            read_text = pair[is_searched], parts.start[is_searched], parts.end[is_searched]
            return self.copied.spans_found(read_text, opened[self.pair], minimum)
        base = self._origin[self.pair]
        goals = self.start + base, self.end + base
        is_found = found_together(
            start[is_searched], end[is_searched], *goals, need(self.end - self.start, minimum)
        )
        return np.where(self.whole, opened[self.pair], is_found)

    def hits(self, minimum: int | Fraction, measure: str, k: int | None) -> Flags:
        """Mask of the parts that find a span by themselves: bool[n_parts]."""
        parts = self.parts
        pair, start, end = self._on_axis(parts, measure, k)
        is_judged = pair >= 0
        whole = np.zeros(self._origin.size + 1, np.bool_)
        whole[self.pair[self.whole]] = True
        hit = is_judged & whole[pair] & (parts.endless | (parts.start < parts.end))
        if self.copied is not None:
            hit[is_judged] |= self.copied.hits(
                (pair[is_judged], parts.start[is_judged], parts.end[is_judged]), minimum
            )
            return hit
        base = self._origin[self.pair]
        for layer in range(int(self.layer.max(initial=-1)) + 1):
            rows = np.flatnonzero((self.layer == layer) & ~self.whole)
            needed = need((self.end - self.start)[rows], minimum)
            goals = (self.start + base)[rows], (self.end + base)[rows]
            hit[is_judged] |= finds_any(start[is_judged], end[is_judged], *goals, needed)
        return hit

    def groups_found(self, is_found: Flags) -> Flags:
        """Mask of the groups with an alternative whose spans are all found."""
        n = self.group_topic.size
        base = self.alternative < 0
        missing = np.bincount(self.group[base & ~is_found], minlength=n) > 0
        keys = np.stack((self.group[~base], self.alternative[~base]))
        sets, of = np.unique(keys, axis=1, return_inverse=True)
        lacks = np.bincount(of.reshape(-1)[~is_found[~base]], minlength=sets.shape[1]) > 0
        choices = np.bincount(sets[0], minlength=n) > 0
        enough = np.bincount(sets[0][~lacks], minlength=n) > 0
        complete: Flags = ~missing & (~choices | enough)
        return complete

    def share(self, is_found: Flags) -> Reals:
        """Weight of the groups found as a share of each topic's groups; NaN without any."""
        n = self.n_topics
        total = sum_by(self.group_topic, self.weight, n)
        got = sum_by(self.group_topic, np.where(self.groups_found(is_found), self.weight, 0.0), n)
        share: Reals = np.divide(got, total, out=np.full(n, np.nan), where=total > 0)
        return share

    def all_found(self, is_found: Flags) -> Flags:
        """Mask of the topics whose groups are all found."""
        missing = self.group_topic[~self.groups_found(is_found)]
        whole: Flags = np.bincount(missing, minlength=self.n_topics) == 0
        return whole

    def distinct(self) -> Ints:
        """One span of each place, and of each text that has copies."""
        if self.copied is not None:
            return np.unique(self.copied.same, return_index=True)[1]
        place = np.stack((self.pair, self.whole.astype(np.int64), self.start, self.end))
        return np.unique(place, axis=1, return_index=True)[1]

    @property
    def n_spans(self) -> Ints:
        """Spans of each topic, equal places counted once."""
        return self.count(np.ones(self.pair.size, np.bool_))

    def count(self, is_found: Flags) -> Ints:
        """Count the spans found of each topic, equal places once."""
        rows = self.distinct()
        topic = self.topic_of_pair[self.pair[rows[is_found[rows]]]]
        return np.bincount(topic, minlength=self.n_topics)

    @property
    def _extent(self) -> Ints:
        extent = np.zeros(self.topic_of_pair.size, np.int64)
        np.maximum.at(extent, self.pair, self.end)
        return extent

    @property
    def _origin(self) -> Ints:
        return lay_out(self._extent)[:-1]

    def _on_axis(self, parts: Parts, measure: str, k: int | None) -> tuple[Ints, Ints, Ints]:
        """Pair of each part, -1 where nothing is wanted, and its place as far as spans reach."""
        has_evidence = np.zeros(self._origin.size + 1, np.bool_)
        has_evidence[self.pair] = True
        spanned = np.zeros(self._origin.size + 1, np.bool_)
        spanned[self.pair[~self.whole]] = True
        pair = self.pair_of_document[parts.document]
        parts.require_lengths(parts.endless & (pair >= 0) & spanned[pair], measure, k)
        pair = np.where(has_evidence[pair] & (pair >= 0), pair, -1)
        extent, origin = np.append(self._extent, 0), np.append(self._origin, 0)
        start, end = (np.minimum(x, extent[pair]) + origin[pair] for x in (parts.start, parts.end))
        return pair, start, end


def has_sets(view: View) -> bool:
    """Return True if the assessments have groups, alternatives or copies of evidence."""
    judged = view.assessments
    return judged.copies.any_copies or any(name in judged.qrels.extra for name in COLUMNS)


def evidence_sets(view: View, measure: str) -> EvidenceSets:
    """Evidence sets of a view; computed once. An error names the `measure` that needs spans."""
    need_spans(view, measure)
    return view.memo("evidence sets", lambda: _evidence_sets(view))


def _evidence_sets(view: View) -> EvidenceSets:
    judged = view.assessments
    judged.check_no_graded_elements()
    qrels, pairs = judged.qrels, judged.judged_documents
    rows = np.flatnonzero(pairs.highlighted)
    start, end, whole = clipped_rows(judged.tables, Notes(), clip=judged.clip)
    pair = pairs.of_row[rows]
    names = [name_codes(qrels.extra.get(name), rows) for name in COLUMNS]
    names.append(judged.copies.of_row(len(qrels))[rows])
    sets, of = np.unique(np.stack((pair, *names)), axis=1, return_inverse=True)
    of = of.reshape(-1)
    n = sets.shape[1]
    entire = np.zeros(n, np.bool_)
    entire[of[whole]] = True
    extent = np.zeros(n, np.int64)
    np.maximum.at(extent, of, end)
    check_total(extent, "judged spans")
    origin = lay_out(extent)
    spanned = ~entire[of]
    low, high = merge((start + origin[of])[spanned], (end + origin[of])[spanned])
    owner = np.searchsorted(origin, low, "right") - 1
    set_number = np.concatenate((owner, np.flatnonzero(entire)))
    none = np.zeros(int(entire.sum()), np.int64)
    begin = np.concatenate((low - origin[owner], none))
    until = np.concatenate((high - origin[owner], none))
    order = np.lexsort((begin, set_number))
    set_number, begin, until = set_number[order], begin[order], until[order]
    by_pair = offsets_from_owners(sets[0], len(pairs))
    layer = np.arange(n) - by_pair[:-1][sets[0]]
    spans = EvidenceSpans(sets[0][set_number], begin, until, entire[set_number])
    copied = CopiedText.of(judged, spans, sets[3][set_number]) if judged.copies.any_copies else None
    same = np.arange(set_number.size) if copied is None else copied.same
    group, topic = _groups(pairs.topic[spans.pair], sets[1][set_number], sets[2][set_number], same)
    group_of_set = np.full(n, -1, np.int64)
    group_of_set[set_number] = group
    return EvidenceSets(
        view.parts,
        view.retrieval.pair_of_document,
        pairs.topic,
        view.n_topics,
        *spans,
        layer[set_number],
        group,
        sets[2][set_number],
        topic,
        _weights(view, rows, group_of_set[of], topic.size),
        copied,
    )


def _groups(topic: Ints, group: Ints, alternative: Ints, same: Ints) -> tuple[Ints, Ints]:
    """Group of each span, and the topic of each group."""
    alone = (group < 0) & (alternative < 0)
    own_code = np.where(alone, same, -1)
    groups, of = np.unique(np.stack((topic, own_code, group)), axis=1, return_inverse=True)
    return of.reshape(-1), groups[0]


def name_codes(column: NDArray[Any] | None, rows: Ints) -> Ints:
    """Names as codes, compared as text; -1 where there is none."""
    if column is None:
        return np.full(rows.size, -1, np.int64)
    names = ["" if _is_empty(name) else str(name) for name in column[rows].tolist()]
    name_codes_of = {name: code for code, name in enumerate(dict.fromkeys(filter(None, names)))}
    return np.array([name_codes_of.get(name, -1) for name in names], np.int64)


def _is_empty(name: Any) -> bool:
    return name is None or name == "" or (isinstance(name, float) and np.isnan(name))


def _weights(view: View, rows: Ints, group: Ints, n: int) -> Reals:
    """Weight of each group: the one of its rows, 1 where they have none."""
    qrels = view.assessments.qrels
    weight = np.ones(n)
    column = qrels.extra.get("weight")
    if column is None:
        return weight
    weights: dict[int, float] = {}
    for row, code in zip(rows.tolist(), group.tolist(), strict=True):
        cell = column[row]
        if code < 0 or _is_empty(cell):
            continue
        try:
            number = float(cell)
        except (TypeError, ValueError):
            number = np.nan
        if not 0 < number < np.inf:
            raise RowsError(qrels.source, [(row, f"weight {cell} is not a number above 0")])
        if weights.setdefault(code, number) != number:
            problem = f"a group has two weights, {weights[code]:g} and {number:g}"
            raise RowsError(qrels.source, [(row, problem)])
    weight[list(weights)] = list(weights.values())
    return weight
