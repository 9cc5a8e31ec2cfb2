"""The worked reliability example of docs/lab.md: numbers to standard output, and its figure.

    python docs/lab_example.py [FOLDER]

FOLDER holds ``evidence-inference`` (default: the environment variable
PARTWISE_TEST_DATA, else ``../shared/data``). Nine runs: three BM25 runs, each
as it is and with every part widened by 200 and by 600 characters on both sides.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np

from partwise.files import reading as api
from partwise.geometry.resolution import Trees
from partwise.lab.reliability import Reliability, reliability
from partwise.lab.variants import assessor_variants
from partwise.report.chart_kinds import spread
from partwise.report.charts import save
from partwise.report.lab import reliability as document
from partwise.report.tables import render
from partwise.tables.run import Run
from partwise.tables.structure.table import Structure

MEASURES = ["CharR@5", "CharP@5", "CharIoU@5", "AiP", "AgP"]
WIDTHS = (0, 200, 600)
SIZES = (5, 10, 20, 40, 80)


def widened(run: Run, structure: Structure, width: int) -> Run:
    """Return a run whose parts reach `width` characters further on both sides."""
    trees = Trees(structure)
    doc = trees.documents(run.docs)[run.doc]
    row = trees.find(doc, run.elements, run.element)
    placed = run.start >= 0
    start = np.where(placed, run.start, structure.start[row])
    end = np.where(placed, run.end, structure.end[row])
    return replace(
        run,
        name=f"{run.name}+{width}" if width else run.name,
        start=np.maximum(start - width, 0),
        end=np.minimum(end + width, structure.length[doc]),
        element=np.full(len(run), -1, np.int32),
    )


def reliabilities(folder: Path) -> Iterator[Reliability]:
    """Yield what all topics say, then what those with several assessors say."""
    structure = api.read_structure(str(folder / "xml"))
    qrels = api.read_qrels(str(folder / "spans.tsv"))
    runs = [
        widened(api.read_run(str(path)), structure, width)
        for path in sorted((folder / "runs").iterdir())
        for width in WIDTHS
    ]
    for only_several in (False, True):
        variants = assessor_variants(
            qrels, runs, MEASURES, structure=structure, only_several=only_several
        )
        yield reliability(variants, sizes=SIZES)


def main() -> None:
    """Print the tables of the example and draw its figure."""
    here = Path(__file__).resolve().parent
    default = os.environ.get("PARTWISE_TEST_DATA", str(here.parent.parent / "shared" / "data"))
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else default) / "evidence-inference"
    every, several = reliabilities(folder)
    sys.stdout.write(f"all topics\n\n{render(document(every).sheets(''), 'md')}\n")
    stability = document(several).sheets("")[:1]
    sys.stdout.write(f"topics with several assessors\n\n{render(stability, 'md')}")
    save(spread(every), str(here / "images" / "reliability.svg"))


if __name__ == "__main__":
    main()
