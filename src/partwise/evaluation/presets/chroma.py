"""``chroma``: Chroma's evaluation of chunkings, at its default or another number of chunks."""

from __future__ import annotations

from partwise.errors import UsageError
from partwise.evaluation.presets.preset import Entry, Preset
from partwise.evaluation.quirks import Quirks

NAME = "chroma"
_AUTO = "auto"


def at(cutoff: str) -> Preset:
    """Return the preset at another cutoff: a rank, or ``auto``."""
    if cutoff != _AUTO and not (cutoff.isascii() and cutoff.isdigit() and int(cutoff) > 0):
        raise UsageError(f"preset {NAME}@{cutoff}: expected {NAME}@10 or {NAME}@{_AUTO}")
    return _preset(f"{NAME}@{cutoff}", cutoff)


def _preset(name: str, cutoff: str) -> Preset:
    def own(quirks: Quirks) -> list[Entry]:
        omega = "CharOmega" if "touch" in quirks else "CharOmega(touch=False)"
        listed = {
            "iou": f"CharIoU(multiset=True)@{cutoff}",
            "recall": f"CharR@{cutoff}",
            "precision_omega": omega,
            "precision": f"CharP@{cutoff}",
        }
        return [Entry(label, measure, spread=True) for label, measure in listed.items()]

    retrieve = "-1" if cutoff == _AUTO else cutoff
    return Preset(
        name,
        "chunks against references, as Chroma evaluates chunkings; chroma@10, chroma@auto",
        beside=("CharR(budget=4000)", "Hit@5", "PartRR", "CharOverlap@5"),
        tool=f"chunking_evaluation d451fc4 retrieve={retrieve}",
        own=own,
        quirks={
            "touch": "a part must share a character with a reference to concern it",
            "cap20": "@auto is not limited to 20 parts",
        },
    )


PRESET = _preset(NAME, "5")
