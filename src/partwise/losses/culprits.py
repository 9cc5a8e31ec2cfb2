"""Amounts of one run, topic by topic: shown, lost, read, and where the missing text is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from partwise._typing import Flags, Ints
from partwise.geometry.inventory import Ceiling, Limit, ceiling, room
from partwise.geometry.relevant_text import GoldLine, Holdings
from partwise.kernels.intervals import merge
from partwise.kernels.ragged import rank_in_segment, segment_count

if TYPE_CHECKING:
    from partwise.geometry.parts import Parts
    from partwise.geometry.view import View

MEASURE = "losses"

LOST = ("no_document", "no_part", "limit", "cutting", "candidates", "ranking")
PLACES = (
    "no_document",
    "no_part",
    "wrong_place_listed",
    "wrong_place_unlisted",
    "document_not_shown_listed",
    "document_not_shown_unlisted",
)
READ = ("characters", "new", "repeated", "padding", "wrong_place", "wrong_document", "again")
KEYS = (
    "relevant",
    "shown",
    *(f"lost.{key}" for key in LOST),
    "ceiling.low",
    "ceiling.high",
    "candidates_ceiling.low",
    "candidates_ceiling.high",
    *(f"places.{key}" for key in PLACES),
    *(f"read.{key}" for key in READ),
    "parts.read",
    "parts.outside_inventory",
)
"""What is counted, in the order of the columns."""

OF_CANDIDATES = frozenset({"lost.candidates", "candidates_ceiling.low", "candidates_ceiling.high"})
"""Counted only where candidates are given."""


@dataclass(frozen=True, eq=False)
class Available:
    """What one run could have shown.

    Parameters
    ----------
    inventory : Holdings
        Parts that exist, those of the run and its candidates included.
    has_part : ndarray of bool
        Whether any of them lies in each document of the assessments.
    listed : Holdings
        Parts of the run and its candidates, topic by topic.
    has_candidates : bool
        Whether candidates are given.
    outside : ndarray of bool
        Parts of the run that the inventory lacks.
    """

    inventory: Holdings
    has_part: Flags
    listed: Holdings
    has_candidates: bool
    outside: Flags


def count(view: View, gold: GoldLine, available: Available, limit: Limit) -> Ints:
    """Return one row per topic with the columns KEYS; those of absent candidates are 0."""
    read, seen = _read(view, gold, limit)
    where = _places(view, gold, available, seen)
    shown = read["new"]
    best, first_stage = _ceilings(available, limit, shown)
    space = room(available.inventory, limit)
    held = gold.total - where["no_document"] - where["no_part"]
    last = first_stage.low if available.has_candidates else best.low
    lost = {
        "no_document": where["no_document"],
        "no_part": where["no_part"],
        "limit": held - space,
        "cutting": space - best.low,
        "candidates": best.low - last,
        "ranking": last - shown,
    }
    columns: dict[str, Any] = {"relevant": gold.total, "shown": shown}
    columns |= {f"lost.{key}": value for key, value in lost.items()}
    columns |= {"ceiling.low": best.low, "ceiling.high": best.high}
    columns["candidates_ceiling.low"] = first_stage.low
    columns["candidates_ceiling.high"] = first_stage.high
    columns |= {f"places.{key}": value for key, value in where.items()}
    columns |= {f"read.{key}": read[key] for key in READ}
    columns["parts.read"] = read["parts"]
    columns["parts.outside_inventory"] = segment_count(available.outside, view.parts.offsets)
    return np.stack([columns[key] for key in KEYS], axis=1)


@dataclass(frozen=True, eq=False)
class _Seen:
    """Parts that were read, the last one as far as it was read."""

    parts: Parts
    rows: Flags


def _read(view: View, gold: GoldLine, limit: Limit) -> tuple[dict[str, Ints], _Seen]:
    """Count the characters that were read."""
    parts = view.parts
    if limit.budget is not None:
        parts = parts.within(limit.budget, limit.unit, MEASURE)
    k = limit.k
    size, seen = parts.size(MEASURE, k), parts.seen(MEASURE, k)
    rows = np.ones(len(parts), np.bool_) if k is None else rank_in_segment(parts.offsets) <= k
    pair = view.retrieval.pair_of_document[parts.document]
    right = (pair >= 0) & (np.append(gold.size, 0)[pair] > 0)
    holds = seen.relevant > 0

    def total(x: Ints) -> Ints:
        return segment_count(np.where(rows, x, 0), parts.offsets)

    return {
        "characters": total(size),
        "new": total(seen.fresh_relevant),
        "repeated": total(seen.relevant - seen.fresh_relevant),
        "padding": total(np.where(holds, size - seen.relevant, 0)),
        "wrong_place": total(np.where(right & ~holds, size, 0)),
        "wrong_document": total(np.where(right, 0, size)),
        "again": total(size - seen.fresh),
        "parts": total(np.ones(len(parts), np.int64)),
    }, _Seen(parts, rows)


def _places(view: View, gold: GoldLine, available: Available, seen: _Seen) -> dict[str, Ints]:
    """Count the missing characters by where they are; they are sets.

    A character with copies is where any of them is: it is missing only if all are.
    """
    parts = seen.parts
    pairs = gold.judged.judged_documents
    pair = np.where(seen.rows, view.retrieval.pair_of_document[parts.document], -1)
    some = pair >= 0
    opened = np.zeros(len(pairs), np.bool_)
    opened[pair[some]] = True
    read = gold.union(
        gold.line(pair[some], parts.start[some]), gold.line(pair[some], parts.end[some])
    )
    exists, there = gold.union_of(available.has_part[pairs.doc]), gold.union_of(opened)
    held, listed = available.inventory.covered, available.listed.covered

    n = gold.by_topic

    def both(one: tuple[Ints, Ints]) -> Ints:
        """Count the characters of a set in documents that were opened."""
        ends = (np.concatenate(pair) for pair in zip(one, there, strict=True))
        return n(one) + n(there) - n(merge(*ends))

    amounts = (
        gold.total - n(exists),
        n(exists) - n(held),
        both(listed) - n(read),
        both(held) - both(listed),
        n(listed) - both(listed),
        n(held) - both(held) - n(listed) + both(listed),
    )
    return dict(zip(PLACES, amounts, strict=True))


def _ceilings(available: Available, limit: Limit, shown: Ints) -> tuple[Ceiling, Ceiling]:
    """Ceilings of the inventory and of the candidates; the second never above the first."""
    inner = Ceiling(shown, shown)
    if available.has_candidates:
        inner = ceiling(available.listed, limit, shown)
    outer = ceiling(available.inventory, limit, inner.low)
    return outer, Ceiling(inner.low, np.minimum(inner.high, outer.high))
