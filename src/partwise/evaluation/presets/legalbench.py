"""``legalbench``: recall and precision of LegalBench-RAG, weighted as its benchmark is."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from partwise.errors import FormatError
from partwise.evaluation.presets.preset import Entry, Preset, Weights
from partwise.evaluation.quirks import Quirks
from partwise.tables.qrels import Qrels


def _own(quirks: Quirks) -> list[Entry]:
    tolerance = "(tolerance=1)" if "repeats" in quirks else ""
    return [Entry("recall", f"CharR{tolerance}"), Entry("precision", f"CharP{tolerance}")]


def weigh(qrels: Qrels, own: Sequence[Entry], quirks: Quirks) -> list[tuple[Entry, Weights]]:
    """Weigh the topics, and repeat the values for each tag in order of first appearance.

    A column ``weight`` says what each topic weighs. Without one every tag has the same weight,
    shared equally by its topics; without tags all topics are equal.
    """
    tags = of_topics(qrels, "tag")
    weights = _weights(qrels, tags) if "weights" in quirks else None
    found: list[tuple[Entry, Weights]] = [(entry, weights) for entry in own]
    known = weights or (1.0,) * len(tags)
    for tag in dict.fromkeys(tag for tag in tags if tag):
        pairs = zip(known, tags, strict=True)
        mine = tuple(weight if one == tag else math.nan for weight, one in pairs)
        found += [(replace(entry, label=f"{tag}|{entry.label}"), mine) for entry in own]
    return found


def of_topics(qrels: Qrels, name: str) -> list[str]:
    """Return the text of a column for each topic: that of its first row, empty without one."""
    found = dict.fromkeys(range(len(qrels.topics)), "")
    column = qrels.extra.get(name)
    if column is not None:
        rows = zip(qrels.topic.tolist(), column.tolist(), strict=True)
        for topic, cell in rows:
            found[topic] = found[topic] or _text(cell)
    return list(found.values())


def _text(cell: Any) -> str:
    return "" if cell is None or cell != cell else str(cell)  # noqa: PLR0124  NaN


def _weights(qrels: Qrels, tags: Sequence[str]) -> Weights:
    given = of_topics(qrels, "weight")
    if any(given):
        return tuple(_number(qrels, at, text) for at, text in enumerate(given))
    if not any(tags):
        return None
    many = Counter(tags)
    return tuple(1 / (len(many) * many[tag]) for tag in tags)


def _number(qrels: Qrels, topic: int, text: str) -> float:
    try:
        weight = float(text)
    except ValueError:
        weight = math.nan
    if not 0 <= weight < math.inf:
        problem = (
            f"topic {qrels.topics[topic]}: weight {text or 'missing'} is not a number of at least 0"
        )
        raise FormatError(qrels.source or "assessments", None, problem)
    return weight


PRESET = Preset(
    "legalbench",
    "character recall and precision as LegalBench-RAG weighs them, and by tag",
    beside=("CharR", "CharP", "CharIoU", "CharOverlap"),
    tool="LegalBench-RAG 431bc8f",
    own=_own,
    quirks={
        "repeats": "text already seen earns nothing",
        "weights": "all topics weigh the same",
    },
    settings=lambda _: {"undefined": "zero"},
    weigh=weigh,
)
