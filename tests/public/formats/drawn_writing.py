"""Random tables, read from the files of `tests.public.formats.drawn`, and written as other formats.

``python -m tests.public.formats.drawn_writing`` writes ``drawn_writing.jsonl``: a line a family.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

from tests.helpers import grouped_options
from tests.public.formats.drawn import samples, store
from tests.public.formats.samples import READERS, write
from tests.public.formats.test_writing import written

import partwise as pw

FILE = Path(__file__).parent / "drawn_writing.jsonl"
FAMILIES = ("fol", "trec", "inex", "genomics", "table", "table again")
FORMATS = {
    "run": (
        "trec-run", "inex-run", "inex-submission", "genomics-run", "tsv", "ranx", "kilt", "bioasq",
        "msmarco",
    ),
    "qrels": (
        "trec-qrels", "fol-qrels", "xrai", "xrai-2004", "genomics-gold", "csv", "kilt", "bioasq",
        "beir", "ranx",
    ),
}  # fmt: skip
EACH = 4
"""Formats that each table is written in."""


def outcomes(folder: Path, family: str) -> list[dict]:
    """What is written of each table that can be read, or why it is refused."""
    random, found = Random(family), []
    for number, sample in enumerate(samples(family)):
        kind = sample["kind"]
        if kind not in FORMATS:
            continue
        own = folder / f"{family}-{number}"
        own.mkdir()
        try:
            table = READERS[kind](write(own, sample), **grouped_options(**sample["options"]))
        except pw.PartwiseError:
            continue
        for turn, format_ in enumerate(random.sample(FORMATS[kind], EACH)):
            asked = {"to": "x", "format": format_, "lossy": random.random() < 0.6}
            to = own / str(turn)
            to.mkdir()
            found.append({"format": format_, **written(to, table, asked)})
    return found


if __name__ == "__main__":
    store(FILE, FAMILIES, outcomes)
