"""Effort of a reader to reach relevant text in a document."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from partwise._typing import Reals
from partwise.errors import ParameterError, PartwiseError
from partwise.gains.reading import JUMP, ORDER, PART, reading_paths
from partwise.kernels.reading import ReadingOrder, first_relevant
from partwise.language.component import Component, param, register

if TYPE_CHECKING:
    from partwise.geometry.view import View


class Effort(Component):
    """An effort of at least 1 for each retrieved document; lower is better."""

    noun: ClassVar[str] = "an effort"
    inside: ClassVar[str] = "ANCE({0}), NCE({0})@10"

    @property
    def worst(self) -> float:
        """Effort of a document that is not relevant, and of a rank left empty."""
        raise PartwiseError(f"{self.label()} does not define worst")

    def of_hits(self, view: View) -> Reals:
        """Effort of each of `view.relevant_documents`, computed once per view."""
        return view.memo(("effort", self), lambda: self.efforts(view))

    def efforts(self, view: View) -> Reals:
        """Compute the effort of each retrieved relevant document."""
        raise PartwiseError(f"{self.label()} does not define efforts()")


@register()
class LE(Effort):
    r"""Localisation effort: screens until the first relevant character.

    .. math:: LE = \min\left(levels, \left\lceil \frac{i}{screen} \right\rceil\right)

    where i is the place, from 1, of the first relevant character in the reading
    order; `nonrel` for a document that is not relevant.

    References
    ----------
    Arvola, Kekäläinen and Junkkari (2010), section 4.2.
    """

    screen: int = param(300, low=1, about="Characters of a screen.")
    levels: int = param(4, low=1, about="Greatest effort of a relevant document.")
    nonrel: float | None = param(
        None,
        kind=float,
        above=1,
        without="default: levels + 1",
        about="Effort of a document that is not relevant; above 1 and at least `levels`.",
    )
    order: ReadingOrder = ORDER
    part: int = PART
    jump: int = JUMP

    def check(self) -> None:
        """Raise if an irrelevant document costs less than a relevant one."""
        if self.nonrel is not None and self.nonrel < self.levels:
            expected = f"at least levels ({self.levels})"
            raise ParameterError(self.label(), "nonrel", self.nonrel, expected)

    @property
    def worst(self) -> float:
        """Effort of a document that is not relevant."""
        return float(self.levels + 1) if self.nonrel is None else self.nonrel

    def efforts(self, view: View) -> Reals:
        """Screens until each document's first relevant character."""
        place = first_relevant(reading_paths(view, self))
        screens = np.minimum(-(-place // self.screen), self.levels)
        return np.where(place > 0, screens, self.levels).astype(np.float64)
