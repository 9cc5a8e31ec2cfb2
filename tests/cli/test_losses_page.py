"""The commands of docs/losses.md print what the page says."""

from __future__ import annotations

import re
import shlex
import shutil

import pytest
from tests.conftest import ROOT
from tests.golden.runner import _here

PAGE = ROOT / "docs" / "losses.md"


@pytest.fixture
def folder(tmp_path):
    shutil.copytree(ROOT / "examples" / "lighthouse", tmp_path / "lighthouse")
    return tmp_path / "lighthouse"


def test_commands(folder):
    blocks = re.findall(r"```console\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    commands = re.findall(r"^\$ partwise (.*)\n((?:(?!\$ ).*\n)*)", "".join(blocks), re.MULTILINE)
    assert len(commands) == 4
    for command, expected in commands:
        code, out, err = _here(shlex.split(command), folder)
        assert (code, out.rstrip()) == (0, expected.rstrip()), err


def test_python(folder, monkeypatch):
    monkeypatch.chdir(folder)
    code = re.search(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)[1]
    names: dict = {}
    exec(code, names)

    assert names["found"].total["shown"].item() == 922
    assert str(names["found"]).startswith("small")
