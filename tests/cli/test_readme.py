"""Every command, program and row of the README's table runs as printed."""

from __future__ import annotations

import json
import re
import shlex
import shutil
from pathlib import Path

import pytest
from tests.helpers import DEMO

import partwise as pw

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
EXAMPLE = ROOT / "examples" / "lighthouse"
BLOCKS = re.findall(r"```(\w*)\n(.*?)```", TEXT, re.DOTALL)
ROWS = re.findall(r"^\| ([^|`]+) \| (`.*) \|$", TEXT, re.MULTILINE)
IN_EXAMPLE, IN_DEMO = (
    [line.partition("  #")[0] for line in block.splitlines()]
    for kind, block in BLOCKS
    if not kind and block.startswith("partwise ")
)


@pytest.fixture
def example(tmp_path):
    """The bundled example, and nothing else."""
    return Path(shutil.copytree(EXAMPLE, tmp_path, dirs_exist_ok=True))


@pytest.fixture
def demo(tmp_path):
    """What the demo writes, and nothing else."""
    return Path(shutil.copytree(DEMO, tmp_path, dirs_exist_ok=True))


def _words(command, folder):
    for word in shlex.split(command)[1:]:
        found = sorted(folder.glob(word)) if "*" in word else []
        yield from (str(path.relative_to(folder)) for path in found) if found else (word,)


def _run_all(partwise, commands, folder):
    for command in commands:
        found = partwise(*_words(command, folder))
        gate = "--fail-under" in command
        assert found.code in ((0, 1) if gate else (0,)), (command, found.err)


def test_commands_run_in_the_example_as_they_stand(partwise, example):
    assert len(IN_EXAMPLE) >= 8
    _run_all(partwise, IN_EXAMPLE, example)


def test_commands_run_in_the_demo_as_they_stand(partwise, demo):
    assert len(IN_DEMO) >= 11
    _run_all(partwise, IN_DEMO, demo)


def test_the_first_command_prints_few_notes(partwise):  # findings 6.1
    found = partwise("evaluate", EXAMPLE / "qrels.tsv", *sorted(EXAMPLE.glob("*.jsonl")))

    assert found.code == 0
    assert len(found.err.splitlines()) <= 4


def test_every_row_of_the_table(tmp_path):  # findings 3.10
    run = next(block for kind, block in BLOCKS if kind == "json")
    table = next(block for kind, block in BLOCKS if block.startswith("topic\t"))
    rows = [line.split("\t") for line in table.splitlines()]
    judged = dict(zip(rows[0], rows[1], strict=True)) | {"length": "1872"}
    (tmp_path / "q.tsv").write_text("\t".join(judged) + "\n" + "\t".join(judged.values()) + "\n")
    (tmp_path / "r.jsonl").write_text(json.dumps(json.loads(run) | {"tokens": 40}) + "\n")
    inventory = pw.Inventory.from_columns(doc=["lamp"] * 2, start=[0, 200], end=[200, 400])
    assert len(ROWS) >= 12
    for question, cell in ROWS:
        for spelling in re.findall(r"`([^`]+)`", cell):
            found = pw.evaluate(
                tmp_path / "q.tsv", tmp_path / "r.jsonl", [spelling], inventory=inventory
            )
            assert found.means["mean"].is_not_null().all(), question


def test_the_programs(example, monkeypatch):
    monkeypatch.chdir(example)
    names = {}
    programs = [block for kind, block in BLOCKS if kind == "python"]
    assert len(programs) == 2
    for program in programs:
        exec(compile(program, "README.md", "exec"), names)
    found = pw.evaluate(names["qrels"], names["run"], ["FirstIsRelevant"])
    assert found.means["mean"].is_not_null().all()
