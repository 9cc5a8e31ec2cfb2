"""Combined navigation models: none, and either of several."""

from __future__ import annotations

from typing import Any

import numpy as np

from partwise._typing import Reals
from partwise.errors import ParameterError
from partwise.geometry.nodes import Nodes
from partwise.language.component import param, register, slot
from partwise.users.base import Navigation, Want
from partwise.users.reading import Reads


@register()
class NoNav(Navigation):
    r"""The reader sees what the list shows and nothing else.

    .. math:: P(x \to y) = 0 \quad (x \ne y)

    PRUM becomes precision at a recall value, AEPRUM average precision, ESRP and
    ESRR precision and recall where no two of the trees involved share a node without being
    equal, with ``shared=printed`` always.

    Examples
    --------
    A run returns ``c d a b``; ``a`` and ``b`` are wanted. The first is found at
    rank 3, the second at rank 4: PRUM(1) = 1/3, PRUM(2) = 2/4.

    >>> import partwise as pw
    >>> qrels = pw.Qrels.from_columns(
    ...     topic=["t"] * 2, doc=["x"] * 2, element=["a", "b"], grade=[1, 1]
    ... )
    >>> run = pw.Run.from_columns(
    ...     topic=["t"] * 4, doc=["x"] * 4, element=["c", "d", "a", "b"], rank=[1, 2, 3, 4]
    ... )
    >>> measures = ["PRUM(r=1, nav=NoNav, elements=9)", "PRUM(r=2, nav=NoNav, elements=9)"]
    >>> pw.evaluate(qrels, run, measures).table[0, :, 0].round(4).tolist()
    [0.3333, 0.5]

    References
    ----------
    Piwowarski, Gallinari and Dupret (2007), appendix B.
    """

    def chance(self, x: Nodes, y: Nodes) -> Reals:
        """Chance, always 0."""
        del y
        return np.zeros(len(x))


SLACK = 1e-9
"""Tolerance of the sum of weights around 1."""


@register()
class Either(Navigation):
    r"""Readers move as one model or another says.

    .. math:: P(x \to y) = 1 - \prod_i (1 - P_i(x \to y)), \qquad
        \tilde p(x, y) = \sum_i w_i\, \tilde p_i(x, y)

    Notes
    -----
    Measures that take reach (PRUM, EPRUM, GR) combine the chances of ever getting
    there, each model by itself; those that take steps mix the steps by ``weights``.
    Ways that change from one model to another half way are not counted: put both
    into one links file for that.

    Examples
    --------
    From home the story is reached by two links in turn (.220442), or at once with .5:
    together .610221. Of single steps half of the readers take the one, half the other.

    >>> import tempfile
    >>> from pathlib import Path
    >>> import partwise as pw
    >>> links, edges = (Path(tempfile.mkdtemp()) / name for name in ("links.tsv", "edges.tsv"))
    >>> lines = ["home news", "home about", "news story", "news home", "story http://x.org/"]
    >>> _ = links.write_text("\n".join(lines))
    >>> _ = edges.write_text("home story .5")
    >>> qrels = pw.Qrels.from_columns(topic=["t"], doc=["story"], grade=[1])
    >>> run = pw.Run.from_columns(topic=["t"] * 2, doc=["home", "story"], rank=[1, 2])
    >>> nav = pw.Either(pw.Links(str(links)), pw.Edges(str(edges)))
    >>> values = pw.evaluate(qrels, run, [pw.GR(nav=nav) @ 1, pw.ENearMisses(nav=nav) @ 1])
    >>> values.table[0, :, 0].round(6).tolist()
    [0.610221, 0.25]

    """

    models: tuple[Navigation, ...] = slot(
        family=Navigation, many=True, example="Neighbours, Links('links.tsv')", about="The models."
    )
    weights: tuple[float, ...] | None = param(
        None,
        form="tuple of float",
        accepts="one weight a model, none below 0, with the sum 1",
        without="default: equal",
        about="Share of the readers who move as each model says, for measures of single steps.",
    )

    def __init__(
        self, *args: Any, models: Any = (), weights: tuple[float, ...] | list[float] | None = None
    ) -> None:
        named = {} if weights is None else {"weights": weights}
        both = (*args, *(models if isinstance(models, (tuple, list)) else (models,)))
        super().__init__(**({"models": both} if both else {}), **named)

    def check(self) -> None:
        """Raise if weights are no shares, or if shares of text stand among chances."""
        for model in self.models:
            if isinstance(model, Reads) and model.min is None:
                expected = "models of independent chances; shares of text need Reads(min=...)"
                raise ParameterError(self.label(), "models", model, expected)
        value = self.weights
        if value is None:
            return
        expected = self.fields["weights"].accepts
        try:
            weights = tuple(float(weight) for weight in value)
        except (TypeError, ValueError):
            raise ParameterError(self.label(), "weights", value, expected) from None
        # not (>=), because NaN is no weight either
        right = len(weights) == len(self.models) and all(weight >= 0 for weight in weights)
        if not right or not abs(sum(weights) - 1.0) <= SLACK:
            raise ParameterError(self.label(), "weights", value, expected)
        object.__setattr__(self, "weights", weights)

    @property
    def combined(self) -> tuple[Navigation, ...]:
        """Models of which it is made."""
        return self.models

    def either(self, chances: list[Reals], want: Want) -> Reals:
        """Chance that one of them leads there, or their steps by weight."""
        if len(chances) == 1:
            return chances[0]
        if want == "reach":
            unseen = np.ones(chances[0].size)
            for chance in chances:
                unseen *= 1.0 - chance
            return 1.0 - unseen
        equal = (1.0 / len(chances),) * len(chances)
        total = np.zeros(chances[0].size)
        for weight, chance in zip(self.weights or equal, chances, strict=True):
            total += weight * chance
        return np.minimum(total, 1.0)
