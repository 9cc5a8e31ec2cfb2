"""The commands of docs/losses.md print what the page says."""

from __future__ import annotations

import re
import runpy
import shlex
import shutil

import pytest
from tests.conftest import ROOT
from tests.helpers import answer

PAGE = ROOT / "docs" / "losses.md"


@pytest.fixture
def folder(tmp_path):
    shutil.copytree(ROOT / "examples" / "lighthouse", tmp_path / "lighthouse")
    return tmp_path / "lighthouse"


def test_commands(folder):
    blocks = re.findall(r"```console\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    commands = re.findall(r"^\$ partwise (.*)\n((?:(?!\$ ).*\n)*)", "".join(blocks), re.MULTILINE)
    assert len(commands) == 6
    for command, expected in commands:
        done = answer(folder, *shlex.split(command))
        assert (done.code, done.out.rstrip()) == (0, expected.rstrip()), done.err


def drawn(svg):
    """What a picture says of itself."""
    return re.findall(r'aria-label="([^"]*)"', svg)


def test_the_picture_is_what_the_page_draws(folder):
    command = re.search(
        r"^\$ partwise (losses .*losses\.svg)$", PAGE.read_text("utf-8"), re.MULTILINE
    )
    done = answer(folder, *shlex.split(command[1]))
    assert done.code == 0, done.err

    printed = (PAGE.parent / "images" / "losses.svg").read_text("utf-8")
    assert drawn((folder / "losses.svg").read_text("utf-8")) == drawn(printed) != []


@pytest.mark.slow
def test_real_data(tmp_path, real_data):
    example = runpy.run_path(str(PAGE.parent / "losses_example.py"))
    data = real_data / "chunking_evaluation"
    example["make"](data, tmp_path)
    found = example["analysed"](data, tmp_path)
    text = PAGE.read_text("utf-8")
    table = text[text.index("| c200 |") :].split("\n\n")[0]
    rows = [[cell.strip() for cell in row.strip("|").split("|")] for row in table.splitlines()]
    keys = ("shown", "lost.limit", "lost.cutting", "lost.candidates", "lost.ranking")

    assert rows == [
        [run.run, *(f"{100 * run.mean[key]:.1f} %" for key in keys)] for run in found.runs
    ]
    runs = [f"{name}.tsv" for name in example["CHUNKINGS"]]
    parts = [f"--inventory={name}=chunks/{name}.tsv" for name in example["CHUNKINGS"]]
    words = ("--budget", example["BUDGET"], "--candidates", "self", "-q", "-o", "x.svg")
    done = answer(tmp_path, "losses", data / "gold.tsv", *runs, *parts, *words)
    assert (done.code, done.err) == (0, "")
    image = (PAGE.parent / "images" / "losses-chunking.svg").read_text("utf-8")
    assert drawn((tmp_path / "x.svg").read_text("utf-8")) == drawn(image) != []


def test_python(folder, monkeypatch):
    monkeypatch.chdir(folder)
    code = re.search(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)[1]
    names: dict = {}
    exec(code, names)

    assert names["found"].total["shown"].item() == 922
    assert str(names["found"]).startswith("small")
