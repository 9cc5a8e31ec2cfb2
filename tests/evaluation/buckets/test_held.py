from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from partwise.evaluation.buckets import held
from partwise.evaluation.buckets.held import give_back, held_mb, peak_mb


def test_what_is_held_is_seen_and_given_back():
    block = np.ones(25_000_000)
    large = held_mb()
    assert peak_mb() >= large
    del block
    give_back()

    assert held_mb() < large - 150


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="other systems count otherwise")
def test_what_started_a_process_is_not_counted():
    # the system's own number begins with the peak of what forked the process
    block = bytearray(200_000_000)
    words = "from partwise.evaluation.buckets.held import peak_mb; print(peak_mb())"
    found = subprocess.run([sys.executable, "-c", words], capture_output=True, check=True)
    assert len(block) > float(found.stdout) * 1e6


def test_elsewhere_the_peak_of_the_process_is_all_there_is(monkeypatch):
    resource = pytest.importorskip("resource", reason="POSIX tells the peak of a process")
    monkeypatch.setattr(held, "_STATUS", Path("none"))

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert peak_mb() == pytest.approx(most * 1024 / 1e6, abs=10)
    assert held_mb() == peak_mb()
