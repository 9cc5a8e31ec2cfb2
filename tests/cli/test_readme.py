"""Every command, program and row of the README's table runs as printed."""

from __future__ import annotations

import gzip
import json
import re
import shlex
from pathlib import Path

import polars as pl
import pytest

import partwise as pw

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
EXAMPLE = ROOT / "examples" / "lighthouse"
BLOCKS = re.findall(r"```(\w*)\n(.*?)```", TEXT, re.DOTALL)
ROWS = re.findall(r"^\| ([^|`]+) \| (`.*) \|$", TEXT, re.MULTILINE)
COMMANDS = [
    line.partition("  #")[0]
    for kind, block in BLOCKS
    if not kind
    for line in block.splitlines()
    if line.startswith("partwise ")
]
ARTICLE = "<article><sec><p>The tide turns.</p><p>Mind the rope.</p></sec></article>\n"
PATH = "/article[1]/sec[1]/p[1]"


@pytest.fixture
def readers_files(tmp_path):
    """The files that the README speaks of, small."""
    for name in ("qrels.tsv", "small.jsonl", "large.jsonl"):
        (tmp_path / name).write_bytes((EXAMPLE / name).read_bytes())
    (tmp_path / "small.tsv").write_bytes((EXAMPLE / "chunks" / "small.tsv").read_bytes())
    (tmp_path / "qrels.txt").write_text("1 0 a 1\n1 0 b 0\n")
    (tmp_path / "run1.txt").write_text("1 Q0 a 1 2 one\n")
    (tmp_path / "run2.txt.gz").write_bytes(gzip.compress(b"1 Q0 b 1 2 two\n1 Q0 a 2 1 two\n"))
    (tmp_path / "run.txt").write_text("1 Q0 a 1 2 one\n")
    (tmp_path / "qrels.fol").write_text("1 Q0 a 15 30 0 0:15\n")
    (tmp_path / "run.fol").write_text("1 Q0 a 1 2 one 0 10\n")
    (tmp_path / "corpus").mkdir()
    (tmp_path / "corpus" / "a.txt").write_text("The tide turns. Mind the rope.")
    (tmp_path / "quotes.jsonl").write_text('{"topic": "1", "doc": "a", "text": "the tide turns"}\n')
    (tmp_path / "texts").symlink_to(EXAMPLE / "texts", target_is_directory=True)
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


def test_every_command(partwise, readers_files):
    assert len(COMMANDS) >= 11
    for command in COMMANDS:
        found = partwise(*_words(command, readers_files))
        gate = "--fail-under" in command
        assert found.code in ((0, 1) if gate else (0,)), (command, found.err)


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


def test_the_programs(readers_files, monkeypatch):
    monkeypatch.chdir(readers_files)
    frame = pl.DataFrame({"topic": ["wick"], "doc": ["lamp"], "start": [0], "end": [9]})
    names = {"frame": frame, "pw": pw}
    programs = [block for kind, block in BLOCKS if kind == "python"]
    assert len(programs) == 2
    for program in programs:
        exec(compile(program, "README.md", "exec"), names)
    found = pw.evaluate(names["qrels"], names["run"], ["FirstIsRelevant"])
    assert found.means["mean"].is_not_null().all()
