"""How readers get from one node of a document to another."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal, TypeVar

from partwise._typing import Reals
from partwise.errors import PartwiseError
from partwise.geometry.nodes import Nodes
from partwise.language.component import Component
from partwise.language.fields import AUTO, attribute
from partwise.language.measure import Measure
from partwise.users.moves import Moves, Want

if TYPE_CHECKING:
    from partwise.navigation.results_and_targets import ResultsAndTargets

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
    """How steps come from reach between elements, unless a measure says otherwise."""
    ranked: ClassVar[bool] = False
    """Whether `chance` is also told ``x.topic`` and ``x.rank``, the rank of x in the topic's list
    (0 where x is no result)."""
    across: ClassVar[bool] = False
    """Whether readers get into other documents; otherwise such pairs are 0 and not asked for."""
    complete: ClassVar[bool] = False
    """Whether `row_sum` holds every node that can be reached at all, as a file's rows do."""

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
        """Whether `chance` looks at the ideals of the topic; only some measures have them."""
        return False

    def moves(self, both: ResultsAndTargets, want: Want, measure: str) -> Moves:
        """Return the chances between the nodes of an evaluation, for a kind of measure.

        Models that read links from a file refuse one about none of the nodes, in the name of
        the measure.
        """
        del want, measure
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
    """Fill a parameter that a measure leaves open; other measures are returned unchanged.

    Examples
    --------
    ``with_default(PRUM() @ 0.1, "nav", T2I(300))`` is ``PRUM(nav=T2I(n=300))@0.1``.
    """
    if name in measure.fields and getattr(measure, name) is AUTO:
        return measure.replace(**{name: value})
    return measure.with_inner(lambda one: with_default(one, name, value))
