"""The comparison of two commits by bits: the same answers twice, and a slip that is noticed."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tools import bits  # noqa: E402

FEW = "command evaluate K/spans.tsv K/spans1.tsv K/spans2.tsv*--order*"


def written(out: Path, *words: str, source: Path = ROOT / "src") -> Path:
    """Answers of a source tree."""
    command = [sys.executable, str(ROOT / "tools/bits.py"), "write", str(out), *words]
    environment = bits.os.environ | {"PYTHONPATH": str(source)}
    subprocess.run([*command, "--source", str(source)], check=True, env=environment)
    return out


@pytest.mark.slow
def test_the_same_tree_twice_and_a_slip(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    first = written(tmp_path / "1.gz", "--only", FEW)
    second = written(tmp_path / "2.gz", "--only", FEW, "--jobs", "2")
    assert bits.read(first) == bits.read(second)
    assert bits.compare(first, second) == 0
    assert "values" in capsys.readouterr().out

    shutil.copytree(ROOT / "src", tmp_path / "src")
    start = tmp_path / "src/partwise/__init__.py"
    slip = "C = __getattr__('CharR'); C.values = lambda m, v, f=C.values: f(m, v) / 2"
    start.write_text(f"{start.read_text()}\n{slip}\n")
    third = written(tmp_path / "3.gz", "--only", FEW, source=tmp_path / "src")
    assert bits.compare(first, third) == 1
    assert "value: command evaluate" in capsys.readouterr().out


def test_differences_are_named(tmp_path: Path):
    header = {"environment": [], "hostile": "read", "spellings": ["AP"]}
    rows = [
        {"case": "a", "values": {"r\tt\tAP": "0x1.0p-1"}, "texts": {"errors": "one\ntwo"}},
        {"case": "b", "values": {}, "texts": {}},
    ]
    changed = [
        {"case": "a", "values": {"r\tt\tAP": "0x1.0p-2"}, "texts": {"errors": "one\nthree"}},
        {"case": "c", "values": {}, "texts": {}},
    ]
    for name, lines in (("old", [header, *rows]), ("new", [header, *changed])):
        text = "".join(bits.json.dumps(line) + "\n" for line in lines)
        (tmp_path / name).write_bytes(bits.gzip.compress(text.encode()))
    assert [*bits.differences(tmp_path / "old", tmp_path / "new")] == [
        "case in OLD only: b",
        "case in NEW only: c",
        "value: a: r, t, AP: 0.5 (0x1.0p-1) -> 0.25 (0x1.0p-2)",
        "text: a: errors\n    @@ -2 +2 @@\n    -two\n    +three",
    ]


def test_every_option_of_every_command_is_used():
    lines = [name for name in bits.cases() if name.startswith(("golden", "command"))]
    golden = (bits.GOLDEN / "cases.txt").read_text(encoding="utf-8").splitlines()
    commands = [
        part.split() for line in [*lines, *golden] for part in line.partition(" ")[2].split(" ; ")
    ]
    missing = []
    for command in bits.COMMANDS:
        words = command.split()
        used = {
            word.partition("=")[0]
            for line in commands
            if line[: len(words)] == words
            for word in line
            if word.startswith("-")
        }
        missing += [
            f"{command} {option}"
            for option in bits.options_of(command)
            if option.startswith("--") and option not in used
            if not {("*", option), (command, option)} & bits.EXEMPT.keys()
        ]
    assert not missing


def test_every_parameter_of_every_measure_is_changed():
    unchanged = [key for key, texts in bits.spellings().items() if not texts]
    assert unchanged == [("Either", "models")]  # cannot do without, so it is never left out
