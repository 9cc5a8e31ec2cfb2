"""Readers who follow the links of whatever they touch: ``ends=meet``."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import numpy as np

from partwise._typing import Flags, Ints, Reals
from partwise.geometry.nodes import Nodes
from partwise.kernels.distinct import distinct
from partwise.kernels.intervals import lay_out
from partwise.kernels.matching import positions
from partwise.kernels.overlaps import overlapping
from partwise.kernels.probability.hitting import Told
from partwise.kernels.probability.noisy_or import sums
from partwise.kernels.ragged import offsets_from_owners, owners, ranges
from partwise.kernels.sets import distinct_sets
from partwise.tables.columns import ABSENT
from partwise.users.graph import Graph
from partwise.users.places import LocatedPlaces, is_whole


class Leaving(NamedTuple):
    """Sets that readers leave."""

    at: Ints
    """Which of the sets each pair leaves."""
    member: Ints
    owner: Ints
    """Vertices of the sets, and the set of each."""


class Touched:
    """Places of a file that nodes touch; nodes that touch the same ones have one set of them.

    Parameters
    ----------
    nodes : Nodes
        Results and what is wanted.
    places : LocatedPlaces
        Places of the file.
    """

    def __init__(self, nodes: Nodes, places: LocatedPlaces) -> None:
        node, place = _touching(nodes, places.nodes(nodes.space))
        some = distinct(node)
        offsets = offsets_from_owners(np.searchsorted(some, node), some.size)
        self.offsets, self.members, which = distinct_sets(places.known[place], offsets)
        self.set_of = np.full(len(nodes), ABSENT, np.int64)
        """Set of each node, -1 where it touches nothing."""
        self.set_of[some] = which

    def any_of(self, vertices: Flags) -> Flags:
        """Nodes that touch one of some vertices."""
        held = np.zeros(self.offsets.size, np.bool_)  # the last one stands for no set
        held[owners(self.offsets)[vertices[self.members]]] = True
        return held[self.set_of]

    def members_of(self, nodes: Flags) -> Ints:
        """Vertices that some nodes touch."""
        sets = distinct(self.set_of[nodes])
        return self._members(sets[sets >= 0])[0]

    def reach(self, graph: Graph, x: Ints, y: Ints) -> Reals:
        """Chance of getting from each set to another by a listed link, in one go."""
        return self._chances(x, y, partial(self._reached, graph))

    def visits(self, graph: Graph, x: Ints, y: Ints, told: Told | None = None) -> Reals:
        """Chance of ever getting from each set to another by steps, at least one."""
        return self._chances(x, y, partial(self._visited, graph, told))

    def _chances(self, x: Ints, y: Ints, between: Callable[[Leaving, Ints], Reals]) -> Reals:
        """Ask for the pairs in which both touch something; the others have no chance."""
        out = np.zeros(x.size)
        pair = np.flatnonzero((x >= 0) & (y >= 0))
        if pair.size:
            sets, at = np.unique(x[pair], return_inverse=True)
            out[pair] = between(Leaving(at, *self._members(sets)), y[pair])
        return out

    def _reached(self, graph: Graph, leaving: Leaving, there: Ints) -> Reals:
        at, member, owner = leaving
        low, high = np.searchsorted(graph.source, (member, member + 1))
        edge, offsets = ranges(low, high)
        n = np.int64(graph.n)
        with np.errstate(divide="ignore"):
            log = np.log1p(-graph.chance[edge])
        key, which = np.unique(
            np.repeat(owner, np.diff(offsets)) * n + graph.target[edge], return_inverse=True
        )
        total = np.append(sums(which, log, key.size), 0.0)
        goal, asked = self._members(there)
        unseen = sums(asked, total[positions(key, at[asked] * n + goal)], at.size)
        return -np.expm1(unseen)

    def _visited(self, graph: Graph, told: Told | None, leaving: Leaving, there: Ints) -> Reals:
        at, member, owner = leaving
        out, n_sets = np.zeros(at.size), int(at.max()) + 1
        origin, slot = np.unique(member, return_inverse=True)
        source, target, step = graph.moves()
        some = np.flatnonzero(np.isin(source, origin))
        source, target, step = np.searchsorted(origin, source[some]), target[some], step[some]
        standing, which = np.unique(target, return_inverse=True)
        order = np.argsort(there, kind="stable")
        sets, head = np.unique(there[order], return_index=True)
        learned = 0
        for done, rows in enumerate(np.split(order, head[1:])):
            if done == learned:
                learned += self._learn(graph, sets, learned, told)
            goals = self.members[self.offsets[sets[done]] : self.offsets[sets[done] + 1]]
            h = graph.visits_any(standing, goals)[which]
            shown = np.minimum(sums(source, step * h, origin.size), 1.0)
            with np.errstate(divide="ignore"):
                unseen = sums(owner, np.log1p(-shown[slot]), n_sets)
            out[rows] = -np.expm1(unseen[at[rows]])
        return out

    def _learn(self, graph: Graph, sets: Ints, done: int, told: Told | None) -> int:
        """Let a graph find out about the next of some sets at one time; return how many."""
        held = np.cumsum((self.offsets[sets + 1] - self.offsets[sets])[done:])
        some = max(1, int(np.searchsorted(held, graph.at_once, "right")))

        def tell(goal: int, goals: int) -> None:
            if told is not None:
                told(done + goal * some // goals, sets.size)

        if held[some - 1] <= graph.at_once:
            graph.learn(self._members(sets[done : done + some])[0], tell)
        else:  # too many goals in one set: they are made one
            tell(0, 1)
        return some

    def _members(self, sets: Ints) -> tuple[Ints, Ints]:
        """Members of some sets, and the position of each one's set."""
        at, offsets = ranges(self.offsets[sets], self.offsets[sets + 1])
        return self.members[at], owners(offsets)


def _touching(nodes: Nodes, places: Nodes) -> tuple[Ints, Ints]:
    """All pairs of a node and a place of its document that share a character, by node.

    Documents lie one after the other on one axis. Behind the text of each there is one more
    character for every name, which only the whole document shares with the element of that name;
    an entry point is the character that it stands before.
    """
    theirs = np.flatnonzero(np.isin(places.doc, nodes.doc))
    mine = np.flatnonzero(np.isin(nodes.doc, places.doc))
    some, places = nodes.take(mine), places.take(theirs)
    docs = distinct(places.doc)
    extent = np.ones(docs.size, np.int64)
    for each in (some, places):
        np.maximum.at(extent, np.searchsorted(docs, each.doc), each.end + 1)
    n_names = max(int(each.name.max(initial=-1)) for each in (some, places)) + 1
    axis = docs, lay_out(extent + n_names), extent, n_names
    low, high = _on_axis(some, *axis)
    start, end = _on_axis(places, *axis)
    order = np.argsort(start, kind="stable")
    node, place = overlapping(low, high, start[order], end[order])
    return mine[node], theirs[order[place]]


def _on_axis(nodes: Nodes, docs: Ints, axis: Ints, extent: Ints, n_names: int) -> tuple[Ints, Ints]:
    at = np.searchsorted(docs, nodes.doc)
    whole, placed = is_whole(nodes), nodes.end >= 0
    name = extent[at] + np.maximum(nodes.name, 0)
    start = np.where(whole, 0, np.where(placed, nodes.start, name))
    end = np.where(placed, np.maximum(nodes.end, nodes.start + 1), name + 1)
    end = np.where(whole, extent[at] + n_names, end)
    return axis[at] + start, axis[at] + end
