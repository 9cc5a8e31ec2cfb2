"""Element paths and points resolved in trees."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import partial
from itertools import starmap
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Flags, Ints
from partwise.errors import UsageError, quote
from partwise.kernels import paths as path_kernel
from partwise.kernels import trees as kernel
from partwise.kernels.ragged import ranges
from partwise.messages import Notes
from partwise.tables.names import Names
from partwise.tables.structure.table import LEADING_BLANK, TRAILING_BLANK

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from partwise.tables.qrels import Qrels
    from partwise.tables.run import Run
    from partwise.tables.structure.table import Structure


# ``/article[1]/bdy[1]/sec[2]``: every step counts the siblings of its own name
# from 1. Steps are compared whole, never as prefixes of strings.

_PATH_BLOCK = 4_000_000
"""Maximum bytes of paths per block."""


@dataclass(frozen=True, eq=False)
class KeyedPaths:
    """Distinct paths with their keys."""

    names: Names
    """The paths as written."""
    key: NDArray[np.uint64]
    """Key of each path."""
    steps: Ints
    """Number of steps."""
    bad: Flags
    """True for a text that is no element path."""
    bare: Flags
    """True for a path with a step without ``[n]``."""

    @classmethod
    def of(cls, names: Names, *, lenient: bool = False) -> KeyedPaths:
        """Split and key paths; lenient accepts steps without ``[n]`` as ``[1]``."""
        starts, ends = names.starts, names.ends
        parts = []
        for block in np.split(
            np.arange(len(names)), np.flatnonzero(np.diff(ends // _PATH_BLOCK)) + 1
        ):
            steps = path_kernel.split_paths(names.data, starts[block], ends[block], lenient=lenient)
            hashed = path_kernel.text_hash(names.data, steps.name_start, steps.name_end)
            keys = path_kernel.path_keys(hashed, steps.ordinal, steps.offsets)
            parts.append((keys, np.diff(steps.offsets), steps.bad, steps.bare))
        return cls(names, *(np.concatenate(column) for column in zip(*parts, strict=True)))


def paths_of(structure: Structure, rows: Ints) -> list[str]:
    """Path of each row; one Python string per row and distinct ancestor."""
    tags = structure.tags.tolist()
    vias = structure.vias.tolist() if structure.vias is not None else None
    paths: dict[int, str] = {-1: ""}
    return [_path(structure, row, tags, vias, paths) for row in rows.tolist()]


def _path(
    structure: Structure, row: int, tags: list[str], vias: list[str] | None, paths: dict[int, str]
) -> str:
    missing = []
    while row not in paths:
        missing.append(row)
        row = int(structure.parent[row])
    path = paths[row]
    for below in reversed(missing):
        between = "" if vias is None or structure.via is None else vias[structure.via[below]]
        path = f"{path}{between}/{tags[structure.tag[below]]}[{structure.ordinal[below]}]"
        paths[below] = path
    return path


# A point is an element path, which means the element's start (or its end, at the
# end of a range), or ``PATH/text()[n].k``: k characters into the n-th run of text
# between the children of PATH. Whether runs of white space count (`keep`) or not
# (`strip`) is told by the file, but not reliably: where a range does not exist in one
# reading, the other is tried.

_POINT = re.compile(r"(.+)/text\(\)\[([1-9][0-9]{0,8})\]\.([0-9]{1,18})")


class Side(NamedTuple):
    """One end of many ranges."""

    paths: Names
    """Distinct element paths."""
    path: NDArray[np.int32]
    """Path of each point."""
    n: Ints
    """Number of the run of text, from 1; 0 for the element itself."""
    k: Ints
    """Characters from the start of that run."""


def ranges_of(
    elements: Names, first: NDArray[np.int32], last: NDArray[np.int32]
) -> tuple[Side, Side]:
    """Split cells ``POINT``, ``POINT POINT`` or pairs of cells into both ends of ranges."""
    texts = {code: elements[code] for code in set(first.tolist()) | set(last.tolist())}
    lows = [texts[code].split(" ")[0] for code in first.tolist()]
    highs = [texts[code].split(" ")[-1] for code in last.tolist()]
    return _side(lows), _side(highs)


def _side(points: list[str]) -> Side:
    path_codes: dict[str, int] = {}
    path = np.empty(len(points), np.int32)
    n, k = np.zeros(len(points), np.int64), np.zeros(len(points), np.int64)
    for row, point in enumerate(points):
        match = _POINT.fullmatch(point)
        text = point if match is None else match[1]
        path[row] = path_codes.setdefault(text, len(path_codes))
        if match is not None:
            n[row], k[row] = int(match[2]), int(match[3])
    return Side(Names.of(path_codes), path, n, k)


@dataclass(frozen=True)
class Points:
    """Finds points in element trees."""

    trees: Trees
    """The elements."""
    notes: Notes
    """Receives a warning where the other reading was taken."""

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
            missing_sides = tuple(
                Side(s.paths, s.path[missing], s.n[missing], s.k[missing]) for s in sides
            )
            second_reading = self._read(
                low[missing], high[missing], (missing_sides[0], missing_sides[1]), ~strip[missing]
            )
            is_found = (second_reading[0] >= 0) & (second_reading[1] >= second_reading[0])
            start[missing[is_found]], end[missing[is_found]] = (
                second_reading[0][is_found],
                second_reading[1][is_found],
            )
            self.notes.warn(
                "{n:passage} {n:exists|exist} only if runs of white space count otherwise than "
                "the file says",
                n=is_found.sum(),
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
    offsets = np.full(node.size, -1, np.int64)
    open_rows = np.arange(node.size)
    remaining = n.copy()
    child = node + 1
    low = s.start[node].copy()
    white = (blank[node] & LEADING_BLANK) > 0
    while open_rows.size:
        inside = child[open_rows] <= s.last[node[open_rows]]
        next_child = np.where(inside, child[open_rows], 0)
        high = np.where(inside, s.start[next_child], s.end[node[open_rows]])
        counts = (high > low[open_rows]) & ~(strip[open_rows] & white[open_rows])
        remaining[open_rows] -= counts
        hit = counts & (remaining[open_rows] == 0)
        fits = hit & (k[open_rows] <= high - low[open_rows])
        offsets[open_rows[fits]] = (low[open_rows] + k[open_rows])[fits]
        go = inside & ~hit
        open_rows, next_child = open_rows[go], next_child[go]
        low[open_rows] = s.end[next_child]
        white[open_rows] = (blank[next_child] & TRAILING_BLANK) > 0
        child[open_rows] = s.last[next_child] + 1
    return offsets


def points_at(structure: Structure, node: Ints, position: Ints) -> tuple[Ints, Ints]:
    """Return number and start of the run of text of each element that contains a character.

    Runs count from 1, those of white space included; 0 where the character lies in a child.
    All elements step from child to child together. O(children before the run) each.
    """
    s = structure
    number, start = np.zeros(node.size, np.int64), np.zeros(node.size, np.int64)
    seen = np.zeros(node.size, np.int64)
    open_rows = np.arange(node.size)
    child, low = node + 1, s.start[node].copy()
    while open_rows.size:
        inside = child[open_rows] <= s.last[node[open_rows]]
        next_child = np.where(inside, child[open_rows], 0)
        high = np.where(inside, s.start[next_child], s.end[node[open_rows]])
        seen[open_rows] += high > low[open_rows]
        hit = (low[open_rows] <= position[open_rows]) & (position[open_rows] < high)
        number[open_rows[hit]], start[open_rows[hit]] = seen[open_rows[hit]], low[open_rows[hit]]
        go = inside & ~hit
        open_rows, next_child = open_rows[go], next_child[go]
        low[open_rows], child[open_rows] = s.end[next_child], s.last[next_child] + 1
    return number, start


_TEXT = "/text()["


def why_not(table: Run | Qrels, row: int, trees: Trees) -> str:
    """Return the reason why a row's element or tree has no place."""
    doc = table.docs[table.doc[row]]
    code = trees.structure.docs.index.get(doc)
    if code is None:
        return f"document {doc} is not in the structure"
    if table.element[row] < 0:
        paths = table.trees[table.tree[row]].split("|")
        separate = "a tree whose elements do not touch has no single place in the text"
        return _first_missing(paths, doc, code, trees) or separate
    paths = table.elements[table.element[row]].split(" ")
    last = getattr(table, "last", None)
    if last is not None and last[row] >= 0:
        paths.append(table.elements[last[row]])
    missing = _first_missing(paths, doc, code, trees)
    if missing is not None:
        return missing
    if len(paths) > 1 and _backwards(paths[0], paths[-1], code, trees):
        return f"the range {paths[0]} to {paths[-1]} of document {doc} ends before it starts"
    return f"{quote(' '.join(paths))} is no passage of document {doc}"


def _backwards(low: str, high: str, doc: int, trees: Trees) -> bool:
    """Return True if both ends of a range exist, in the wrong order."""
    sides = ranges_of(Names.of([f"{low} {high}"]), np.zeros(1, np.int32), np.zeros(1, np.int32))
    start, end = Points(trees, Notes()).extents(np.array([doc]), sides, np.zeros(1, np.bool_))
    whole = _TEXT not in low and _TEXT not in high
    return bool(0 <= end[0] < start[0] or (whole and end[0] < 0))


def _first_missing(paths: list[str], doc: str, code: int, trees: Trees) -> str | None:
    for point in paths:
        path = point.partition(_TEXT)[0]
        if KeyedPaths.of(Names.of([path])).bad[0]:
            return f"path {quote(path)} is not an element path"
        if _find(path, code, trees) < 0:
            return f"no element {path} in document {doc} ({_nearest(path, code, trees)})"
    return None


def _find(path: str, doc: int, trees: Trees) -> int:
    return int(trees.find(np.array([doc]), Names.of([path]), np.zeros(1, np.int32))[0])


def _nearest(path: str, doc: int, trees: Trees) -> str:
    """Count the elements of the missing step's name where the path still exists."""
    steps = path.split("/")[1:]
    structure = trees.structure
    for size in range(len(steps) - 1, 0, -1):
        above = "/" + "/".join(steps[:size])
        if (row := _find(above, doc, trees)) >= 0:
            name = steps[size].partition("[")[0]
            place = "there" if size == len(steps) - 1 else f"in {above}"
            tag = structure.tags.index.get(name, -1)
            below = slice(row + 1, int(structure.last[row]) + 1)
            same = (structure.parent[below] == row) & (structure.tag[below] == tag)
            return f"it has {int(same.sum()) or 'no'} {name} {place}"
    root = trees.paths(structure.root[doc : doc + 1])[0]
    return f"its root is {root}"


# `Trees` answers questions about a `Structure` for many elements or spans at
# once. Elements are named by their row; -1 means "no such element".

_BLOCK = 2_000_000
"""Maximum elements per block when spans are searched for elements."""


@dataclass(frozen=True, eq=False)
class Trees:
    """Geometry of the element trees of a collection."""

    structure: Structure

    # -- finding ---------------------------------------------------------------------------

    def documents(self, docs: Names) -> Ints:
        """Code in the structure of each name, -1 where it is not there."""
        index = self.structure.docs.index
        return np.fromiter((index.get(name, -1) for name in docs), np.int64, len(docs))

    def find(self, doc: NDArray[np.integer], elements: Names, element: NDArray[np.int32]) -> Ints:
        """Row of each (document, path), -1 where there is none.

        Parameters
        ----------
        doc : ndarray of int
            Codes of documents in the *structure* (see `documents`), -1 = unknown.
        elements : Names
            Distinct paths.
        element : ndarray of int32
            Code of each path; -1 stands for the root, as a whole document does.
        """
        return self.find_keys(doc, KeyedPaths.of(elements), element)

    def find_keys(
        self, doc: NDArray[np.integer], paths: KeyedPaths, element: NDArray[np.int32]
    ) -> Ints:
        """Row of each (document, path) for paths that were split before."""
        rows = np.full(doc.size, -1, np.int64)
        whole = (doc >= 0) & (element < 0)
        if whole.any():
            rows[whole] = self.structure.root[doc[whole]]
        sought = np.flatnonzero((doc >= 0) & (element >= 0))
        sought = sought[~paths.bad[element[sought]]]
        keys = path_kernel.in_document(paths.key[element[sought]], doc[sought])
        rows[sought] = path_kernel.look_up(keys, *self.structure.path_index)
        return rows

    def paths(self, rows: Ints) -> list[str]:
        """Path of each row, as ``/article[1]/sec[2]``."""
        return paths_of(self.structure, rows)

    # -- kinship ---------------------------------------------------------------------------

    def ancestors(self, rows: Ints) -> tuple[Ints, Ints]:
        """Each row followed by its ancestors up to the root, with offsets; O(depth) each."""
        return kernel.ancestors(rows, self.structure.parent, self.structure.depth)

    # -- spans to elements -----------------------------------------------------------------

    def around(self, doc: NDArray[np.integer], start: Ints, end: Ints) -> Ints:
        """Smallest element that holds each span; of equal ones the deepest.

        -1 for an unknown document or a span past its end. A position ``[n, n)`` belongs to
        the element that starts there rather than to one that ends there.
        """
        s = self.structure
        in_structure = np.flatnonzero(doc >= 0)
        first = np.full(doc.size, -1, np.int64)
        position = self.structure.axis[doc[in_structure]] + np.minimum(
            start[in_structure], s.length[doc[in_structure]]
        )
        first[in_structure] = np.searchsorted(self.structure.starts, position, "right") - 1
        in_structure = in_structure[first[in_structure] < s.offsets[doc[in_structure]]]
        first[in_structure] = -1
        return kernel.innermost_around(first, start, end, s.end, s.parent)

    def largest_inside(self, doc: NDArray[np.integer], start: Ints, end: Ints) -> tuple[Ints, Ints]:
        """Elements inside each span that lie in no other element inside it, with offsets.

        Empty elements are left out: they show nothing.
        """
        s = self.structure
        outermost = partial(kernel.outermost_inside, start=s.start, end=s.end, parent=s.parent)
        return _concatenated(starmap(outermost, self._starting_inside(doc, start, end)))

    def leaves_inside(self, doc: NDArray[np.integer], start: Ints, end: Ints) -> tuple[Ints, Ints]:
        """Elements without children inside each span, empty ones left out, with offsets."""
        s = self.structure
        leaves = partial(kernel.leaves_inside, start=s.start, end=s.end, last=s.last)
        return _concatenated(starmap(leaves, self._starting_inside(doc, start, end)))

    def touched(self, doc: NDArray[np.integer], start: Ints, end: Ints) -> tuple[Ints, Ints]:
        """Elements that begin in each span, and the last that begins before it, with offsets.

        These and their ancestors are all elements that hold a character of a span.
        """
        base, length = self.structure.axis[doc], self.structure.length[doc]
        low = np.searchsorted(self.structure.starts, base + np.minimum(start, length), "right") - 1
        high = np.searchsorted(self.structure.starts, base + np.minimum(end, length), "left")
        return ranges(low, high)

    def _starting_inside(
        self, doc: NDArray[np.integer], start: Ints, end: Ints
    ) -> Iterator[tuple[Ints, Ints, Ints]]:
        """Ints that start in each span, span by span in blocks of bounded size."""
        length = np.append(self.structure.length, 0)[doc]
        base = self.structure.axis[doc]
        low = np.searchsorted(self.structure.starts, base + np.minimum(start, length), "left")
        high = np.searchsorted(self.structure.starts, base + np.minimum(end, length + 1), "left")
        high = np.where(doc >= 0, np.minimum(high, self.structure.offsets[doc + 1]), low)
        done = np.cumsum(np.maximum(high - low, 0)) // _BLOCK
        for block in np.split(np.arange(doc.size), np.flatnonzero(np.diff(done)) + 1):
            yield low[block], high[block], end[block]


def _concatenated(results: Iterable[tuple[Ints, Ints]]) -> tuple[Ints, Ints]:
    blocks = list(results)
    rows = np.concatenate([rows for rows, _ in blocks])
    counts = np.concatenate([np.diff(offsets) for _, offsets in blocks])
    return rows, np.concatenate((np.zeros(1, np.int64), np.cumsum(counts)))
