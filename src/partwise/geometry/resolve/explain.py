"""Words for elements that cannot be found (E9, E10, E11)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from partwise.errors import quote
from partwise.geometry.resolve.paths import KeyedPaths
from partwise.geometry.resolve.points import Points, ranges_of
from partwise.messages import Notes
from partwise.tables.names import Names

if TYPE_CHECKING:
    from partwise.geometry.resolve.trees import Trees
    from partwise.tables.qrels import Qrels
    from partwise.tables.run import Run

_TEXT = "/text()["


def why_not(table: Run | Qrels, row: int, trees: Trees) -> str:
    """Say why a row's element or tree has no place."""
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
    """Tell whether both ends of a range exist, in the wrong order."""
    sides = ranges_of(Names.of([f"{low} {high}"]), np.zeros(1, np.int32), np.zeros(1, np.int32))
    start, end = Points(trees, Notes()).extents(np.array([doc]), sides, np.zeros(1, np.bool_))
    whole = _TEXT not in low and _TEXT not in high
    return bool(0 <= end[0] < start[0] or (whole and end[0] < 0))


def _first_missing(paths: list[str], doc: str, code: int, trees: Trees) -> str | None:
    for point in paths:
        path = point.split(_TEXT, 1)[0]
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
            there = "there" if size == len(steps) - 1 else f"in {above}"
            tag = structure.tags.index.get(name, -1)
            below = slice(row + 1, int(structure.last[row]) + 1)
            same = (structure.parent[below] == row) & (structure.tag[below] == tag)
            return f"it has {int(same.sum()) or 'no'} {name} {there}"
    root = trees.paths(structure.root[doc : doc + 1])[0]
    return f"its root is {root}"
