"""Targets of navigation: ideals, their grades, and whether they can be retrieved."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Literal

import numpy as np

from partwise._typing import Flags, Ints, Reals
from partwise.errors import MissingLengthError, UsageError
from partwise.gains.quantisations import default_quant, quantisation
from partwise.geometry.base import REPEATED
from partwise.kernels.ragged import distinct, offsets_from_owners
from partwise.kernels.trees import best_on_paths, find, forest
from partwise.language.fields import AUTO, Auto
from partwise.navigation.destinations import Destinations, destinations
from partwise.navigation.results_and_targets import NodeSets, ResultsAndTargets, text_of_trees
from partwise.spelling import spelt
from partwise.tables.columns import first

if TYPE_CHECKING:
    from partwise.geometry.view import View
    from partwise.tables.names import Names
    from partwise.users.base import Navigation


def ideal_elements(among: Destinations, measure: str, *, highlighted: bool) -> NodeSets:
    """Ideal recall-base (XCG): the best element of each relevant path."""
    assessed = among.assessments.elements
    if among.assessments.structure is None:
        how = "ideals=elements" if highlighted else "assessments with (e, s)"
        raise UsageError(f"{measure}: {how} needs the element trees. Use --structure FILE")
    structure = assessed.trees.structure
    parent, depth, last = structure.parent, structure.depth, structure.last
    if highlighted:
        topic, node = assessed.touched
        within = forest(topic, node, parent=parent, depth=depth, last=last)
        size = np.maximum(structure.size[within.node], 1)
        s = assessed.highlighted_in(within.segment, within.node) / size
        value, relevant = s, s > 0
    else:
        judged = assessed.elements
        within = forest(judged.topic, assessed.node, parent=parent, depth=depth, last=last)
        e, s = np.zeros(within.size), np.zeros(within.size)
        judged_row = find(within, judged.topic, assessed.node, len(structure))
        e[judged_row], s[judged_row] = judged.e, judged.s
        quant = quantisation(default_quant(assessed.scale, has_e=assessed.has_e, on_grades="sog"))
        value, relevant = quant.values(e, s), quant.relevant(e, s)
    ideal = best_on_paths(within, value, relevant)
    return among.elements(within.segment[ideal], within.node[ideal], value[ideal])


def n_retrievable(targets: Targets, measure: str, depth: int | None) -> Ints:
    """Parts of the collection for each topic: what could be returned or is wanted.

    The structure's elements, or the distinct parts of the inventory; where documents are
    assessed, the documents of the structure, the lengths or the inventory. Ideals and results
    that are not among them are added.
    """
    among, both = targets.destinations, targets.both
    structure, inventory = among.assessments.structure, among.table
    documents = among.assessments.grades_documents_only
    if documents and (documents_named := _documents(targets)) is not None:
        return _n_documents(targets, documents_named, depth)
    if structure is None and inventory is None:
        raise UsageError(
            f"{measure} needs the number of retrievable elements. "
            f"Use --structure FILE{', --lengths FILE' * documents} or --inventory FILE, "
            "or use elements="
        )
    by_parts = targets.passages if structure is not None else np.ones_like(targets.passages)
    if inventory is None:
        by_parts = np.zeros_like(by_parts)
    n_elements = 0 if structure is None else len(structure)
    in_inventory, in_structure = targets.in_inventory, _in_structure(targets)

    def unlisted(topic: Ints, tree: Ints) -> Ints:
        """Count the trees of each topic that are not counted yet."""
        counted = np.where(by_parts[topic], in_inventory[tree], in_structure[tree])
        return np.bincount(topic[~counted], minlength=both.n_topics)

    row = np.flatnonzero(both.fresh & (both.rank <= (depth or both.result.size)))
    row = row[~np.isin(row, both.returned[both.returned >= 0])]
    extra = unlisted(both.target_topic, both.target)
    extra += unlisted(both.topic[row], both.result[row])
    base = np.where(by_parts, len(among.inventory) if inventory else 0, n_elements)
    total: Ints = base + extra
    return total


def _documents(targets: Targets) -> Names | None:
    """Names of the documents of the collection; the assessments know too few of them."""
    among = targets.destinations
    judged = among.assessments
    if judged.structure is not None:
        return judged.structure.docs
    for source in judged.lengths.sources:
        if source.docs is not judged.qrels.docs:
            return source.docs
    return None if among.table is None else among.table.docs


def _n_documents(targets: Targets, names: Names, depth: int | None) -> Ints:
    """Documents of the collection, and those that were returned or are wanted besides."""
    both = targets.both
    row = np.flatnonzero(both.fresh & (both.rank <= (depth or both.result.size)))
    topic = np.append(both.target_topic, both.topic[row])
    doc = np.append(both.doc[both.target], both.doc[both.result[row]])
    in_collection = np.append(targets.destinations.space.docs.codes_in(names) >= 0, False)
    outside = ~in_collection[np.minimum(doc, in_collection.size - 1)]
    pair = distinct(both.in_document(topic[outside], doc[outside]))
    extra = np.bincount(pair // both.n_docs, minlength=both.n_topics)
    total: Ints = len(names) + extra
    return total


def _in_structure(targets: Targets) -> Flags:
    """Distinct trees that are one element of the structure."""
    both = targets.both
    element = both.nodes.row[both.tree_nodes[both.tree_offsets[:-1]]] >= 0
    single: Flags = element & (both.n_nodes == 1)
    return single


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
    """Results and possible targets of the view."""
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
        self.check_size(self.both.target[without], measure)
        return self._length

    @cached_property
    def _length(self) -> Reals:
        """Relevant characters of each target; all of them where the topic has no highlights."""
        both = self.both
        text = self.destinations.has_text[both.target_topic]
        size = np.where(text, 0, both.size[both.target])
        with_text = np.flatnonzero(text)
        size[with_text] = both.covered(
            both.target_topic[with_text], both.target[with_text], self.destinations.text
        )
        return size.astype(np.float64)

    def check_size(self, tree: Ints, measure: str) -> None:
        """Raise if the length of a tree is not known."""
        both = self.both
        if (row := first(both.size[tree] < 0)) is None:
            return
        nodes, node = both.nodes, int(both.tree_nodes[both.tree_offsets[tree[row]]])
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
            sum_of_sizes = np.zeros(both.n_topics, np.int64)
            np.add.at(sum_of_sizes, both.target_topic, np.maximum(both.size[both.target], 0))
            counted[sized] = sum_of_sizes[sized]
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
    """Targets of all topics.

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


def grade_numbers(both: ResultsAndTargets) -> Ints:
    """Rank of each target's grade among those of its topic, the lowest being 1."""
    topic = both.target_topic
    order = np.lexsort((both.value, topic))
    opens = np.ones(order.size, np.bool_)
    opens[1:] = both.value[order[1:]] != both.value[order[:-1]]
    opens[1:] |= topic[order[1:]] != topic[order[:-1]]
    count = np.cumsum(opens)
    before = np.append(0, count)[both.target_offsets[:-1]]
    number = np.empty(order.size, np.int64)
    number[order] = count - before[topic[order]]
    return number


def from_grade(targets: Targets, number: int) -> Targets:
    """Targets of a grade and above, by its number in each topic."""
    both = targets.both
    mask = grade_numbers(both) >= number
    offsets = offsets_from_owners(both.target_topic[mask], both.n_topics)
    fewer = replace(both, target_offsets=offsets, target=both.target[mask], value=both.value[mask])
    return replace(targets, both=fewer)


def strictness(both: ResultsAndTargets) -> Reals:
    r"""Weights of the readers of each topic (columns), one row a grade.

    :math:`(g_j - g_{j-1}) / g_G` for the grades :math:`g_1 < \\dots < g_G` of the topic; 0 beyond.
    """
    number, topic = grade_numbers(both), both.target_topic
    grade = np.zeros((int(number.max(initial=1)) + 1, both.n_topics))
    grade[number, topic] = both.value
    grade = np.maximum.accumulate(grade, axis=0)  # topics with fewer grades stay at their last
    top = grade[-1]
    weights: Reals = np.diff(grade, axis=0) / np.where(top > 0, top, 1.0)
    return weights
