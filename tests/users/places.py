"""Small spaces of nodes for the tests of user models."""

from __future__ import annotations

import numpy as np
from tests.loaded import loaded

from partwise.geometry.nodes import Nodes, Space
from partwise.geometry.resolution import Trees
from partwise.tables.names import EMPTY, MergedNames, Names
from partwise.tables.structure.table import Structure

NONE = np.empty(0, np.int64)

ARTICLE, SEC1, P1, P2, SEC2 = (
    "/article[1]",
    "/article[1]/sec[1]",
    "/article[1]/sec[1]/p[1]",
    "/article[1]/sec[1]/p[2]",
    "/article[1]/sec[2]",
)
"""Paths of the rows of `article`."""


def passages(*spans, mean_length=None):
    """Passages of one document without a structure."""
    space = Space(MergedNames(Names.of(["d"])), MergedNames(EMPTY), mean_length=lambda: mean_length)
    start, end = np.array(spans, np.int64).reshape(-1, 2).T.copy()
    absent = np.full(len(spans), -1, np.int64)
    return Nodes(space, np.zeros(len(spans), np.int64), start, end, absent, absent.copy())


def article():
    """Article (0..100) with two sections, the first with two paragraphs; words of 10."""
    return Structure.from_columns(
        doc=["d"] * 5,
        parent=[None, 0, 1, 1, 0],
        tag=["article", "sec", "p", "p", "sec"],
        start=[0, 0, 0, 20, 60],
        end=[100, 60, 20, 60, 100],
        wstart=[0, 0, 0, 3, 6],
        wend=[10, 6, 3, 6, 10],
    )


def elements(*rows, structure=None):
    """Elements of a structure by row."""
    table = structure or article()
    space = Space(MergedNames(table.docs), MergedNames(EMPTY), trees=Trees(table))
    row = np.array(rows, np.int64)
    absent = np.full(row.size, -1, np.int64)
    return Nodes(space, np.zeros(row.size, np.int64), table.start[row], table.end[row], row, absent)


def named(*names):
    """Elements by name, without a structure and without places."""
    known = Names.of(dict.fromkeys(names))
    space = Space(MergedNames(Names.of(["d"])), MergedNames(known))
    number = space.elements.numbers[0][[known.index[name] for name in names]]
    absent = np.full(len(names), -1, np.int64)
    zero = np.zeros(len(names), np.int64)
    return Nodes(space, zero, absent, absent.copy(), absent.copy(), number)


def from_first(model, nodes):
    """Chance from the first node to each of the others."""
    n = len(nodes) - 1
    first, rest = np.zeros(n, np.int64), np.arange(1, n + 1)
    return loaded(model).chance(nodes.take(first), nodes.take(rest)).tolist()
