"""A long process: many evaluations and reports, and the memory of a few."""

from __future__ import annotations

import subprocess
import sys

import pytest

SOAK = """
import resource, sys, tempfile
from pathlib import Path
import partwise as pw
from tests.laws import collections

def megabytes():
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 1e6

tables = collections.spans(1)
chunks = collections.spans(2, chunks=True)
folder = Path(tempfile.mkdtemp())
evaluations, reports = int(sys.argv[1]), int(sys.argv[2])

def evaluate():
    pw.evaluate(tables.qrels, tables.run, ["CharR@3", "AgP", "GR(nav=Window(after=20))@3"],
                lengths=tables.lengths)

def report():
    pw.report(chunks.qrels, [chunks.run], path=folder / "r.html", lengths=chunks.lengths)

for work, times in ((evaluate, evaluations), (report, reports)):
    for _ in range(max(3, times // 5)):
        work()
    before = megabytes()
    for _ in range(times):
        work()
    print(round(megabytes() - before, 1))
"""


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_memory_stays_flat():
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", SOAK, "150", "6"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip

    assert done.returncode == 0, done.stderr[-800:]
    evaluated, reported = map(float, done.stdout.split())
    assert evaluated < 8, f"{evaluated} MB more after 150 evaluations"
    assert reported < 15, f"{reported} MB more after 6 reports"
