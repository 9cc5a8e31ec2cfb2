"""``inex2005``: the XCG measures with the paper's equations as printed."""

from __future__ import annotations

from partwise.evaluation.presets.preset import Entry, Preset
from partwise.evaluation.quirks import Quirks

_FIXED = ("Aep({}interpolation=inex2005)", "iAep({}interpolation=inex2005)")


def _own(quirks: Quirks) -> list[Entry]:
    printed = "literal" in quirks
    alone, further = ("(norm=literal)", "norm=literal, ") if printed else ("", "")
    names = [f"nxCG{alone}@{k}" for k in (10, 25, 50)]
    names += [f"AnxCG{alone}@1500", *(name.format(further) for name in _FIXED)]
    names += [f"Q{alone}", f"Rmeasure{alone}"]
    return [Entry(label, name) for label, name in zip(_labels(), names, strict=True)]


def _labels() -> list[str]:
    fixed = [name.format("") for name in _FIXED]
    return ["nxCG@10", "nxCG@25", "nxCG@50", "AnxCG@1500", *fixed, "Q", "Rmeasure"]


PRESET = Preset(
    "inex2005",
    "the XCG measures with the paper's equations as printed (norm=literal) and its "
    "interpolation; the campaign's own program is not available for comparison",
    tool="equations of the XCG paper",
    own=_own,
    quirks={"literal": "norm=bounded: no value above 1"},
    notes=("inex2005: the campaign's own program is not available for comparison",),
)
