"""Running the command line as a user does."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from dataclasses import dataclass
from types import SimpleNamespace

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


@pytest.fixture
def quickly(tmp_path, monkeypatch, capfd):
    """Do the same inside this process, where starting Python would take longest."""
    from partwise.cli import main

    monkeypatch.chdir(tmp_path)

    def call(*words: str, stdin: bytes = b"") -> Answer:
        monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(stdin)))
        with pytest.raises(SystemExit) as end:
            main([str(word) for word in words])
        return Answer(end.value.code, *capfd.readouterr())

    return call


SPANS = """\
topic	doc	start	end	length
1	A	10	30	100
1	A	60	70	100
1	B	0	50	50
1	D	5	10	40
"""
RUN = """\
topic	doc	start	end	rank
1	A	0	20	1
1	C	0	40	2
1	A	10	40	3
1	B			4
"""


@pytest.fixture
def fixture_files(tmp_path):
    """The small fixture of the specification, as our tables: qrels.tsv and one.tsv."""
    (tmp_path / "qrels.tsv").write_text(SPANS)
    (tmp_path / "one.tsv").write_text(RUN)
    return tmp_path
