"""Values of every measure and user model, every parameter changed once, on the laws' collections.

``python -m tests.golden.values`` writes ``values.jsonl``: a line a measure, with the values of
each collection by topic, or the error. User models read the files of the folder ``models``. The
formulas are tested elsewhere; this file notices whatever a redesign moves. Values have twelve
digits, so that other versions of NumPy agree.
"""

from __future__ import annotations

import json
from contextlib import chdir
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from random import Random

from tests.helpers import measures, parse, variants
from tests.laws import collections

import partwise as pw

FILE = Path(__file__).parent / "values.jsonl"
SEED = 11


def _alone(tables: collections.Tables) -> collections.Tables:
    """Judgements and run without structure, lengths and inventory."""
    return replace(tables, structure=None, lengths=None, inventory=None)


@cache
def points(seed: int) -> collections.Tables:
    """Short passages on few characters, many of them empty or side by side."""
    random = Random(seed)
    judged = [
        (topic, doc, start, start + random.choice([1, 2, 20]))
        for topic in collections.TOPICS[:4]
        for doc in random.sample(collections.DOCS, 3)
        for start in random.sample(range(0, 80, 20), 2)
    ]
    run = [
        (topic, random.choice(collections.DOCS), start, start + random.choice([0, 0, 1, 20]))
        for topic in collections.TOPICS[:3]
        for start in random.choices(range(0, 80, 10), k=14)
    ]
    names = ("topic", "doc", "start", "end")
    columns = [dict(zip(names, zip(*rows, strict=True), strict=True)) for rows in (judged, run)]
    return replace(
        collections.spans(seed),
        qrels=pw.Qrels.from_columns(**columns[0]),
        run=pw.Run.from_columns(**columns[1]),
    )


COLLECTIONS = {
    "passages": collections.spans,
    "chunks": partial(collections.spans, chunks=True),
    "elements": collections.elements,
    "elements graded 0-3": partial(collections.elements, scale="grade"),
    "graded elements": collections.graded,
    "graded trees": partial(collections.graded, trees=True),
    "documents": collections.documents,
    "passages alone": cache(lambda seed: _alone(collections.spans(seed))),
    "elements alone": cache(lambda seed: _alone(collections.elements(seed))),
    "points": points,
}
MODELS = (
    "Depth", "Depth(depths={1: 0.2, 2: 0.3, 3: 0.5})", "Hierarchy", "Neighbours(n=2)",
    "Neighbours(before=0, after=2, p=.5)", "Proximity", "Reads", "Reads(min=.5)", "T2I(n=30)",
    "T2I(n=30, counts=irrelevant)", "T2I(n=45, stop=ideal)", "Window(before=15, after=25)",
    "Edges('reach.tsv')",
    "Edges('steps.tsv', kind=step)",
    "Links('links.tsv')", "Links('links.tsv', damping=.5)", "Links('links.tsv', level=place)",
    "Routes('routes.tsv')",
    "Routes('routes.tsv', abandonment=true)",
    "Summary('walks.tsv')", "Summary('walks.tsv', partition=depth)",
    "Summary('walks.tsv', abandonment=true)", "Summary('walks.tsv', spread=true)",
    "Summary('walks.tsv', tags={s: x, p: x})", "Summary('walks.tsv', parts='partitions.tsv')",
    "Steady(Depth)", "Steady(Summary('walks.tsv'), restart=.2)",
    "Either(Hierarchy, Edges('reach.tsv'))", "Either(Window, Links('links.tsv'))",
    "Either(Depth, Edges('steps.tsv', kind=step), weights=[.3, .7])",
)  # fmt: skip
"""User models, every one and every parameter."""
NAVIGATED = (
    "GR(nav={})@3", "GR(nav={}, rel=length)", "GR(nav={}, revisit=false)@4", "PRUM(nav={})@0.5",
    "EPRUM(nav={}, r=2)", "EHits(nav={})@5", "ENearMisses(nav={})@5", "ESRP(nav={})@4",
    "SRiR(nav={})@4", "nxCG(nav={})@3",
)  # fmt: skip
"""Measures that ask a user model, in all ways."""


def listed() -> list[pw.Measure]:
    """All measures, each with one parameter changed, and every user model in some measures."""
    with chdir(FILE.parent / "models"):
        crossed = [m for model in MODELS for text in NAVIGATED for m in _fitting(text, model)]
    return [*dict.fromkeys([*measures(), *variants(), *crossed])]


def _fitting(text: str, model: str) -> list[pw.Measure]:
    """The measure with a user model, or none where the two do not go together."""
    try:
        return [parse(text.format(model))]
    except pw.MeasureSyntaxError:  # Reads() gives shares of text; most measures take chances
        return []


def answers(measure: pw.Measure) -> dict[str, list[str] | str]:
    """Values of a measure by collection, twelve digits each, or the words of the error."""
    return {name: _answer(measure, make(SEED)) for name, make in COLLECTIONS.items()}


def _answer(measure: pw.Measure, tables: collections.Tables) -> list[str] | str:
    try:
        return [f"{value:.12g}" for value in tables.values(measure).tolist()]
    except pw.PartwiseError as error:
        return f"{type(error).__name__}: {error}"


def stored() -> dict[str, dict[str, list[str] | str]]:
    """Answers of the file, by spelling of the measure."""
    lines = FILE.read_text(encoding="utf-8").splitlines()
    return {row.pop("measure"): row for row in map(json.loads, lines)}


def main() -> None:
    """Write the file."""
    rows = ({"measure": repr(measure), **answers(measure)} for measure in listed())
    FILE.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


if __name__ == "__main__":
    main()
