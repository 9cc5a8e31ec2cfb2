"""Highlighted text as targets: the spans themselves, or the parts that hold some of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from partwise._typing import Flags, Ints, Reals
from partwise.errors import MissingLengthError
from partwise.geometry.limits import check_total
from partwise.geometry.nodes import Nodes, Space, recognise
from partwise.geometry.resolve.spans import extents
from partwise.kernels.intervals import lay_out
from partwise.kernels.ragged import owners, range_blocks, ranges
from partwise.navigation.covered_text import CoveredText
from partwise.navigation.node_sets import NodeSets
from partwise.tables.checks import first
from partwise.tables.columns import ABSENT

if TYPE_CHECKING:
    from partwise.geometry.assessments.joined import Assessments

BLOCK = 1 << 18
"""Pairs of a part and a span that are looked at in one go."""


def merged_spans(judged: Assessments, space: Space) -> NodeSets:
    """Every merged highlighted span, a whole document of unknown length included.

    A span is worth the greatest grade of the rows that it was merged from.
    """
    spans, documents = judged.known_highlights, judged.judged_documents
    pair = np.concatenate((owners(spans.offsets), np.flatnonzero(spans.endless)))
    start = np.append(spans.start, np.zeros(pair.size - spans.start.size, np.int64))
    end = np.append(spans.end, np.full(pair.size - spans.end.size, ABSENT, np.int64))
    order = np.lexsort((start, pair))
    pair, start, end = pair[order], start[order], end[order]
    none = np.full(pair.size, ABSENT, np.int64)
    doc = space.docs.numbers[0][documents.doc[pair]]
    nodes = Nodes(space, doc, start, end, none, none.copy())
    recognise(nodes)
    return NodeSets.singles(documents.topic[pair], nodes, _worth(judged, pair, start))


def _worth(judged: Assessments, pair: Ints, start: Ints) -> Reals:
    """Greatest grade of the highlighted rows of each span."""
    documents = judged.judged_documents
    rows = np.flatnonzero(documents.highlighted)
    begin = extents(judged.qrels, rows, judged.structure)[0]
    at = np.lexsort((begin, documents.of_row[rows]))
    rows, begin = rows[at], np.maximum(begin[at], 0)
    # Both lists ascend by pair and start: a row belongs to the last span not after it.
    key = np.concatenate((pair, documents.of_row[rows]))
    where = np.concatenate((start, begin))
    row = np.concatenate((np.zeros(pair.size, np.int8), np.ones(rows.size, np.int8)))
    order = np.lexsort((row, where, key))
    span = np.cumsum(row[order] == 0) - 1
    worth = np.zeros(pair.size)
    is_row = row[order] == 1
    np.maximum.at(worth, span[is_row], documents.row_grade[rows][order[is_row] - pair.size])
    return worth


def text(judged: Assessments, space: Space) -> CoveredText:
    """Highlighted text of topics in documents, by number of the document."""
    spans, documents = judged.known_highlights, judged.judged_documents
    doc = space.docs.numbers[0][documents.doc]
    order = np.lexsort((doc, documents.topic))
    at, offsets = ranges(spans.offsets[order], spans.offsets[order + 1])
    return CoveredText(documents.topic[order], doc[order], offsets, spans.start[at], spans.end[at])


def has_text(judged: Assessments) -> Flags:
    """Topics with highlighted text."""
    spans = judged.known_highlights
    has = np.zeros(judged.n_topics, np.bool_)
    has[judged.judged_documents.topic[(spans.size > 0) | spans.endless]] = True
    return has


def parts_with_text(nodes: Nodes, spans: NodeSets) -> NodeSets:
    """Parts of the inventory that hold highlighted text of a topic.

    A part is worth the greatest grade of the spans that it meets.
    """
    nodes = nodes.take(np.lexsort((nodes.start, nodes.doc)))
    for some in (spans.nodes, nodes.take(np.isin(nodes.doc, spans.nodes.doc))):
        if (at := first(some.end < 0)) is not None:
            document = nodes.space.document(int(some.doc[at]))
            raise MissingLengthError(None, document, "units=inventory")
    found: list[tuple[Ints, Ints, Reals]] = []
    for span, part in range_blocks(*_candidates(nodes, spans.nodes), BLOCK):
        meets = np.maximum(nodes.start[part], spans.nodes.start[span]) < np.minimum(
            nodes.end[part], spans.nodes.end[span]
        )
        found.append((spans.topic[span[meets]], part[meets], spans.value[span[meets]]))
    topic, part, value = (np.concatenate(column) for column in zip(*found, strict=True))
    order = np.argsort(topic, kind="stable")
    return NodeSets.singles(topic[order], nodes.take(part[order]), value[order])


def _candidates(parts: Nodes, spans: Nodes) -> tuple[Ints, Ints]:
    """Range of the parts, by document and start, that may meet each span.

    A part that reaches into a span starts at most the longest part's length before it.
    """
    size = max(int(parts.doc.max(initial=0)), int(spans.doc.max(initial=0))) + 1
    longest, extent = np.zeros((2, size), np.int64)
    np.maximum.at(longest, parts.doc, parts.end - parts.start)
    np.maximum.at(extent, parts.doc, parts.start)
    np.maximum.at(extent, spans.doc, spans.end)
    check_total(extent, "parts")
    origin = lay_out(extent)
    begin = parts.start + origin[parts.doc]
    first = np.maximum(spans.start - longest[spans.doc], 0) + origin[spans.doc]
    last = spans.end + origin[spans.doc]
    return np.searchsorted(begin, first), np.searchsorted(begin, last)
