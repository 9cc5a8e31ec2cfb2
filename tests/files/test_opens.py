"""Every input is opened once: head, sample, content and lines share a handle."""

from __future__ import annotations

import gzip
import io
import json
import os
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from partwise.files.reading import read_qrels, read_run
from partwise.files.writing import write_qrels, write_run

COUNT = """
import json, sys
opened = []
sys.addaudithook(lambda event, args: opened.append(args[0]) if event == "open" else None)
from partwise.cli import main
for command in json.loads(sys.argv[1]):
    opened.clear()
    try:
        main(command)
    except SystemExit as done:
        assert not done.code, done.code
    counts = [opened.count(name) for name in "qr" if name in command]
    print(command[0] + " json" * ("json" in command), *counts, file=sys.stderr)
"""
TREC = "".join(f"1 Q0 d{i} {i} {9 - i} t\n" for i in range(1, 6))
SPANS = "topic\tdoc\tstart\tend\n1\td1\t0\t9\n"
PARTS = "topic\tdoc\tstart\tend\tscore\n1\td1\t0\t9\t1\n"
FILES = {
    "trec": ("1 0 d1 1\n", TREC, "P@5"),
    "fol": ("1 Q0 d1 9 99 0 0:9\n", "1 Q0 d1 1 9 t 0 9\n", "CharP"),
    "tsv": (SPANS, PARTS, "CharP"),
    "jsonl": (SPANS, '{"topic": "1", "doc": "d1", "start": 0, "end": 9, "score": 1}\n', "CharP"),
}
COMMANDS = {
    "evaluate": ["evaluate", "q", "r", "--quiet", "-m"],
    "saved": ["evaluate", "q", "r", "--quiet", "--format", "json", "-o", "saved.json", "-m"],
    "check": ["check", "q", "r", "--quiet"],
    "convert": ["convert", "r", "out.tsv", "--quiet"],
}
ONCE = ["evaluate 1 1", "evaluate json 1 1", "check 1 1", "convert 1"]
MEASURED = ("evaluate", "saved")


def opens(measure: str) -> list[str]:
    """Return how often each command opens its inputs."""
    commands = [given + [measure] * (name in MEASURED) for name, given in COMMANDS.items()]
    done = subprocess.run(
        [sys.executable, "-c", COUNT, json.dumps(commands)],
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stderr.strip().splitlines()


def digests() -> dict[str, str]:
    """Return the digests that the saved results name."""
    return {
        entry["file"]: entry["sha256"]
        for entry in json.loads(Path("saved.json").read_text())["inputs"]
    }


@pytest.fixture(params=FILES)
def inputs(request, tmp_path, monkeypatch):
    """Write ``q`` and ``r`` in some format, and return a measure for them."""
    qrels, run, measure = FILES[request.param]
    (tmp_path / "q").write_text(qrels)
    (tmp_path / "r").write_text(run)
    monkeypatch.chdir(tmp_path)
    return measure


@pytest.mark.parametrize("packed", [False, True])
def test_an_input_is_opened_once(inputs, packed):
    for name in ("q", "r") if packed else ():
        Path(name).write_bytes(gzip.compress(Path(name).read_bytes()))

    assert opens(inputs) == ONCE
    assert digests() == {name: sha256(Path(name).read_bytes()).hexdigest() for name in "qr"}


@pytest.fixture
def tables(tmp_path, monkeypatch):
    """Write ``q`` and ``r`` as Parquet."""
    monkeypatch.chdir(tmp_path)
    Path("q.tsv").write_text(SPANS)
    Path("r.tsv").write_text(PARTS)
    write_qrels(read_qrels("q.tsv"), "q", format="parquet")
    write_run(read_run("r.tsv"), "r", format="parquet")


def test_parquet_is_opened_once(tables):
    assert opens("CharP") == ONCE
    assert digests() == {name: sha256(Path(name).read_bytes()).hexdigest() for name in "qr"}


@pytest.mark.skipif(shutil.which("strace") is None, reason="needs strace")
@pytest.mark.parametrize("command", COMMANDS)
def test_libraries_and_children_do_not_open_parquet_again(tables, command):
    given = COMMANDS[command] + ["CharP"] * (command in MEASURED)
    trace = ["strace", "-f", "-qq", "-e", "trace=open,openat", "-o", "trace.txt"]
    done = subprocess.run(
        [*trace, sys.executable, "-m", "partwise", *given], capture_output=True, check=False
    )
    if b"ptrace" in done.stderr:
        pytest.skip("strace may not trace here")

    assert done.returncode == 0, done.stderr
    seen = Path("trace.txt").read_text()
    for name in set("qr").intersection(given):
        assert seen.count(f'"{name}", O_RDONLY') == 1


def test_sources_of_a_source_share_its_file(tmp_path, monkeypatch):
    from partwise.files.source import Source

    path = tmp_path / "x.txt"
    path.write_text("1 0 d1 1\n")
    opened = []
    plain = Path.open
    monkeypatch.setattr(
        Path, "open", lambda self, *a, **k: opened.append(os.fspath(self)) or plain(self, *a, **k)
    )
    first = Source(path)
    second = Source(first, lenient=True)

    assert second.head(3) == first.head(3) == b"1 0"
    assert isinstance(first.handle(), io.FileIO)
    assert first.handle() is second.handle()
    assert opened == [str(path)]
