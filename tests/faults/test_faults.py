"""Some faults at some calls; ``python -m tests.faults`` tries them all."""

from __future__ import annotations

import shutil
import subprocess
import sys

import polars as pl
import pytest
from tests.faults.attempt import after_fault, hidden, ready
from tests.faults.commands import COMMANDS, content, lay
from tests.faults.trace import run_reading, works

resource = pytest.importorskip("resource", reason="needs limits of POSIX")

BY_NAME = {command.name: command for command in COMMANDS}
SOME = [
    ("evaluate-json", "mkdir", "EROFS"), ("evaluate-json", "write", "ENOSPC"),
    ("evaluate-json", "fsync", "EIO"), ("evaluate-tsv", "write", "SIGKILL"),
    ("evaluate-tsv", "rename", "SIGKILL"), ("evaluate-tsv", "write", "SIGTERM"),
    ("evaluate-tsv", "rename", "SIGINT"), ("evaluate-bucket", "write", "SIGKILL"),
    ("convert-parquet", "fsync", "EIO"), ("structure", "fsync", "SIGTERM"),
    ("structure-all", "rename", "SIGKILL"), ("bucket", "rename", "SIGKILL"),
    ("simulate", "write", "SIGKILL"), ("convert-folder", "write", "ENOSPC"),
    ("report", "rename", "SIGTERM"), ("migrate", "openat", "EACCES"), ("losses", "chmod", "EACCES"),
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


MEMORY = {
    "evaluate": (["evaluate", "documents.qrels", "big.run", "--format", "tsv", "-o"], "out.tsv"),
    "jsonl": (["evaluate", "spans.tsv", "big.jsonl", "--format", "tsv", "-o"], "out.tsv"),
    "parquet": (["evaluate", "spans.tsv", "big.parquet", "--format", "tsv", "-o"], "out.tsv"),
    "structure": (["structure", "big.xml", "-o"], "out.parquet"),
    "report": (["report", "spans.tsv", "big.jsonl", "-o"], "out.html"),
    "locate": (["locate", "quotes.jsonl", "--texts", "sources", "-o"], "out.tsv"),
    "bucket": (["bucket", "spans.tsv", "big.jsonl", "-n", "2", "-o"], "out"),
    "plot": (["plot", "budget", "spans.tsv", "found.jsonl", "-o"], "out.svg"),
}
"""Commands that write, and what."""
LEVELS = {"small": 40, "NumPy": 110, "polars": 230, "threads": 400}
"""Megabytes: before NumPy is loaded, beside it, while polars is loaded, while it works."""


@pytest.fixture(scope="module")
def large(tmp_path_factory):
    """A folder with inputs that take more memory than there is."""
    place = tmp_path_factory.mktemp("large").resolve()
    lay(place)
    n = 200_000
    rows = {"topic": ["q1"] * n, "doc": [f"d{i}" for i in range(n)], "start": range(n)}
    frame = pl.DataFrame(rows | {"end": range(9, n + 9), "rank": range(1, n + 1)})
    frame.write_parquet(place / "big.parquet")
    frame.write_ndjson(place / "big.jsonl")
    (place / "big.run").write_text("".join(f"51 Q0 d{i} {i} {-i} r\n" for i in range(n)))
    (place / "big.xml").write_text(f"<a>{'<b>x<c>y</c></b>' * n}</a>")
    return place


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", MEMORY)
def test_too_little_memory_is_said(large, name, level):
    words, target = MEMORY[name]
    most, out = LEVELS[level] << 20, large / target
    if name != "bucket":
        out.write_bytes(b"old")

    done = subprocess.run(
        [sys.executable, "-m", "partwise", *words, target],
        cwd=large, capture_output=True, text=True, check=False, timeout=600,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (most, most)),
    )  # fmt: skip

    assert done.returncode == 0 or done.returncode == 2, done.stderr[-500:]
    assert "Traceback" not in done.stderr
    assert "internal error" not in done.stderr
    if done.returncode == 2:
        assert f"not enough memory for this input: a process may have {most >> 20}" in done.stderr
        assert name == "bucket" or out.read_bytes() == b"old"
    for left in hidden(large):  # of a process that a library ended; the next start removes it
        shutil.rmtree(large / left)
    shutil.rmtree(large / "out", ignore_errors=True)
