"""What docs/near-misses.md and ``partwise formats`` print can be run as printed (findings 3.1)."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "near-misses.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```$", PAGE, re.M | re.S)
COMMANDS = [line for language, text in BLOCKS if not language for line in text.splitlines()]


@pytest.fixture
def folder(tmp_path):
    shutil.copytree(ROOT / "examples" / "lighthouse", tmp_path, dirs_exist_ok=True)
    return tmp_path


def test_the_page_has_commands():
    assert sum(line.startswith("partwise evaluate") for line in COMMANDS) == 7


def test_commands_run_and_say_what_the_page_says(partwise, folder):
    for line in COMMANDS:
        *words, last = shlex.split(line, comments=True)
        if words[0] == "printf":
            text = words[1].encode().decode("unicode_escape")
            (folder / last).write_text(text, encoding="utf-8")
            continue
        done = partwise(*words[1:], last)
        assert done.code == 0, line
        said = re.search(r"# ([0-9.]+)$", line)
        if said is not None:
            assert said[1] in done.out.split()


def test_the_model_of_your_own_runs(folder):
    (code,) = (text for language, text in BLOCKS if language == "python")
    (folder / "later.py").write_text(f"{code}\nimport partwise as pw\n" + """
qrels, run = pw.read_qrels("qrels.tsv"), pw.read_run("small.jsonl")
print(pw.evaluate(qrels, run, ["GR(nav=Later(p=0.2))@5"]).table.shape)
""")  # fmt: skip
    done = subprocess.run(
        [sys.executable, "later.py"], cwd=folder, capture_output=True, text=True, check=True
    )
    assert done.stdout == "(1, 1, 12)\n"


def printed_example(grammar: str) -> str:
    """Return the lines of a grammar's example."""
    block = grammar.partition("Example::\n\n")[2]
    return "".join(line.strip() + "\n" for line in block.splitlines() if line.strip())


def test_the_example_of_routes_can_be_evaluated(partwise, tmp_path):
    example = printed_example(partwise("formats", "routes").out)
    (tmp_path / "moves.tsv").write_text(example, encoding="utf-8")
    doc, first, second, *_ = example.splitlines()[0].split("\t")
    (tmp_path / "q.tsv").write_text(f"topic\tdoc\telement\tgrade\nq\t{doc}\t{second}\t1\n")
    (tmp_path / "r.tsv").write_text(f"topic\tdoc\telement\trank\nq\t{doc}\t{first}\t1\n")
    done = partwise(
        "evaluate", "q.tsv", "r.tsv", "-m", "GR@1", "--nav", "Routes('moves.tsv')", "-q"
    )
    assert done.out.split()[-1] == "1.0000"


@pytest.mark.parametrize("name", ["links", "edges"])
def test_the_example_of_links_can_be_evaluated(partwise, tmp_path, name):
    example = printed_example(partwise("formats", name).out)
    (tmp_path / "links.tsv").write_text(example, encoding="utf-8")
    (tmp_path / "q").write_text("q 0 news 1\n")
    (tmp_path / "r").write_text("q Q0 home 1 1 x\n")
    done = partwise("evaluate", "q", "r", "-m", "GR@1", "--nav", "Edges('links.tsv')", "-q")
    assert done.out.split()[-1] == "0.4000"
