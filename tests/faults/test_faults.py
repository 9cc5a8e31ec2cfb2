"""Some faults at some calls; ``python -m tests.faults`` tries them all."""

from __future__ import annotations

import os
import resource
import subprocess
import sys

import pytest
from tests.faults.attempt import after_fault, hidden, ready
from tests.faults.commands import COMMANDS, content, lay
from tests.faults.trace import run_reading, works

BY_NAME = {command.name: command for command in COMMANDS}
SOME = [
    ("evaluate-json", "mkdir", "EROFS"), ("evaluate-json", "write", "ENOSPC"),
    ("evaluate-json", "fsync", "EIO"), ("evaluate-tsv", "write", "SIGKILL"),
    ("evaluate-tsv", "rename", "SIGKILL"), ("evaluate-tsv", "write", "SIGTERM"),
    ("evaluate-tsv", "rename", "SIGINT"), ("evaluate-bucket", "write", "SIGKILL"),
    ("convert-parquet", "fsync", "EIO"), ("structure", "fsync", "SIGTERM"),
    ("structure-all", "rename", "SIGKILL"), ("bucket", "rename", "SIGKILL"),
    ("simulate", "write", "SIGKILL"), ("convert-folder", "write", "ENOSPC"),
    ("report", "rename", "SIGTERM"), ("regold", "openat", "EACCES"), ("losses", "chmod", "EACCES"),
]  # fmt: skip

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not works(), reason="strace is not there or may not trace"),
]


@pytest.fixture
def folder(tmp_path):
    place = tmp_path.resolve()
    lay(place)
    return place


@pytest.mark.parametrize(("name", "call", "fault"), SOME)
def test_the_old_output_or_the_new_one(tmp_path, name, call, fault):
    place = ready(BY_NAME[name], tmp_path.resolve())
    calls = [one for one in place.calls if one.name == call]

    assert calls
    assert after_fault(place, calls[len(calls) // 2], fault) == []


@pytest.mark.parametrize("file", ["documents.qrels", "tide.run"])
def test_a_disk_that_cannot_be_read_is_named(folder, file):
    words = ["evaluate", "documents.qrels", "tide.run", "-o", "out.tsv", "--format", "tsv"]

    done = run_reading(words, folder, file, "EIO")

    assert done.returncode == 2
    assert file in done.stderr
    assert "nput/output error" in done.stderr
    assert "Traceback" not in done.stderr
    assert not (folder / "out.tsv").exists()


def test_two_writers_leave_one_complete_file(folder):
    words = [sys.executable, "-m", "partwise", "evaluate", "documents.qrels", "tide.run"]
    both = [
        [*words, "--format", form, "-o", "out"] for form in ("tsv", "json", "tsv", "json")
    ]  # fmt: skip
    complete = []
    for one in both[:2]:
        subprocess.run(one, cwd=folder, check=True)
        complete.append(content(folder / "out"))

    running = [subprocess.Popen(one, cwd=folder) for one in both]
    assert [one.wait() for one in running] == [0, 0, 0, 0]

    assert content(folder / "out") in complete
    assert hidden(folder) == []


def test_too_little_memory_is_said(folder):
    lines = "".join(f"51 Q0 d{n} {n + 1} {1 / (n + 1)} r\n" for n in range(400_000))
    (folder / "big.run").write_text(lines)
    words = [sys.executable, "-m", "partwise", "evaluate", "documents.qrels", "big.run"]
    most = 200 << 20  # NumPy fits in; a run of 400,000 lines does not

    done = subprocess.run(
        [*words, "-o", "out.tsv", "--format", "tsv"],
        cwd=folder, capture_output=True, text=True, check=False, timeout=120,
        env=os.environ | {"OPENBLAS_NUM_THREADS": "1"},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (most, most)),
    )  # fmt: skip

    assert done.returncode == 2, done.stderr[-500:]
    assert "not enough memory" in done.stderr
    assert not (folder / "out.tsv").exists()
    assert hidden(folder) == []
