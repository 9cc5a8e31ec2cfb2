"""Points inside the text of elements, as INEX assessors marked them.

A point is an element path, which means the element's start (or its end, at the
end of a range), or ``PATH/text()[n].k``: k characters into the n-th run of text
between the children of PATH. Whether runs of white space count (`keep`) or not
(`strip`) is told by the file, but not reliably: where a range does not exist in one
reading, the other is tried.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Flags, Ints
from partwise.errors import UsageError
from partwise.tables.names import Names
from partwise.tables.structure.table import LEADING_BLANK, TRAILING_BLANK

if TYPE_CHECKING:
    from partwise.geometry.resolve.trees import Trees
    from partwise.messages import Notes
    from partwise.tables.structure.table import Structure


_POINT = re.compile(r"(.+)/text\(\)\[([1-9][0-9]{0,8})\]\.([0-9]{1,18})")


class Side(NamedTuple):
    """One end of many ranges."""

    paths: Names
    """Distinct element paths."""
    path: NDArray[np.int32]
    """Path of each point."""
    n: Ints
    """Which run of text, from 1; 0 for the element itself."""
    k: Ints
    """How many characters into it."""


def ranges_of(
    elements: Names, first: NDArray[np.int32], last: NDArray[np.int32]
) -> tuple[Side, Side]:
    """Split cells ``POINT``, ``POINT POINT`` or pairs of cells into both ends of ranges."""
    texts = {code: elements[code] for code in set(first.tolist()) | set(last.tolist())}
    lows = [texts[code].split(" ")[0] for code in first.tolist()]
    highs = [texts[code].split(" ")[-1] for code in last.tolist()]
    return _side(lows), _side(highs)


def _side(points: list[str]) -> Side:
    known: dict[str, int] = {}
    path = np.empty(len(points), np.int32)
    n, k = np.zeros(len(points), np.int64), np.zeros(len(points), np.int64)
    for row, point in enumerate(points):
        found = _POINT.fullmatch(point)
        text = point if found is None else found[1]
        path[row] = known.setdefault(text, len(known))
        if found is not None:
            n[row], k[row] = int(found[2]), int(found[3])
    return Side(Names.of(known), path, n, k)


@dataclass(frozen=True)
class Points:
    """Finds points in element trees."""

    trees: Trees
    """The elements."""
    notes: Notes
    """Where it is told that the other reading had to be taken."""

    def extents(self, doc: Ints, sides: tuple[Side, Side], strip: Flags) -> tuple[Ints, Ints]:
        """Start and end of ranges, -1 where they do not exist in either reading.

        A range from an element back to one before it ends at -1.
        """
        low = self.trees.find(doc, sides[0].paths, sides[0].path)
        high = self.trees.find(doc, sides[1].paths, sides[1].path)
        if self.trees.structure.blank is None and ((sides[0].n > 0) | (sides[1].n > 0)).any():
            raise UsageError(
                "points inside text nodes need a structure with the column blank. "
                "Make it with partwise structure, without --retrievable"
            )
        start, end = self._read(low, high, sides, strip)
        missing = np.flatnonzero(((start < 0) | (end < start)) & (low >= 0) & (high >= 0))
        if missing.size:
            some = tuple(Side(s.paths, s.path[missing], s.n[missing], s.k[missing]) for s in sides)
            again = self._read(low[missing], high[missing], (some[0], some[1]), ~strip[missing])
            found = (again[0] >= 0) & (again[1] >= again[0])
            start[missing[found]], end[missing[found]] = again[0][found], again[1][found]
            self.notes.warn(
                "{n:passage} {n:exists|exist} only if runs of white space count otherwise than "
                "the file says",
                n=found.sum(),
            )
        whole = (sides[0].n == 0) & (sides[1].n == 0) & (low >= 0) & (high >= 0)
        return start, np.where(whole & (high < low) & (end <= start), -1, end)

    def _read(
        self, low: Ints, high: Ints, sides: tuple[Side, Side], strip: Flags
    ) -> tuple[Ints, Ints]:
        s = self.trees.structure
        start = np.where(low >= 0, s.start[low], -1)
        end = np.where(high >= 0, s.end[high], -1)
        for column, node, side in ((start, low, sides[0]), (end, high, sides[1])):
            inner = np.flatnonzero((side.n > 0) & (node >= 0))
            column[inner] = text_points(s, node[inner], side.n[inner], side.k[inner], strip[inner])
        return start, end


def text_points(structure: Structure, node: Ints, n: Ints, k: Ints, strip: Flags) -> Ints:
    """Offset of the k-th character of the n-th run of text of each element, -1 if there is none.

    All elements step from child to child together. O(children before the run) each.
    """
    s = structure
    blank = np.zeros(len(s), np.uint8) if s.blank is None else s.blank
    found = np.full(node.size, -1, np.int64)
    left = np.arange(node.size)
    wanted = n.copy()
    child = node + 1
    low = s.start[node].copy()
    white = (blank[node] & LEADING_BLANK) > 0
    while left.size:
        inside = child[left] <= s.last[node[left]]
        at = np.where(inside, child[left], 0)
        high = np.where(inside, s.start[at], s.end[node[left]])
        counts = (high > low[left]) & ~(strip[left] & white[left])
        wanted[left] -= counts
        hit = counts & (wanted[left] == 0)
        fits = hit & (k[left] <= high - low[left])
        found[left[fits]] = (low[left] + k[left])[fits]
        go = inside & ~hit
        left, at = left[go], at[go]
        low[left] = s.end[at]
        white[left] = (blank[at] & TRAILING_BLANK) > 0
        child[left] = s.last[at] + 1
    return found


def points_at(structure: Structure, node: Ints, position: Ints) -> tuple[Ints, Ints]:
    """Return which run of text of each element holds a character, and where that run starts.

    Runs count from 1, those of white space included; 0 where the character lies in a child.
    All elements step from child to child together. O(children before the run) each.
    """
    s = structure
    number, start = np.zeros(node.size, np.int64), np.zeros(node.size, np.int64)
    seen = np.zeros(node.size, np.int64)
    left = np.arange(node.size)
    child, low = node + 1, s.start[node].copy()
    while left.size:
        inside = child[left] <= s.last[node[left]]
        at = np.where(inside, child[left], 0)
        high = np.where(inside, s.start[at], s.end[node[left]])
        seen[left] += high > low[left]
        hit = (low[left] <= position[left]) & (position[left] < high)
        number[left[hit]], start[left[hit]] = seen[left[hit]], low[left[hit]]
        go = inside & ~hit
        left, at = left[go], at[go]
        low[left], child[left] = s.end[at], s.last[at] + 1
    return number, start
