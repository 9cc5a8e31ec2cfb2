"""Every input of an evaluation is opened once: head, sample and content share a handle."""

from __future__ import annotations

import gzip
import subprocess
import sys
from pathlib import Path

import pytest

COUNT = """
import sys
names = sys.argv[1:3]
opened = []
sys.addaudithook(lambda event, args: opened.append(args[0]) if event == "open" else None)
from partwise.cli import main
try:
    main(["evaluate", *names, "--quiet", "-m", sys.argv[3]])
except SystemExit as done:
    assert not done.code, done.code
print(*[opened.count(name) for name in names], file=sys.stderr)
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


def opens(qrels, run, measure, folder):
    done = subprocess.run(
        [sys.executable, "-c", COUNT, qrels, run, measure],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
    )
    return done.stderr.strip().splitlines()[-1]


@pytest.mark.parametrize("form", FILES)
@pytest.mark.parametrize("packed", [False, True])
def test_an_input_is_opened_once(tmp_path, form, packed):
    qrels, run, measure = FILES[form]
    for name, text in (("q", qrels), ("r", run)):
        data = text.encode()
        Path(tmp_path / name).write_bytes(gzip.compress(data) if packed else data)

    assert opens("q", "r", measure, tmp_path) == "1 1"
