"""Values of every measure, every parameter changed once, on the collections of the laws.

``python -m tests.golden.values`` writes ``values.jsonl``: a line a measure, with the values of
each collection by topic, or the error. The formulas are tested elsewhere; this file notices
whatever a redesign moves. Values have twelve digits, so that other versions of NumPy agree.
"""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

from tests.helpers import measures, variants
from tests.laws import collections

import partwise as pw

FILE = Path(__file__).parent / "values.jsonl"
SEED = 11
COLLECTIONS = {
    "passages": collections.spans,
    "chunks": partial(collections.spans, chunks=True),
    "elements": collections.elements,
    "elements graded 0-3": partial(collections.elements, scale="grade"),
    "graded elements": collections.graded,
    "graded trees": partial(collections.graded, trees=True),
    "documents": collections.documents,
}


def listed() -> list[pw.Measure]:
    """All measures, and each with one parameter changed."""
    return [*dict.fromkeys([*measures(), *variants()])]


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
