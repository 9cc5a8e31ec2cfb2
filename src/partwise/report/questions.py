"""Measures by what one has and wants."""

from __future__ import annotations

from partwise.language.measure import Measure

_SPANS = "chunks or passages against spans"
_GROUPS = {
    "focused": _SPANS,
    "union": _SPANS,
    "parts": _SPANS,
    "documents": "documents",
    "in context": "parts in their documents",
    "effort": "effort",
    "elements": "elements",
    "navigation": "navigation",
}
"""What one has, by family, in the order of the list; other families follow."""

_WANTS = {
    "how much of the answer": ("CharR", "SpanR", "Hit"),
    "how precise": ("CharP", "CharF", "CharIoU", "CharOverlap", "PartP"),
    "how early": ("CharAP", "iP", "AiP", "PartRR"),
    "near misses": ("GR", "EPRUM", "AEPRUM"),
}
"""What one wants of chunks and passages."""


def grouped(measures: list[type[Measure]]) -> dict[str, dict[str, list[type[Measure]]]]:
    """Arrange measures by what one has, then by what one wants of it."""
    order = dict.fromkeys([*_GROUPS.values(), *(cls.family for cls in measures)])
    found: dict[str, dict[str, list[type[Measure]]]] = {group: {} for group in order}
    found[_SPANS] = {want: [] for want in _WANTS}
    wanted = {name: want for want, names in _WANTS.items() for name in names}
    for cls in measures:
        want = wanted.get(cls.label(), "")
        group = _SPANS if want else _GROUPS.get(cls.family, cls.family)
        found[group].setdefault(want, []).append(cls)
    return {group: wants for group, wants in found.items() if any(wants.values())}
