"""Presets that reproduce other tools: BioASQ, Chroma, TREC Genomics, KILT, LegalBench-RAG."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from partwise.errors import FormatError, UsageError
from partwise.evaluation.preset import Entry, Preset, Weights
from partwise.evaluation.quirks import Quirks
from partwise.messages import list_some
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run
from partwise.tables.run_order import order_keys

if TYPE_CHECKING:
    from partwise.language.measure import Measure


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


BIOASQ = [_edition(f"bioasq{edition}", edition) for edition in DIVISORS]
BIOASQ.append(_edition("bioasq", max(DIVISORS)))


NAME = "chroma"
_AUTO = "auto"


def chroma_at(cutoff: str) -> Preset:
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


CHROMA = _preset(NAME, "5")


def _genomics_entries(quirks: Quirks) -> list[Entry]:
    gold = "" if "first-gold" in quirks else "gold=all"
    repeats = "" if "repeats" in quirks else "repeats=free"
    both = ", ".join(filter(None, (gold, repeats)))
    return [
        Entry("DOCUMENT", "AP"),
        Entry("PASSAGE", f"PassageAP({both})" if both else "PassageAP"),
        Entry("PASSAGE2", "CharAP"),
        Entry("ASPECT", f"AspectAP({gold})" if gold else "AspectAP"),
    ]


def _genomics_arranged(run: Run, _: Qrels, __: Quirks) -> Run:
    """Rank the passages as the program does: by rank, then PMID as text, offset and length."""
    keys = order_keys(run, "rank" if run.rank is not None else None)
    ties = (run.end, run.start, run.docs.ranks()[run.doc]) if keys else ()
    order = np.lexsort((*ties, *keys[::-1])) if keys else np.arange(len(run))
    rank = np.empty(len(run), np.int64)
    rank[order] = np.arange(1, len(run) + 1)
    return replace(run, rank=rank)


GENOMICS2007 = Preset(
    "genomics2007",
    "documents, passages and aspects of the TREC 2007 Genomics track",
    beside=("CharR@5", "CharP@5", "AgP", "PartRR"),
    tool="trecgen2007_score.py",
    own=_genomics_entries,
    quirks={
        "first-gold": "all gold passages that a passage meets count",
        "repeats": "characters seen before are not credited again in PASSAGE",
    },
    settings=lambda _: {"order": "rank"},
    arrange=_genomics_arranged,
)


CUTOFFS = (1, 5, 10, 20)
KEYS = {
    "wikipedia_id": "doc",
    "wikipedia_id,start_paragraph_id,end_paragraph_id": "paragraph",
}
"""What identifies a provenance, and the parameter of the measures that says so."""


def by_paragraph(keys: str | None) -> Callable[[Measure], Measure]:
    """Return what tells measures of alternatives which ids to compare."""
    if keys is not None and keys not in KEYS:
        raise UsageError(f"kilt keys must be {' or '.join(KEYS)}, not {keys!r}")
    if KEYS.get(keys or "") != "paragraph":
        return lambda measure: measure

    def keyed(measure: Measure) -> Measure:
        field = measure.fields.get("by")
        takes = field is not None and "paragraph" in field.choices
        return measure.replace(by="paragraph") if takes else measure

    return keyed


def _kilt_entries() -> list[Entry]:
    found = [Entry("Rprec", "AltRprec")]
    for k in CUTOFFS:
        found.append(Entry(f"precision@{k}", f"AltP@{k}"))
        if k > 1:
            found.append(Entry(f"recall@{k}", f"AltR@{k}"))
            found.append(Entry(f"success_rate@{k}", f"AltHit@{k}"))
    return found


def _check(run: Run, qrels: Qrels) -> None:
    """Refuse a run that does not answer every question."""
    known = run.topics.index
    missing = [topic for topic in qrels.topics.tolist() if topic not in known]
    if missing:
        problem = f"no guess for {len(missing):,} of {len(qrels.topics):,} questions"
        named = f"{problem} ({list_some(missing, 3)}); KILT wants one for each"
        raise FormatError(run.source or run.name, None, named)


def _prepare(qrels: Qrels) -> Qrels:
    """Let every document be one place, so that measures of evidence find documents."""
    zero = np.zeros(len(qrels), np.int64)
    return replace(qrels, start=zero, end=zero + 1)


def _kilt_arranged(run: Run, _: Qrels, __: Quirks) -> Run:
    zero = np.zeros(len(run), np.int64)
    return replace(run, start=zero, end=zero + 1)


KILT = Preset(
    "kilt",
    "pages that a system names as provenance, against alternatives of pages",
    beside=("Complete@5", "GroupR@5", "R@5"),
    tool="KILT eval_retrieval.py 2664322",
    own=lambda _: tuple(_kilt_entries()),
    prepare=_prepare,
    arrange=_kilt_arranged,
    check=_check,
    notes=("kilt: measures of generated text (answers in context, entities) are not computed",),
)


def _legalbench_entries(quirks: Quirks) -> list[Entry]:
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


LEGALBENCH = Preset(
    "legalbench",
    "character recall and precision as LegalBench-RAG weighs them, and by tag",
    beside=("CharR", "CharP", "CharIoU", "CharOverlap"),
    tool="LegalBench-RAG 431bc8f",
    own=_legalbench_entries,
    quirks={
        "repeats": "text already seen earns nothing",
        "weights": "all topics weigh the same",
    },
    settings=lambda _: {"undefined": "zero"},
    weigh=weigh,
)
