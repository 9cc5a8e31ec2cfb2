"""Running the command line as a user does."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest
from tests.helpers import Answer, answer, results


@pytest.fixture
def partwise(tmp_path):
    """Run ``partwise`` in an empty folder and return exit code, output and errors.

    The command runs in this process: starting Python anew takes longer than most commands.
    """

    def call(*words: object, stdin: bytes | None = None, internal: bool = False) -> Answer:
        return answer(tmp_path, *words, stdin=stdin, internal=internal)

    return call


@pytest.fixture
def partwise_process(tmp_path):
    """Run ``partwise`` as a process of its own."""

    def call(
        *words: object,
        stdin: bytes | None = None,
        traceback: bool = False,
        close: tuple[int, ...] = (),
        **environment: str,
    ) -> Answer:
        start = [sys.executable, "-m", "partwise"]
        if close:
            closing = " ".join(f"{number}>&-" for number in close)
            start = ["sh", "-c", f'exec "$@" {closing}', "sh", *start]
        done = subprocess.run(
            [*start, *map(str, words)],
            cwd=tmp_path,
            input=stdin,
            capture_output=True,
            check=False,
            env={**os.environ, "PYTHONUTF8": "1", **environment},
        )
        out, err = done.stdout.decode(), done.stderr.decode()
        assert ("Traceback" in err) == traceback
        return Answer(done.returncode, out, err)

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
1	B	0	50	4
"""


@pytest.fixture
def fixture_files(tmp_path):
    """The small fixture of the specification, as our tables: qrels.tsv and one.tsv."""
    (tmp_path / "qrels.tsv").write_text(SPANS)
    (tmp_path / "one.tsv").write_text(RUN)
    return tmp_path


@pytest.fixture
def saved(tmp_path):
    """Saved results of five runs under three measures; AP and RR agree."""
    random = np.random.default_rng(0)
    quality = np.linspace(0.2, 0.8, 6)[:, None]
    values = np.stack([quality + 0.05 * random.random((6, 20)) for _ in range(2)], axis=1)
    values = np.concatenate((values, 1 - values[:, :1]), axis=1)
    res = results(values, measures=["AP", "RR", "P@5"])
    (tmp_path / "runs.json").write_text(res.to_json())
    return tmp_path
