"""Files that change or vanish while a command reads them."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from tests.faults.commands import content, lay

CHANGED = """
import os, sys
from pathlib import Path

file, left = Path(sys.argv[1]).resolve(), [sys.argv[2]]

def hook(event, args):
    # Change the file when it is about to be opened, after it was found and looked at.
    if not left or event != "open" or not isinstance(args[0], str):
        return
    if os.path.abspath(args[0]) != str(file):
        return
    change = left.pop()
    if change == "vanishes":
        file.unlink()
    elif change == "shrinks":
        os.truncate(file, file.stat().st_size // 2)
    elif change == "grows":
        with file.open("ab") as more:
            more.write(b"no line of this kind\\n")
    else:
        file.with_suffix(".new").write_bytes(b"\\0" * 50)
        os.replace(file.with_suffix(".new"), file)

from partwise.cli import main
sys.addaudithook(hook)
main(sys.argv[3:])
"""
READING = {
    "evaluate": ("tide.run", ["evaluate", "documents.qrels", "tide.run", "-o", "out"]),
    "jsonl": ("found.jsonl", ["evaluate", "spans.tsv", "found.jsonl", "-o", "out"]),
    "structure": ("note.md", ["structure", "note.md", "-o", "out.tsv"]),
    "locate": ("quotes.jsonl", ["locate", "quotes.jsonl", "--texts", "sources", "-o", "out.tsv"]),
}


@pytest.mark.slow
@pytest.mark.parametrize("change", ["vanishes", "shrinks", "grows", "is replaced"])
@pytest.mark.parametrize("name", READING)
def test_a_file_that_is_not_what_it_was(tmp_path, name, change):
    """It is read as it was, as it is, or refused by its name; nothing else is written."""
    lay(tmp_path)
    file, words = READING[name]
    target = tmp_path / next(word for word in words if word.startswith("out"))
    target.write_bytes(b"old")
    done = subprocess.run(
        [sys.executable, "-c", CHANGED, file, change, *words],
        cwd=tmp_path, capture_output=True, text=True, check=False,
        env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1"},
    )  # fmt: skip

    assert done.returncode in (0, 1, 2), done.stderr
    assert "Traceback" not in done.stderr
    assert "internal error" not in done.stderr
    if done.returncode == 2:
        assert file in done.stderr
        assert content(target) == b"old"
