"""The programs of docs/frameworks.md run; those of frameworks where the framework is there.

``PARTWISE_FRAMEWORKS`` names a Python that has frameworks installed: the programs that need one
are run there, against this checkout.
"""

from __future__ import annotations

import os
import re
import subprocess
from types import SimpleNamespace

import pytest
from tests.adapters.shapes import weaviate_object
from tests.conftest import ROOT

PAGE = (ROOT / "docs" / "frameworks.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python ?([^\n]*)\n(.*?)```", PAGE, re.DOTALL)
SHARED = next(code for info, code in BLOCKS if info == "shared")
MOST_LINES = 10
PLACE = {"doc": "lighthouse.md", "start": 26.0, "end": 46.0}


@pytest.mark.parametrize(("info", "code"), BLOCKS)
def test_programs_are_short(info, code):
    assert len([line for line in code.splitlines() if line.strip()]) <= MOST_LINES


@pytest.mark.parametrize("code", [code for info, code in BLOCKS if not info])
def test_programs(code, capsys):
    exec(SHARED + code, {})
    assert capsys.readouterr().out in ("1.0\n", "0.5\n")


def test_results_of_servers(capsys):
    code = next(code for info, code in BLOCKS if info == "weaviate pinecone hits")
    given = {
        "weaviate": SimpleNamespace(objects=[weaviate_object("u", 0.1, PLACE)]),
        "pinecone": {"matches": [{"id": "v", "score": 0.5, "metadata": PLACE}], "namespace": ""},
        "hits": [[{"key": 1, "distance": 0.5, "entity": PLACE}]],
    }
    names = {}
    exec(SHARED, names)
    exec(code, names | given)
    assert capsys.readouterr().out.count("1.0") == 3


def run_with(package, *words):
    """Run a program in the Python that has a package; skip the test where there is none.

    Whether it has the package is asked only when the program failed: importing one takes seconds.
    """
    python = os.environ.get("PARTWISE_FRAMEWORKS")
    if python is None:
        pytest.skip(f"set PARTWISE_FRAMEWORKS to a Python that has {package}")
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "ANONYMIZED_TELEMETRY": "False"}
    command = [python, "-W", "ignore", *words]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    if done.returncode:
        there = [python, "-c", f"import {package}"]
        if subprocess.run(there, capture_output=True, check=False).returncode:
            pytest.skip(f"{package} is not installed")
    return done


@pytest.mark.slow
@pytest.mark.parametrize(
    ("info", "code"), [block for block in BLOCKS if block[0].startswith("needs")]
)
def test_frameworks(info, code):
    done = run_with(info.removeprefix("needs "), "-c", SHARED + code)

    assert done.stdout.endswith("1.0\n"), done.stdout + done.stderr
