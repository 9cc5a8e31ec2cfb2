"""The commands and the program of docs/plots.md run as printed, on the demo."""

from __future__ import annotations

import re
import shlex
import shutil

import pytest
from tests.conftest import ROOT
from tests.helpers import DEMO

PAGE = (ROOT / "docs" / "plots.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(\w*)\n(.*?)```", PAGE, re.DOTALL)
LINES = [
    line
    for kind, block in BLOCKS
    if not kind
    for line in block.splitlines()
    if line.startswith("partwise plot")
]


@pytest.fixture
def folder(tmp_path):
    shutil.copytree(DEMO, tmp_path, dirs_exist_ok=True)
    return tmp_path


@pytest.mark.parametrize("line", LINES)
def test_commands(line, partwise, folder):
    words = shlex.split(line)[1:]
    found = partwise(*words, "-q")

    assert (found.code, found.err) == (0, "")
    assert (folder / words[words.index("-o") + 1]).stat().st_size > 1000


def test_the_program(folder, monkeypatch):
    (program,) = [block for kind, block in BLOCKS if kind == "python"]
    monkeypatch.chdir(folder)
    names: dict[str, object] = {}
    exec(program, names)

    assert (folder / "budget.pdf").read_bytes().startswith(b"%PDF")
    assert len(LINES) == 3
