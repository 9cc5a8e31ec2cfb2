"""The best that any choice of parts of an inventory reaches."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any, Self

from partwise._typing import Values
from partwise.errors import ParameterError
from partwise.geometry.view import View
from partwise.language.component import register, slot
from partwise.language.measure import Measure
from partwise.language.slots import Nested

UNKNOWN = (
    "Ceiling of {name} is not known; write the oracle run (partwise losses --oracle FILE) "
    "and evaluate it"
)


@register()
class Ceiling(Measure):
    r"""The greatest value that a measure takes on any choice and order of existing parts.

    .. math:: Ceiling(M)@k = \max_{R \subseteq V,\, |R| \le k} M(R)

    V is the inventory, to which the parts of the run are added, for what was returned
    evidently exists. What lies between a run and its ceiling can be had by better ranking; what
    lies above the ceiling needs other parts, a larger k or a larger budget.

    Notes
    -----
    Known for ``CharR`` (tolerance 0, also with a budget), ``Hit``, ``PartRR``, ``PartP`` and
    ``SpanR``. The cutoff stands outside. For a budget it is exact, or a value that an
    existing choice reaches, with a note. NaN where the measure is.

    References
    ----------
    Nemhauser, Wolsey and Fisher (1978), maximum coverage; exact here, because parts lie on a line.
    """

    of: Nested[Measure] = slot(family=Measure, about="The measure.", example="CharR", kw_only=False)

    bounds = (0.0, 1.0)
    needs = frozenset({"highlights", "inventory"})
    cutoffs = frozenset({int})
    family = "parts"
    question = "How good could the best choice of existing parts be?"
    undefined = "as the measure inside"

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        if self.of.cutoff is not None:  # it stands outside
            object.__setattr__(self, "cutoff", self._checked(self.of.cutoff))
            object.__setattr__(self, "of", type(self.of)(**self.of.settings()))

    def check(self) -> None:
        """Refuse a cutoff that the measure does not take."""
        _ = self._cut

    def complete(self) -> Self:
        """Return the measure, or raise ParameterError where its ceiling is not known."""
        self._best()
        return self

    @property
    def _cut(self) -> Measure:
        """The measure with its cutoff."""
        return self.of if self.cutoff is None else self.of @ self.cutoff

    def _best(self) -> Callable[[View], Values]:
        best = self._cut.ceiling()
        if best is not None:
            return best
        said = UNKNOWN.format(name=repr(self._cut))
        with suppress(ParameterError):
            if self.cutoff is None and (self.of @ 1).ceiling() is not None:
                said = f"{self!r} needs a rank: {self!r}@10"
        raise ParameterError(self.label(), "of", self.of, "another measure", said=said)

    def values(self, view: View) -> Values:
        return self._best()(view)
