"""``bioasq``: snippets of phase A of BioASQ Task b, by the edition of its program."""

from __future__ import annotations

from partwise.evaluation.presets.preset import Entry, Preset
from partwise.evaluation.quirks import Quirks

DIVISORS = {2: "gold", 3: "ten", 5: "ten", 8: "least", 9: "least"}
"""Editions of the program, and what average precision is divided by."""

QUIRKS = {
    "inclusive-ends": "ends are exclusive, as in the data",
    "merge": "characters count once, and ranks stay",
    "document-relevance": "a relevant snippet shares a character with a gold one",
    "skip-missing": "the mean is over all judged questions",
    "section-zero": "sections are compared as they are",
}


def _settings(quirks: Quirks) -> dict[str, str]:
    """Return what the preset implies; sections of articles are no folders of documents."""
    topics = {"topics": "common"} if "skip-missing" in quirks else {}
    return {"doc_ids": "exact", **topics}


def _edition(name: str, edition: int) -> Preset:
    def own(quirks: Quirks) -> list[Entry]:
        common = [] if "inclusive-ends" in quirks else ["ends=exclusive"]
        common += [] if "merge" in quirks else ["merge=False"]
        common += [] if "section-zero" in quirks else ["section_zero=False"]
        ap = [*common, f"divisor={DIVISORS[edition]}"]
        ap += [] if "document-relevance" in quirks else ["relevance=text"]
        given = f"({', '.join(common)})" if common else ""
        average = f"SnippetAP({', '.join(ap)})"
        return [
            Entry("MPrec", f"SnippetP{given}"),
            Entry("MRec", f"SnippetR{given}"),
            Entry("MF1", f"SnippetF{given}"),
            Entry("MAP", average),
            Entry("GMAP", f"GM({average}, floor=add)"),
        ]

    return Preset(
        name,
        f"snippets of BioASQ Task b, phase A, as edition {edition} of its program scores them",
        beside=("CharR", "CharP(repeats=free)", "CharF", "CharAP", "Hit@10"),
        tool=f"BioASQ Evaluation-Measures 2022-04-26 -phaseA -e {edition}",
        own=own,
        quirks=QUIRKS,
        settings=_settings,
    )


PRESETS = [_edition(f"bioasq{edition}", edition) for edition in DIVISORS]
PRESETS.append(_edition("bioasq", max(DIVISORS)))
