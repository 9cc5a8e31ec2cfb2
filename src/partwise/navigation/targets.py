"""What readers of a navigation measure want, and what it is worth to them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal

import numpy as np

from partwise._typing import Flags, Ints, Reals
from partwise.errors import MissingLengthError, UsageError
from partwise.gains.quantisations import default_quant, quantisation
from partwise.geometry.limits import REPEATED
from partwise.kernels.intervals import lay_out, merge
from partwise.kernels.ragged import offsets_from_owners, segment_sum
from partwise.kernels.trees.forest import Forest, find, forest
from partwise.kernels.trees.ideal import best_on_paths
from partwise.language.fields import AUTO, Auto
from partwise.navigation.destinations import destinations
from partwise.navigation.node_sets import CoveredText, NodeSets, ranges
from partwise.navigation.results_and_targets import ResultsAndTargets
from partwise.spelling import spelt
from partwise.tables.checks import first

if TYPE_CHECKING:
    from partwise.geometry.view import View
    from partwise.navigation.destinations import Destinations
    from partwise.users.base import Navigation


Ideals = Literal["auto", "elements"]
UnitsFrom = Literal["judged", "inventory"]
Rel = Literal["binary", "length", "value"]

IDEALS = ("auto", "elements")
UNITS = ("judged", "inventory")
RELS = ("binary", "length", "value")

SIZES_ADDED = (
    "{n:topic} {n:has|have} assessed units of stated sizes and unknown places: "
    "base=collection adds the sizes up"
)
NO_INVENTORY = "units=inventory needs all parts that could have been returned. Use --inventory FILE"


@dataclass(frozen=True, eq=False)
class Targets:
    """Units of all topics beside the results.

    Parameters
    ----------
    units : Destinations
        Where they come from.
    scene : ResultsAndTargets
        Results and units.
    passages : ndarray of bool
        Topics whose units are passages rather than elements.
    unequalled : ndarray of bool
        Topics whose units are highlighted spans, which no part needs to equal.
    """

    units: Destinations
    scene: ResultsAndTargets
    passages: Flags
    unequalled: Flags

    @property
    def n_units(self) -> Ints:
        """Units of each topic."""
        return self.scene.n_units

    def by_kind(
        self, nav: Navigation | Auto, on_elements: Navigation, on_passages: Navigation
    ) -> Iterator[tuple[Flags, Navigation, bool]]:
        """Yield topics with the model that they get, and whether their units are passages."""
        for passages in (False, True):
            topics = (self.passages == passages) & (self.n_units > 0)
            if topics.any():
                yield topics, nav or (on_passages if passages else on_elements), passages

    # -- worth -----------------------------------------------------------------------------

    def rel(self, kind: Rel, measure: str) -> Reals:
        """Relevance value of each unit."""
        if kind == "binary":
            return np.ones(self.scene.unit.size)
        if kind == "value":
            return self.scene.value
        dark = ~self.units.has_text[self.scene.unit_topic]
        self.need_size(self.scene.unit[dark], measure)
        return self._length

    @cached_property
    def _length(self) -> Reals:
        """Relevant characters of each unit; all of them where the topic has no highlights."""
        scene = self.scene
        text = self.units.has_text[scene.unit_topic]
        size = np.where(text, 0, scene.size[scene.unit])
        lit = np.flatnonzero(text)
        size[lit] = scene.covered(scene.unit_topic[lit], scene.unit[lit], self.units.text)
        return size.astype(np.float64)

    def need_size(self, tree: Ints, measure: str) -> None:
        """Refuse trees whose length is not known."""
        scene = self.scene
        if (at := first(scene.size[tree] < 0)) is None:
            return
        nodes = scene.nodes.take(scene.tree_nodes[scene.tree_offsets[tree[at]] :][:1])
        document = nodes.space.document(int(nodes.doc[0]))
        if nodes.name[0] < 0:
            raise MissingLengthError(None, document, measure)
        element = f"element {nodes.place(0)} of document {document}"
        hint = spelt("Use --structure FILE, or a column size")
        raise nodes.space.at_node(nodes, 0, f"{measure} needs the size of {element}. {hint}")

    @cached_property
    def n_characters(self) -> Ints:
        """Highlighted characters of each topic, or characters of all its units, each once."""
        judged = self.units.view.assessments
        counted = np.zeros(self.scene.n_topics, np.int64)
        np.add.at(counted, judged.pairs.topic, judged._spans.size)
        dark = ~self.units.has_text
        if dark.any():
            counted[dark] = self._union()[dark]
        scene = self.scene
        sized = np.zeros(scene.n_topics, np.bool_)
        sized[scene.unit_topic[~scene.placed[scene.unit] & (scene.stated[scene.unit] >= 0)]] = True
        sized &= dark
        if sized.any():
            every = np.zeros(scene.n_topics, np.int64)
            np.add.at(every, scene.unit_topic, np.maximum(scene.size[scene.unit], 0))
            counted[sized] = every[sized]
            self.units.view.notes.add(SIZES_ADDED, n=int(sized.sum()))
        return counted

    def _union(self) -> Ints:
        """Characters of all units of each topic, each once."""
        scene = self.scene
        start, end, owner = scene.extents
        offsets = offsets_from_owners(owner, scene.n_nodes.size)
        at, mine = ranges(offsets[scene.unit], offsets[scene.unit + 1])
        asked = np.repeat(np.arange(scene.unit.size), np.diff(mine))
        span = int(scene.nodes.doc.max(initial=0)) + 1
        key = scene.unit_topic[asked] * span + scene.doc[scene.unit[asked]]
        distinct, place = np.unique(key, return_inverse=True)
        extent = np.zeros(distinct.size, np.int64)
        np.maximum.at(extent, place, end[at])
        origin = lay_out(extent)
        low, high = merge(start[at] + origin[place], end[at] + origin[place])
        topic = distinct[np.searchsorted(origin, low, "right") - 1] // span
        total = np.zeros(scene.n_topics, np.int64)
        np.add.at(total, topic, high - low)
        return total

    # -- the collection --------------------------------------------------------------------

    def n_retrievable(self, measure: str, depth: int | None) -> Ints:
        """Units of the collection for each topic: what could be returned or is wanted.

        The structure's elements, or the distinct parts of the inventory; ideals and results
        that are not among them are added.
        """
        view, scene = self.units.view, self.scene
        structure, inventory = view.assessments.structure, view.inventory
        if structure is None and inventory is None:
            raise UsageError(
                f"{measure} needs the number of retrievable elements. "
                "Use --structure FILE or --inventory FILE, or use elements="
            )
        by_parts = self.passages if structure is not None else np.ones_like(self.passages)
        if inventory is None:
            by_parts = np.zeros_like(by_parts)
        n_elements = 0 if structure is None else len(structure)
        listed = self._listed
        in_elements = (scene.nodes.row[scene.tree_nodes[scene.tree_offsets[:-1]]] >= 0) & (
            scene.n_nodes == 1
        )
        known = np.where(by_parts[scene.unit_topic], listed[scene.unit], in_elements[scene.unit])
        extra = np.bincount(scene.unit_topic[~known], minlength=scene.n_topics)
        rank = np.arange(scene.result.size) - scene.offsets[scene.topic] + 1
        row = np.flatnonzero(scene.fresh & (rank <= (depth or scene.result.size)))
        row = row[~np.isin(row, scene.returned[scene.returned >= 0])]
        known = np.where(
            by_parts[scene.topic[row]], listed[scene.result[row]], in_elements[scene.result[row]]
        )
        extra += np.bincount(scene.topic[row[~known]], minlength=scene.n_topics)
        base = np.where(by_parts, len(self.units.inventory) if inventory else 0, n_elements)
        total: Ints = base + extra
        return total

    @cached_property
    def _listed(self) -> Flags:
        """Distinct trees that are parts of the inventory."""
        parts, scene = self.units.inventory, self.scene
        number = parts.joined(scene.nodes).numbered()[1]
        node = np.isin(number[len(parts) :], number[: len(parts)])
        single: Flags = scene.n_nodes == 1
        return single & node[scene.tree_nodes[scene.tree_offsets[:-1]]]


def targets_of(
    view: View, ideals: Ideals = "auto", units: UnitsFrom | Auto = "judged", *, measure: str
) -> Targets:
    """Find the units of all topics.

    Per topic: elements or trees with a grade above 0; else, where rows give (e, s), the
    derived ideal recall-base; else every merged highlighted span, with ``ideals=elements``
    the ideal elements by highlighted share, with ``units=inventory`` (what AUTO means for
    spans where there is an inventory) every part of it that holds highlighted text.
    """
    return view.memo(("wanted", ideals, units), lambda: _wanted(view, ideals, units, measure))


def _wanted(view: View, ideals: Ideals, units: UnitsFrom | Auto, measure: str) -> Targets:
    known = destinations(view)
    bunches = [_of_topics(known.graded, known.topics_of("graded"))]
    pairs, lit = known.topics_of("pairs"), known.topics_of("highlights")
    if pairs.any():
        bunches.append(_of_topics(_ideal_elements(view, measure, highlighted=False), pairs))
    passages, unequalled = lit.copy(), np.zeros(view.n_topics, np.bool_)
    if (lit & known.has_text).any():
        if ideals == "elements":
            passages[:] = False
            bunches.append(_of_topics(_ideal_elements(view, measure, highlighted=True), lit))
        elif units == "judged" or (units is AUTO and view.assessments.grades_documents_only):
            bunches.append(_of_topics(known.spans, lit))
        elif view.inventory is None and units == "inventory":
            raise UsageError(f"{measure}: {NO_INVENTORY}")
        elif view.inventory is None:
            unequalled = lit.copy()
            bunches.append(_of_topics(known.spans, lit))
        else:
            table = view.inventory
            passages &= not (table.element.size and (table.element >= 0).all())
            bunches.append(_of_topics(known.parts, lit))
    elif units == "inventory":
        raise UsageError(f"{measure}: units=inventory needs highlighted spans")
    scene = known.scene(bunches[0].joined(*bunches[1:]))
    again = int((~scene.fresh).sum())
    view.notes.add(REPEATED, n=again)
    return Targets(known, scene, passages, unequalled)


def _of_topics(bunch: NodeSets, topics: Flags) -> NodeSets:
    return bunch.take(np.flatnonzero(topics[bunch.topic]))


def _ideal_elements(view: View, measure: str, *, highlighted: bool) -> NodeSets:
    """Derive the ideal recall-base (XCG): the best element of each relevant path."""
    known = view.assessments.elements
    if view.assessments.structure is None:
        how = "ideals=elements" if highlighted else "assessments with (e, s)"
        raise UsageError(f"{measure}: {how} needs the element trees. Use --structure FILE")
    structure = known.trees.structure
    if highlighted:
        topic, node = known.touched
        within = _grow(topic, node, view)
        size = np.maximum(structure.size[within.node], 1)
        s = known.highlighted_in(within.segment, within.node) / size
        value, relevant = s, s > 0
    else:
        judged = known.elements
        within = _grow(judged.topic, known.node, view)
        e, s = np.zeros(within.size), np.zeros(within.size)
        at = find(within, judged.topic, known.node, len(structure))
        e[at], s[at] = judged.e, judged.s
        quant = quantisation(default_quant(known.scale, has_e=known.has_e, on_grades="sog"))
        value, relevant = quant.values(e, s), quant.relevant(e, s)
    ideal = best_on_paths(within, value, relevant)
    return destinations(view).elements(within.segment[ideal], within.node[ideal], value[ideal])


def _grow(topic: Ints, node: Ints, view: View) -> Forest:
    s = view.assessments.elements.trees.structure
    return forest(topic, node, parent=s.parent, depth=s.depth, last=s.last)


def union_shares(scene: ResultsAndTargets, depth: int | None) -> Reals:
    """Share of each unit that the first `depth` results show together."""
    rank = np.arange(scene.result.size) - scene.offsets[scene.topic] + 1
    row = np.flatnonzero(rank <= (depth or scene.result.size))
    low, high = scene.near(row)
    row = row[high > low]
    start, end, owner = scene.extents
    offsets = offsets_from_owners(owner, scene.n_nodes.size)
    at, mine = ranges(offsets[scene.result[row]], offsets[scene.result[row] + 1])
    asked = np.repeat(row, np.diff(mine))
    span = int(scene.nodes.doc.max(initial=0)) + 1
    key = scene.topic[asked] * span + scene.doc[scene.result[asked]]
    distinct, place = np.unique(key, return_inverse=True)
    extent = np.zeros(distinct.size, np.int64)
    np.maximum.at(extent, place, end[at])
    origin = lay_out(extent)
    low, high = merge(start[at] + origin[place], end[at] + origin[place])
    pair = np.searchsorted(origin, low, "right") - 1
    shown = CoveredText(
        distinct // span,
        distinct % span,
        offsets_from_owners(pair, distinct.size),
        low - origin[pair],
        high - origin[pair],
    )
    covered = scene.covered(scene.unit_topic, scene.unit, shown)
    size = scene.size[scene.unit]
    returned = scene.returned
    seen = (returned >= 0) & (rank[returned] <= (depth or scene.result.size))
    return np.where(size > 0, covered / np.maximum(size, 1), seen.astype(np.float64))


def weighted_mean(value: Reals, weight: Reals, offsets: Ints) -> Reals:
    """Mean of each segment, NaN where all weights are 0."""
    total = segment_sum(weight, offsets)
    out = np.full(total.size, np.nan)
    np.divide(segment_sum(value * weight, offsets), total, out=out, where=total > 0)
    return out
