"""Ceilings of a million parts, and losses of five runs from the command line.

Ceilings: 1,000 topics, each with a document of 1,000 chunks that overlap by half, half of its text
highlighted in 50 spans; `Ceiling(CharR)@100`, after reading. Losses: the runs of
docs/losses_example.py, where the real data are there; start-up included. CPU seconds.
Usage: python -m benchmarks.losses [FOLDER WITH chunking_evaluation]
"""

from __future__ import annotations

import os
import resource
import runpy
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

import partwise as pw
from partwise.geometry.assessments import Assessments
from partwise.geometry.view import View

ROOT = Path(__file__).resolve().parent.parent
TOPICS, CHUNKS, SIZE, SPANS, K = 1000, 1000, 400, 50, 100


def ceilings() -> None:
    """Print what ceilings for up to 100 parts cost."""
    topic, chunk = np.divmod(np.arange(TOPICS * CHUNKS), CHUNKS)
    docs = np.array([f"d{t}" for t in range(TOPICS)])
    start = chunk * SIZE // 2
    inventory = pw.Inventory.from_columns(doc=docs[topic], start=start, end=start + SIZE)
    owner, span = np.divmod(np.arange(TOPICS * SPANS), SPANS)
    width = CHUNKS * SIZE // 2 // SPANS
    qrels = pw.Qrels.from_columns(
        topic=[f"t{t}" for t in owner],
        doc=docs[owner],
        start=span * width,
        end=span * width + width // 2,
    )
    topics = [f"t{t}" for t in range(TOPICS)]
    nothing = [0] * TOPICS
    run = pw.Run.from_columns(topic=topics, doc=docs, start=nothing, end=[SIZE] * TOPICS)
    for name in ("CharR", "CharR(budget=4000)"):
        cutoff = "" if "budget" in name else f"@{K}"
        measure = pw.parse(f"Ceiling({name}){cutoff}")
        began = time.process_time()
        value = measure.values(View(Assessments(qrels), run, inventory=inventory)).mean()
        took = time.process_time() - began
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        print(f"{measure!r}: {len(inventory):,} parts, {TOPICS:,} topics: {value:.4f}")
        print(f"  {took:.2f} s of CPU, peak {peak:,} MB with the tables")


def losses(data: Path) -> None:
    """Print what losses of five runs cost from the command line."""
    example = runpy.run_path(str(ROOT / "docs" / "losses_example.py"))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        example["make"](data, folder)
        runs = list(example["CHUNKINGS"])
        words = [str(data / "gold.tsv"), *(str(folder / f"{run}.tsv") for run in runs)]
        for run in runs:
            words += ["--inventory", f"{run}={folder / 'chunks' / run}.tsv"]
        for limit in (["-k", "5"], ["--budget", str(example["BUDGET"])]):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            command = [sys.executable, "-m", "partwise", "losses", *words, *limit]
            subprocess.run(
                [*command, "--candidates", "self", "-q"], check=True, stdout=subprocess.DEVNULL
            )
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            took = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            print(f"losses {' '.join(limit)}: {len(runs)} runs, 472 topics: {took:.2f} s of CPU")


def main() -> None:
    ceilings()
    default = os.environ.get("PARTWISE_TEST_DATA", "../shared/data")
    data = Path(sys.argv[1] if len(sys.argv) > 1 else default) / "chunking_evaluation"
    if data.is_dir():
        losses(data)
    else:
        print(f"{data} is not there: no losses of real runs")


if __name__ == "__main__":
    main()
