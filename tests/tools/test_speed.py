"""The benchmark of speed: what it compares, and that it runs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from benchmarks.process import Cost  # noqa: E402
from benchmarks.speed import all_cases, lines_of  # noqa: E402
from benchmarks.targets import Case, Target  # noqa: E402

COSTS = {"partwise": Cost(2.0, 3.0, 90.0), "other": Cost(1.0, 1.5, 45.0)}


@pytest.mark.parametrize(
    ("target", "found"),
    [
        (Target(1, "other"), 2.0),
        (Target(1, "other", what="megabytes"), 2.0),
        (Target(1, what="megabytes"), 90.0),
        (Target(1, share=3), 1.0),
        (Target(1, "partwise", system="other"), 0.5),
        (Target(1, "absent"), None),
        (Target(1, system="absent"), None),
    ],
)
def test_what_is_compared(target, found):
    assert target.found(COSTS) == found


def test_a_share_of_the_work_is_a_share_of_its_pieces():
    assert Target(1, share=30).found(COSTS, 0.1) == 1.0


def test_a_line_says_whether_its_target_is_met():
    targets = (Target(2, "other"), Target(80, what="megabytes"), Target(1, "absent"))
    case = Case("x", "some files", lambda *_: None, lambda _: {}, targets)

    assert list(lines_of(case, COSTS, 1.0)) == [
        ("| some files | CPU / other | 2 | 2 | met |", True),
        ("|  | MB | 90 | 80 | MISSED |", False),
    ]


def test_every_target_is_of_systems_that_take_turns(tmp_path):
    cases = all_cases()
    for name in ("frame", "start"):
        systems = cases[name].systems(tmp_path)
        for target in cases[name].targets:
            assert {target.system, target.over} <= {*systems, None}


def test_targets_of_chunk_runs_are_of_systems_that_take_turns(tmp_path):
    cases = all_cases()
    for name in ("tsv", "jsonl", "parquet", "growth", "8-chunk-runs", "first"):
        own = tmp_path / name
        own.mkdir()
        cases[name].make(own, 0.001)
        systems = cases[name].systems(own)
        for target in cases[name].targets:
            assert {target.system, target.over} <= {*systems, None}
        files = [word for system in systems.values() for word in system.words[5:]]
        assert files
        assert all(Path(file).exists() for file in files)


def test_the_last_line_counts_the_targets(tmp_path):
    pytest.importorskip("pytrec_eval")
    words = ["-m", "benchmarks.speed", "S", "--size", "0.02", "--turns", "1"]
    done = subprocess.run(
        [sys.executable, *words, "--folder", str(tmp_path)],
        capture_output=True,
        check=False,
        cwd=ROOT,
        text=True,
    )
    *_, last = done.stdout.splitlines()

    assert last in ("speed: 0 of 1 targets met", "speed: 1 of 1 targets met")
    assert done.returncode == (0 if last.startswith("speed: 1") else 1)
    assert "5 values, largest difference 0" in done.stderr
