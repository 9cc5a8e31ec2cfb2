"""Blocks of a page's data: each topic and each document on its own, packed."""

from __future__ import annotations

import base64
import gzip
import io
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Ints, Reals
from partwise.geometry.view import View
from partwise.kernels.ragged import ranges
from partwise.report.data.account import Account, kinds_of
from partwise.report.data.material import Material
from partwise.tables.names import Names

Parts = list[list[Any]]


def packed(pieces: Iterable[bytes]) -> str:
    """Return gzip in base64 of pieces; the same bytes for the same content."""
    held = io.BytesIO()
    with gzip.GzipFile(fileobj=held, mode="wb", compresslevel=6, mtime=0, filename="") as file:
        for piece in pieces:
            file.write(piece)
    return base64.b64encode(held.getvalue()).decode("ascii")


def packed_json(content: Any) -> str:
    """Pack JSON; undefined numbers are null."""
    import msgspec

    return packed([msgspec.json.encode(content)])


class DocumentList:
    """Documents that a page names, numbered as they are first met."""

    def __init__(self) -> None:
        self.names: dict[str, int] = {}

    def number(self, name: str) -> int:
        """Return the number of a document."""
        return self.names.setdefault(name, len(self.names))

    def numbers(self, docs: Names, codes: NDArray[np.integer]) -> Ints:
        """Return the numbers of many documents, given as codes of a table's dictionary."""
        used, at = np.unique(codes, return_inverse=True)
        return np.array([self.number(docs[code]) for code in used.tolist()], np.int64)[at]


@dataclass(frozen=True, eq=False)
class TopicBlocks:
    """What was judged and what each run returned, topic by topic."""

    blocks: list[dict[str, Any]]
    """One per topic of the page."""
    docs: list[dict[str, Any]]
    """``id``, ``length`` and ``text`` of each document that they name."""


def topic_blocks(material: Material, kept: Ints) -> TopicBlocks:
    """Lay out the topics `kept` of a page; nothing where no text is highlighted."""
    if not material.accounts:
        return TopicBlocks([], [])
    documents = DocumentList()
    judged = _judged(material.views[0], kept, documents)
    both = zip(material.views, material.accounts, strict=True)
    runs = [_parts(view, account, kept, documents) for view, account in both]
    blocks = [
        {"topic": number, "judged": judged[number], "runs": [run[number] for run in runs]}
        for number in range(kept.size)
    ]
    if material.views[0].assessments.copies.some:
        relevant = material.accounts[0].relevant[kept].tolist()
        blocks = [{**block, "relevant": n} for block, n in zip(blocks, relevant, strict=True)]
    texts: Any = material.texts or {}
    known = _lengths(material, [*documents.names])
    docs = [
        {"id": name, "length": known[name], "text": "embedded" if name in texts else None}
        for name in documents.names
    ]
    return TopicBlocks(blocks, docs)


def _judged(view: View, kept: Ints, documents: DocumentList) -> list[Parts]:
    """Return the merged judged spans of topics as document, start and end."""
    judged = view.assessments
    pairs, found = judged.judged_documents, judged.entry_highlights
    pair, offsets = ranges(pairs.offsets[kept], pairs.offsets[kept + 1])
    start, end, owner = judged.spans_of(pair)
    doc = documents.numbers(judged.qrels.docs, pairs.doc[pair][owner])
    rows = np.stack((doc, start, end), axis=1).tolist()
    bounds = np.concatenate(([0], np.cumsum(np.diff(found.offsets)[pair])))[offsets].tolist()
    return [rows[a:b] for a, b in pairwise(bounds)]


def _parts(view: View, account: Account, kept: Ints, documents: DocumentList) -> list[Parts]:
    """Return the parts of topics: place, score, characters by kind, stretches."""
    parts, run = account.parts, view.run
    rows, offsets = ranges(parts.offsets[kept], parts.offsets[kept + 1])
    source = parts.row[rows]
    doc = documents.numbers(run.docs, run.doc[source])
    places = np.stack((doc, parts.start[rows], parts.end[rows]), axis=1).tolist()
    kinds = kinds_of(parts)[rows].tolist()
    kind, length, bounds = account.stretches(rows)
    pieces = np.stack((kind, length), axis=1).tolist()
    ends = bounds.tolist()
    scores = _scores(run.score, source)
    laid = [
        [*places[at], scores[at], *kinds[at], pieces[ends[at] : ends[at + 1]]]
        for at in range(rows.size)
    ]
    cuts = offsets.tolist()
    return [laid[a:b] for a, b in pairwise(cuts)]


def _scores(score: Reals | None, rows: Ints) -> list[float | None]:
    if score is None:
        return [None] * rows.size
    return [number if np.isfinite(number) else None for number in score[rows].tolist()]


def _lengths(material: Material, names: list[str]) -> dict[str, int | None]:
    length = material.views[0].assessments.lengths.of(Names.of(names)).tolist()
    return {name: None if n < 0 else n for name, n in zip(names, length, strict=True)}
