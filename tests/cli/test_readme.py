"""Every command, program and row of the README's table runs as printed."""

from __future__ import annotations

import gzip
import json
import re
import shlex
import shutil
from pathlib import Path

import pytest

import partwise as pw

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
EXAMPLE = ROOT / "examples" / "lighthouse"
BLOCKS = re.findall(r"```(\w*)\n(.*?)```", TEXT, re.DOTALL)
ROWS = re.findall(r"^\| ([^|`]+) \| (`.*) \|$", TEXT, re.MULTILINE)
IN_EXAMPLE, WITH_OWN_FILES = (
    [line.partition("  #")[0] for line in block.splitlines()]
    for kind, block in BLOCKS
    if not kind and block.startswith("partwise ")
)
ARTICLE = "<article><sec><p>The tide turns.</p><p>Mind the rope.</p></sec></article>\n"
PATH = "/article[1]/sec[1]/p[1]"


@pytest.fixture
def example(tmp_path):
    """The bundled example, and nothing else."""
    return Path(shutil.copytree(EXAMPLE, tmp_path, dirs_exist_ok=True))


@pytest.fixture
def readers_files(tmp_path):
    """The files of TREC and INEX users that the README speaks of, small."""
    (tmp_path / "qrels.txt").write_text("1 0 a 1\n1 0 b 0\n")
    (tmp_path / "run1.txt").write_text("1 Q0 a 1 2 one\n")
    (tmp_path / "run2.txt.gz").write_bytes(gzip.compress(b"1 Q0 b 1 2 two\n1 Q0 a 2 1 two\n"))
    (tmp_path / "run.txt").write_text("1 Q0 a 1 2 one\n")
    (tmp_path / "qrels.fol").write_text("1 Q0 a 15 30 0 0:15\n")
    (tmp_path / "run.fol").write_text("1 Q0 a 1 2 one 0 10\n")
    (tmp_path / "articles").mkdir()
    (tmp_path / "articles" / "a.xml").write_text(ARTICLE)
    (tmp_path / "runs").mkdir()
    for n in (1, 2):
        (tmp_path / "runs" / f"{n}.txt").write_text(f"1 Q0 a 1 2 run{n} 0 {5 * n}\n")
    (tmp_path / "assessments").mkdir()
    element = f'<element path="{PATH}" exhaustivity="2" size="15" rsize="15"/>'
    (tmp_path / "assessments" / "1.xml").write_text(
        f'<assessments pool="1" topic="1" version="2"><file collection="c" name="a">{element}'
        "</file></assessments>\n"
    )
    (tmp_path / "run.xml").write_text(
        '<inex-submission participant-id="1" run-id="r" task="Focused" query="automatic">'
        f'<topic topic-id="1"><result><file>a</file><path>{PATH}</path><rank>1</rank></result>'
        "</topic></inex-submission>\n"
    )
    return tmp_path


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


def test_commands_of_trec_and_inex_users(partwise, readers_files):
    assert len(WITH_OWN_FILES) >= 7
    _run_all(partwise, WITH_OWN_FILES, readers_files)


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
