"""Running the command line as a user does."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass

import pytest


@dataclass(frozen=True)
class Answer:
    code: int
    out: str
    err: str


@pytest.fixture
def partwise(tmp_path):
    """Run ``partwise`` in an empty folder and return exit code, output and errors."""

    def call(*words: str, stdin: bytes | None = None, **environment: str) -> Answer:
        done = subprocess.run(
            [sys.executable, "-m", "partwise", *map(str, words)],
            cwd=tmp_path,
            input=stdin,
            capture_output=True,
            check=False,
            env={**os.environ, "PYTHONUTF8": "1", **environment},
        )
        out, err = done.stdout.decode(), done.stderr.decode()
        assert "Traceback" not in err
        return Answer(done.returncode, out, err)

    return call


SPANS = "topic\tdoc\tstart\tend\tlength\n1\tA\t10\t30\t100\n1\tA\t60\t70\t100\n1\tB\t0\t50\t50\n1\tD\t5\t10\t40\n"
RUN = "topic\tdoc\tstart\tend\trank\n1\tA\t0\t20\t1\n1\tC\t0\t40\t2\n1\tA\t10\t40\t3\n1\tB\t\t\t4\n"


@pytest.fixture
def fixture_files(tmp_path):
    """The small fixture of the specification, as our tables: qrels.tsv and one.tsv."""
    (tmp_path / "qrels.tsv").write_text(SPANS)
    (tmp_path / "one.tsv").write_text(RUN)
    return tmp_path
