"""Navigation models: the base class, and nodes with their topic, rank and extent."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Literal, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Flags, Ints, Reals
from partwise.errors import MissingLengthError, PartwiseError, UsageError
from partwise.geometry.base import Memo
from partwise.geometry.element_names import name_problem
from partwise.geometry.nodes import Nodes
from partwise.kernels.intervals import covered_before, lay_out, merge
from partwise.language.component import Component
from partwise.language.fields import AUTO, attribute
from partwise.language.measure import Measure
from partwise.spelling import spelt
from partwise.tables.columns import first
from partwise.tables.paths import is_path

if TYPE_CHECKING:
    from partwise.navigation.results_and_targets import ResultsAndTargets


Want = Literal["reach", "step"]
"""Kind of chance that a measure takes: of ever seeing a node, or of moving to it next."""


class CrossDocument(NamedTuple):
    """Masks of the nodes with moves to other documents, and of those reached from there."""

    sources: Flags
    targets: Flags


class Moves:
    """Chances of a model between the nodes of an evaluation, by number and topic.

    Models that have something to prepare once for all pairs return a subclass.
    """

    def __init__(self, model: Navigation, nodes: Nodes) -> None:
        self.model = model
        self.nodes = nodes

    def cross_document(self) -> CrossDocument | None:
        """Nodes with moves across documents; None if the model stays inside documents."""
        if not self.model.across:
            return None
        nodes = np.ones(len(self.nodes), np.bool_)
        return CrossDocument(nodes, nodes)

    def chance(self, topic: Ints, x: Ints, y: Ints) -> Reals:
        """Chance of the model between pairs of nodes, float64[n_pairs]."""
        del topic
        return self.model.chance(self.nodes.take(x), self.nodes.take(y))

    def visits(self, topic: Ints, x: Ints, y: Ints) -> Reals:
        """Chance of ever getting from x to y by steps, float64[n_pairs]."""
        del topic
        return self.model.visits(self.nodes.take(x), self.nodes.take(y))

    def row_sum(self, topic: Ints, x: Ints) -> Reals | None:
        """Sum of the chances out of each node; None where they have to be added up."""
        del topic
        return self.model.row_sum(self.nodes.take(x))


Native = Literal["reach", "step", "partition"]
Normalise = Literal["cap", "row", "none"]
M = TypeVar("M", bound=Measure)


class Navigation(Component):
    """A user model: the probability of moving from one node to another.

    Two different probabilities exist. *reach*: whoever consults ``x`` ends up
    seeing ``y``, in any number of moves (PRUM, EPRUM, GR). *step*: the next
    move out of ``x`` goes to ``y`` (the ESR family). A model gives one of them,
    ``native``; measures convert it where they need the other.

    A model of your own subclasses this one, defines `chance`, and registers::

        @register()
        class Siblings(Navigation):
            # readers look at the other children of an element's parent

            p: float = param(0.5, low=0, high=1)

            def chance(self, x, y):
                parent = x.space.structure.parent
                return np.where(x.of_structure(parent) == y.of_structure(parent), self.p, 0.0)

    Then ``PRUM(nav=Siblings(p=0.2))@0.1`` is a measure like any other. ``x`` and ``y`` have
    the columns ``doc``, ``start``, ``end`` and, with a structure, ``row``. A model that says
    ``ranked = True`` is told ``x.topic`` and ``x.rank`` as well, one that says ``across = True``
    is also asked about pairs of two documents.
    """

    noun: ClassVar[str] = "a user model"
    inside: ClassVar[str] = "GR(nav={0})@10, EPRUM(r=1, nav={0})"

    native: Native = attribute(default="reach")
    normalise: ClassVar[Normalise] = "cap"
    """Conversion of reach to steps between elements, unless a measure sets another."""
    ranked: ClassVar[bool] = False
    """True if `chance` also gets ``x.topic`` and ``x.rank``, the rank of x in the topic's list
    (0 where x is no result)."""
    across: ClassVar[bool] = False
    """True if readers get into other documents; otherwise such pairs are 0 and not computed."""
    complete: ClassVar[bool] = False
    """True if `row_sum` covers every node that can be reached at all, as a file's rows do."""

    @property
    def combined(self) -> tuple[Navigation, ...]:
        """Models of which it is made, if it combines others (`either`)."""
        return ()

    def either(self, chances: list[Reals], want: Want) -> Reals:
        """Combine the chances of the models of which it is made."""
        del want
        return chances[0]

    def chance(self, x: Nodes, y: Nodes) -> Reals:
        """Probability of moving from each ``x`` to the ``y`` beside it.

        ``x`` and ``y`` are aligned; every pair is of one document unless the model goes
        `across`, and ``x`` is not ``y``.
        """
        raise PartwiseError(f"{self.label()} does not define chance()")

    @property
    def needs_ideals(self) -> bool:
        """True if `chance` depends on the ideals of the topic; only some measures have them."""
        return False

    def moves(self, both: ResultsAndTargets, want: Want) -> Moves:
        """Chances between the nodes of an evaluation, for a kind of measure.

        Models that read links from a file refuse one about none of the nodes.
        """
        del want
        return Moves(self, both.nodes)

    def row_sum(self, x: Nodes) -> Reals | None:
        """Sum of the chances from each ``x`` to all other nodes.

        None: there is no shorter way than adding them up.
        """
        del x
        return None

    def visits(self, x: Nodes, y: Nodes) -> Reals:
        """Probability of ever coming from ``x`` to ``y`` by steps (models of node steps)."""
        del x, y
        raise PartwiseError(f"{self.label()} gives steps and does not define visits()")


def with_default(measure: M, name: str, value: Component) -> M:
    """Measure with an open parameter filled; other measures are returned unchanged.

    Examples
    --------
    ``with_default(PRUM() @ 0.1, "nav", T2I(300))`` is ``PRUM(nav=T2I(n=300))@0.1``.
    """
    if name in measure.fields and getattr(measure, name) is AUTO:
        return measure.replace(**{name: value})
    return measure.with_inner(lambda inner: with_default(inner, name, value))


Unit = Literal["chars", "words"]

UNITS = ("chars", "words")


def extents(nodes: Nodes, unit: Unit, model: str) -> tuple[Ints, Ints]:
    """Start and end of nodes; errors name the model that needs them."""
    if unit == "words":
        return _word_extents(nodes, model)
    if (row := first(nodes.end < 0)) is not None:
        document = nodes.space.document(int(nodes.doc[row]))
        if nodes.name[row] >= 0:
            element = nodes.space.elements[int(nodes.name[row])]
            if not is_path(element):
                doc, name = int(nodes.doc[row]), int(nodes.name[row])
                raise nodes.space.at_element(doc, name, name_problem(element))
            problem = f"{model} needs to know where element {element} of document {document} is"
            raise nodes.space.at_node(nodes, row, f"{problem}. {spelt('Use --structure FILE')}")
        raise MissingLengthError(None, document, model)
    return nodes.start, nodes.end


def _word_extents(nodes: Nodes, model: str) -> tuple[Ints, Ints]:
    structure = nodes.space.structure
    if structure is None or structure.wstart is None or structure.wend is None:
        raise UsageError(
            f"{model} counts words, and there is no structure with word positions. "
            "Use --structure FILE with the columns wstart and wend, or use unit=chars"
        )
    if (row := first(nodes.row < 0)) is not None:
        document = nodes.space.document(int(nodes.doc[row]))
        place = f"{nodes.start[row]}..{nodes.end[row]} of document {document}"
        problem = f"{model} counts words, and the passage {place} is no element. Use unit=chars"
        raise nodes.space.at_node(nodes, row, problem)
    return structure.wstart[nodes.row], structure.wend[nodes.row]


def shared(low: Ints, high: Ints, other_low: Ints, other_high: Ints) -> Ints:
    """Characters (or words) that two spans share."""
    both: Ints = np.maximum(np.minimum(high, other_high) - np.maximum(low, other_low), 0)
    return both


class TopicIdeals:
    """Ideals of each topic.

    Parameters
    ----------
    topic : ndarray of int64
        Number of the topic of each ideal.
    nodes : Nodes
        The ideals.
    """

    def __init__(self, topic: Ints, nodes: Nodes) -> None:
        self._topic, self._nodes = topic, nodes
        self._memo = Memo()

    def on_axis(self, unit: Unit, model: str) -> IdealText:
        """Texts of topics in documents on one axis; computed once a unit."""
        return self._memo(unit, partial(IdealText, self._topic, self._nodes, unit, model))


class IdealText:
    """Ideals of topics in documents, and the text that they cover, on one axis."""

    def __init__(self, topic: Ints, nodes: Nodes, unit: Unit, model: str) -> None:
        start, end = extents(nodes, unit, model)
        self._stride = int(nodes.doc.max(initial=0)) + 1
        self._key, pair = np.unique(topic * self._stride + nodes.doc, return_inverse=True)
        extent = np.zeros(self._key.size, np.int64)
        np.maximum.at(extent, pair, end)
        self._origin = lay_out(extent)
        start, end = start + self._origin[pair], end + self._origin[pair]
        self._low, self._high = merge(start, end)
        self._starts = np.sort(start)
        self._inner = merge(start + 1, end)  # where one who enters stands inside an ideal

    def covered(self, topic: Ints, doc: Ints, low: Ints, high: Ints) -> Ints:
        """Characters of ideals in ``[low, high)`` of a document."""
        begin, limit = self._axis(topic, doc)
        low, high = np.minimum(begin + low, limit), np.minimum(begin + high, limit)
        covered = covered_before(high, self._low, self._high)
        covered -= covered_before(low, self._low, self._high)
        return covered

    def first_met(self, topic: Ints, doc: Ints, enter: Ints) -> Ints:
        """Offset at which a reader who enters and reads on meets the first ideal; -1 if none."""
        begin, limit = self._axis(topic, doc)
        position = np.minimum(begin + enter, limit)
        low, high = self._inner
        inside = np.searchsorted(low, position, "right") > np.searchsorted(high, position, "right")
        after = np.searchsorted(self._starts, position)
        ahead = np.append(self._starts, np.iinfo(np.int64).max)[after]
        met = np.where(ahead <= limit, ahead - begin, -1)
        met = np.where(inside, enter, met)
        return np.where(begin + enter > limit, -1, met)

    def _axis(self, topic: Ints, doc: Ints) -> tuple[Ints, Ints]:
        """Begin and end on the axis of each topic's text in a document that holds an ideal of it.

        Readers go on to ideals of their document only, so no other document is asked for.
        """
        index = np.searchsorted(self._key, topic * self._stride + doc)
        return self._origin[index], self._origin[index + 1] - 1


@dataclass(frozen=True, eq=False)
class RankedNodes(Nodes):
    """Nodes with their topic and rank, for models that depend on the ranking."""

    topic: NDArray[np.object_]
    """The topic, as qrels and runs name it."""
    rank: Ints
    """Rank of the node in the topic's list, 0 where it is no result."""
    number: Ints
    """Number of the topic."""
    ideals: TopicIdeals | None
    """The ideals, where a measure has them."""

    @classmethod
    def of(
        cls,
        nodes: Nodes,
        topic: NDArray[np.object_],
        rank: Ints,
        number: Ints,
        ideals: TopicIdeals | None = None,
    ) -> RankedNodes:
        """Nodes with the topic, rank and ideals of a list."""
        place = nodes.space, nodes.doc, nodes.start, nodes.end, nodes.row, nodes.name
        return cls(*place, topic, rank, number, ideals)
