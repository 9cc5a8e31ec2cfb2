"""Quantisations: the value of an element whose exhaustivity e and specificity s are known.

Assessments come on one of two scales. ``grade``: e and s are 0, 1, 2 or 3,
both 0 or both positive. ``share``: s is the highlighted share of the element
in [0, 1]; e, where somebody judged it, is 0 (too small), 1 or 2.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from partwise._typing import Flags, Reals
from partwise.errors import MissingAssessmentError
from partwise.language.fields import AUTO, Auto

if TYPE_CHECKING:
    from partwise.geometry.view import View

Scale = Literal["grade", "share"]
Pair = tuple[int, int]
Table = Mapping[Pair, float]
Quant = str | Table

GRADES: tuple[Pair, ...] = tuple((e, s) for e in (3, 2, 1) for s in (3, 2, 1))
"""The pairs of a relevant element on the scale ``grade``, best first."""


@dataclass(frozen=True)
class Quantisation:
    """Quantisation: values in [0, 1] of pairs (e, s), and which pairs are relevant."""

    name: str
    """As it is spelled."""
    scale: Scale
    """The scale it reads."""
    uses_e: bool
    """True if the value depends on e."""
    formula: Callable[[Reals, Reals], Reals]
    """Columns e, s -> values."""
    wants_e: bool = True
    """True if an element with e = 0 is not relevant."""
    source: str = ""
    """Publication that defines it."""

    def values(self, e: Reals, s: Reals) -> Reals:
        """Value of each pair; 0 where the element is not relevant."""
        return np.where(self.relevant(e, s), self.formula(e, s), 0.0)

    def relevant(self, e: Reals, s: Reals) -> Flags:
        """Mask of the pairs that mean a relevant element, bool[n_pairs]."""
        flags: Flags = (s > 0) & (e > 0) if self.wants_e else s > 0
        return flags


def tabled(name: str, table: Table, source: str = "") -> Quantisation:
    """Quantisation of grades by a table; pairs that it does not list are worth 0."""
    grid = np.zeros((4, 4))
    for (e, s), value in table.items():
        grid[e, s] = value

    def formula(e: Reals, s: Reals) -> Reals:
        looked_up: Reals = grid[e.astype(np.int64), s.astype(np.int64)]
        return looked_up

    return Quantisation(name, "grade", uses_e=True, formula=formula, source=source)


def _strict2005(e: Reals, s: Reals) -> Reals:
    return np.where((e == 2) & (s == 1), 1.0, 0.0)


def _gen2005(e: Reals, s: Reals) -> Reals:
    return e * s / 2


def _lifted2005(e: Reals, s: Reals) -> Reals:
    return (e + 1) * s / 3


def _spec(e: Reals, s: Reals) -> Reals:
    return s


_STRICT: Table = {(3, 3): 1.0}
_GEN: Table = {
    **{(3, 3): 1.0, (3, 2): 0.75, (3, 1): 0.75},
    **{(2, 3): 0.75, (2, 2): 0.5, (2, 1): 0.5},
    **{(1, 3): 0.5, (1, 2): 0.25, (1, 1): 0.25},
}
_SOG: Table = {
    **{(3, 3): 1.0, (3, 2): 0.75, (3, 1): 0.25},
    **{(2, 3): 0.9, (2, 2): 0.5, (2, 1): 0.1},
    **{(1, 3): 0.75, (1, 2): 0.25, (1, 1): 0.1},
}
_XCG = "Kazai and Lalmas (2006), section 4"
_STYLE = "INEX 2005 style"

QUANTISATIONS: Mapping[str, Quantisation] = {
    "strict": tabled("strict", _STRICT, _XCG),
    "gen": tabled("gen", _GEN, _XCG),
    "sog": tabled("sog", _SOG, _XCG),
    "spec": Quantisation(
        "spec", "share", False, _spec, wants_e=False, source="Ali et al. (2012), section 6.3"
    ),
    "strict2005": Quantisation("strict2005", "share", True, _strict2005, source=_STYLE),
    "gen2005": Quantisation("gen2005", "share", True, _gen2005, source=_STYLE),
    "lifted2005": Quantisation(
        "lifted2005", "share", True, _lifted2005, wants_e=False, source=_STYLE
    ),
}


def quantisation(quant: Quant) -> Quantisation:
    """Quantisation of a checked name or table (see `checked`)."""
    if isinstance(quant, str):
        return QUANTISATIONS[quant]
    return tabled("a table", quant)


def default_quant(scale: Scale, *, has_e: bool, on_grades: str) -> str:
    """Quantisation for assessments on a scale when none is asked for."""
    if scale == "grade":
        return on_grades
    return "gen2005" if has_e else "spec"


def checked(quant: Any) -> Quant:
    """Quantisation in its normal form; raise ValueError with what was expected.

    A table ``{(e, s): value}`` gives values in [0, 1] to pairs of grades; pairs
    that it leaves out are worth 0, and so must be (0, 0).
    """
    names = ", ".join(QUANTISATIONS)
    if isinstance(quant, str):
        if quant not in QUANTISATIONS:
            raise ValueError(f"one of {names}, or a table {{(e, s): value}}")
        return quant
    if not isinstance(quant, Mapping):
        raise ValueError(f"one of {names}, or a table {{(e, s): value}}")  # noqa: TRY004
    values = {_pair(pair): _worth(pair, value) for pair, value in quant.items()}
    return {pair: values[pair] for pair in GRADES if values.get(pair)}


def _pair(pair: Any) -> Pair:
    plain = tuple(pair) if isinstance(pair, (tuple, list)) else pair
    if plain != (0, 0) and plain not in GRADES:
        raise ValueError(f"a table of the pairs (0, 0) and {{1, 2, 3}} x {{1, 2, 3}}, found {pair}")
    return int(plain[0]), int(plain[1])


def _worth(pair: Any, value: Any) -> float:
    real = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not real or not 0 <= value <= 1:
        raise ValueError(f"a table of values from 0 to 1, found {value!r} for {pair}")
    if tuple(pair) == (0, 0) and value != 0:
        raise ValueError("a table in which (0, 0) is worth 0")
    return float(value)


_SCALES = {"share": "shares (s from 0 to 1)", "grade": "grades (s from 0 to 3)"}


def other_scale(
    quant: Quantisation, scale: Scale, subject: str, *, has_e: bool
) -> MissingAssessmentError:
    """Error for a quantisation that does not fit the scale of the assessments."""
    fitting = ["spec"] if scale == "share" else ["sog", "gen"]
    if scale == "share" and has_e:
        fitting.insert(0, "gen2005")
    use = " or ".join(f"quant={name}" for name in fitting)
    needed, present = _SCALES[quant.scale], _SCALES[scale]
    message = (
        f"{subject}: the assessments hold {present}, and {quant.name} needs "
        f"{needed}. Use {use}, or --scale {quant.scale} if they are {needed.split()[0]}"
    )
    return MissingAssessmentError(
        f"{quant.name} needs {needed}", f"the assessments hold {present}", message
    )


def chosen_quant(view: View, quant: Quant | Auto, owner: str, *, on_grades: str) -> Quantisation:
    """Quantisation that a measure means, checked against the assessments.

    `on_grades` is the measure's default where elements have grades.
    """
    elements = view.elements
    if quant is AUTO:
        quant = default_quant(elements.scale, has_e=elements.has_e, on_grades=on_grades)
    chosen = quantisation(quant)
    if chosen.scale != elements.scale:
        subject = f"{owner}(quant={chosen.name})"
        raise other_scale(chosen, elements.scale, subject, has_e=elements.has_e)
    if chosen.uses_e and not elements.has_e:
        raise MissingAssessmentError(
            f"{owner}: quant={chosen.name} needs the exhaustivity e of elements",
            "these assessments have no e",
        )
    return chosen


def quant_key(quant: Quant) -> object:
    """Hashable key of a quantisation, for a memo."""
    return quant if isinstance(quant, str) else tuple(quant.items())
