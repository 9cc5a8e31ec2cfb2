"""What readers of a navigation measure want, and what it is worth to them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal

import numpy as np

from partwise._typing import Flags, Ints, Reals
from partwise.errors import MissingLengthError, UsageError
from partwise.geometry.limits import REPEATED
from partwise.language.fields import AUTO, Auto
from partwise.navigation.covered_text import text_of_trees
from partwise.navigation.destinations import Destinations, destinations
from partwise.navigation.ideals import ideal_elements
from partwise.navigation.node_sets import NodeSets
from partwise.navigation.results_and_targets import ResultsAndTargets
from partwise.spelling import spelt
from partwise.tables.checks import first

if TYPE_CHECKING:
    from partwise.geometry.view import View
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
    """Targets of all topics beside the results."""

    destinations: Destinations
    """Where they come from."""
    both: ResultsAndTargets
    """Results and targets."""
    passages: Flags
    """Topics whose targets are passages rather than elements."""
    unequalled: Flags
    """Topics whose targets are highlighted spans, which no part needs to equal."""

    @property
    def n_targets(self) -> Ints:
        """Targets of each topic."""
        return self.both.n_targets

    def by_kind(
        self, nav: Navigation | Auto, on_elements: Navigation, on_passages: Navigation
    ) -> Iterator[tuple[Flags, Navigation, bool]]:
        """Yield topics with the model that they get, and whether their targets are passages."""
        for passages in (False, True):
            topics = (self.passages == passages) & (self.n_targets > 0)
            if topics.any():
                yield topics, nav or (on_passages if passages else on_elements), passages

    # -- worth -----------------------------------------------------------------------------

    def rel(self, kind: Rel, measure: str) -> Reals:
        """Relevance value of each target."""
        if kind == "binary":
            return np.ones(self.both.target.size)
        if kind == "value":
            return self.both.value
        without = ~self.destinations.has_text[self.both.target_topic]
        self.need_size(self.both.target[without], measure)
        return self._length

    @cached_property
    def _length(self) -> Reals:
        """Relevant characters of each target; all of them where the topic has no highlights."""
        both = self.both
        text = self.destinations.has_text[both.target_topic]
        size = np.where(text, 0, both.size[both.target])
        some = np.flatnonzero(text)
        size[some] = both.covered(
            both.target_topic[some], both.target[some], self.destinations.text
        )
        return size.astype(np.float64)

    def need_size(self, tree: Ints, measure: str) -> None:
        """Refuse trees whose length is not known."""
        both = self.both
        if (at := first(both.size[tree] < 0)) is None:
            return
        nodes, node = both.nodes, int(both.tree_nodes[both.tree_offsets[tree[at]]])
        document = nodes.space.document(int(nodes.doc[node]))
        if nodes.name[node] < 0:
            raise MissingLengthError(None, document, measure)
        element = f"element {nodes.place(node)} of document {document}"
        hint = spelt("Use --structure FILE, or a column size")
        raise nodes.space.at_node(nodes, node, f"{measure} needs the size of {element}. {hint}")

    @cached_property
    def n_characters(self) -> Ints:
        """Highlighted characters of each topic, or characters of all its targets, each once."""
        both, judged = self.both, self.destinations.assessments
        counted = np.zeros(both.n_topics, np.int64)
        np.add.at(counted, judged.judged_documents.topic, judged.known_highlights.size)
        without = ~self.destinations.has_text
        if without.any():
            text = text_of_trees(both, both.target_topic, both.target)
            counted[without] = text.n_characters(both.n_topics)[without]
        sized = np.zeros(both.n_topics, np.bool_)
        sized[both.target_topic[~both.placed[both.target] & (both.stated[both.target] >= 0)]] = True
        sized &= without
        if sized.any():
            every = np.zeros(both.n_topics, np.int64)
            np.add.at(every, both.target_topic, np.maximum(both.size[both.target], 0))
            counted[sized] = every[sized]
            self.destinations.notes.add(SIZES_ADDED, n=int(sized.sum()))
        return counted

    @cached_property
    def in_inventory(self) -> Flags:
        """Distinct trees that are parts of the inventory."""
        both = self.both
        node = both.nodes.among(self.destinations.inventory)
        single: Flags = both.n_nodes == 1
        return single & node[both.tree_nodes[both.tree_offsets[:-1]]]


def targets_of(
    view: View, ideals: Ideals = "auto", units: UnitsFrom | Auto = "judged", *, measure: str
) -> Targets:
    """Find the targets of all topics.

    Per topic: elements or trees with a grade above 0; else, where rows give (e, s), the
    derived ideal recall-base; else every merged highlighted span, with ``ideals=elements``
    the ideal elements by highlighted share, with ``units=inventory`` (what AUTO means for
    spans where there is an inventory) every part of it that holds highlighted text.
    """
    return view.memo(("targets", ideals, units), lambda: _targets(view, ideals, units, measure))


def _targets(view: View, ideals: Ideals, units: UnitsFrom | Auto, measure: str) -> Targets:
    among, qrels = destinations(view), view.assessments.qrels
    chosen = [_of_topics(among.graded, among.topics_of("graded"))]
    paired, highlighted = among.topics_of("pairs"), among.topics_of("highlights")
    if paired.any():
        chosen.append(_of_topics(ideal_elements(among, measure, highlighted=False), paired))
    passages, unequalled = highlighted.copy(), np.zeros(view.n_topics, np.bool_)
    if (highlighted & among.has_text).any():
        if ideals == "elements":
            passages[:] = False
            chosen.append(_of_topics(ideal_elements(among, measure, highlighted=True), highlighted))
        elif units == "judged" or (units is AUTO and view.assessments.grades_documents_only):
            chosen.append(_of_topics(among.spans, highlighted))
        elif view.inventory is None and units == "inventory":
            raise UsageError(f"{measure}: {NO_INVENTORY}")
        elif view.inventory is None:
            unequalled = highlighted.copy()
            chosen.append(_of_topics(among.spans, highlighted))
        else:
            table = view.inventory
            passages &= not (table.element.size and (table.element >= 0).all())
            chosen.append(_of_topics(among.parts, highlighted))
    elif units == "inventory" and not qrels.holds("highlights", here=False):
        raise UsageError(f"{measure}: units=inventory needs highlighted spans")
    both = ResultsAndTargets.of(among.results, chosen[0].joined(*chosen[1:]), view.n_topics)
    view.notes.add(REPEATED, n=int((~both.fresh).sum()))
    return Targets(among, both, passages, unequalled)


def _of_topics(sets: NodeSets, topics: Flags) -> NodeSets:
    return sets.take(np.flatnonzero(topics[sets.topic]))
