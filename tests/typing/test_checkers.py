"""mypy and pyright accept what may be said of measures and refuse what may not."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from partwise.language.component import REQUIRED, Component
from partwise.language.homes import GAINS, MEASURES, USERS
from partwise.language.registry import find

HERE = Path(__file__).parent
REFUSED = {
    n
    for n, line in enumerate((HERE / "refused.py").read_text(encoding="utf-8").splitlines(), 1)
    if line.endswith("# refused")
}

pytestmark = pytest.mark.slow


Complaints = dict[str, dict[int, str]]


def mypy(paths: list[Path], folder: Path) -> Complaints:
    """Return the complaints of mypy by file and line."""
    words = [sys.executable, "-m", "mypy", "--strict", "--config-file=", *map(str, paths)]
    done = subprocess.run(words, capture_output=True, text=True, cwd=folder, check=False)
    assert done.returncode in (0, 1), done.stdout + done.stderr
    found: Complaints = {}
    for name, line, text in re.findall(r"(\w+\.py):(\d+): error: (.*)", done.stdout):
        found.setdefault(name, {})[int(line)] = text
    return found


def pyright(paths: list[Path], folder: Path) -> Complaints:
    """Return the complaints of pyright by file and line."""
    words = ["pyright", "--outputjson", "--pythonpath", sys.executable, *map(str, paths)]
    done = subprocess.run(words, capture_output=True, text=True, cwd=folder, check=False)
    found: Complaints = {}
    for one in json.loads(done.stdout)["generalDiagnostics"]:
        if one["severity"] == "error":
            line = one["range"]["start"]["line"] + 1
            found.setdefault(Path(one["file"]).name, {})[line] = one["message"]
    return found


def without_arguments() -> str:
    """Write a program that makes one of everything that can be named."""
    lines = ["import partwise as pw"]
    for name in (*MEASURES, *GAINS, *USERS):
        needed = [f for f in find(name, Component).fields.values() if f.default is REQUIRED]
        given = ", ".join(
            f"pw.{one}" if f.family else one
            for f in needed
            for one in (f.example.split(", ") if f.many else [f.example])
        )
        lines.append(f"pw.{name}({given})")
    return "\n".join(lines)


CHECKERS = [
    pytest.param(
        mypy,
        marks=pytest.mark.skipif(find_spec("mypy") is None, reason="needs mypy (extra lint)"),
    ),
    pytest.param(
        pyright,
        marks=pytest.mark.skipif(
            shutil.which("pyright") is None, reason="needs pyright (pip install pyright, and node)"
        ),
    ),
]


@pytest.mark.parametrize("checker", CHECKERS)
def test_what_checkers_say(checker, tmp_path):
    every = tmp_path / "every.py"
    every.write_text(without_arguments(), encoding="utf-8")

    found = checker([HERE / "accepted.py", HERE / "refused.py", every], tmp_path)

    refused = found.pop("refused.py")
    assert found == {}
    assert set(refused) == REFUSED
