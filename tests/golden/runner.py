"""Runner of the listed commands: all that a user would see of one in a folder of its own."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from unittest import mock

from tests.helpers import Answer, answer

import partwise as pw

HERE = Path(__file__).parent
EXPECTED = HERE / "expected"
EXAMPLE = HERE.parent.parent / "examples" / "lighthouse"
_ENVIRONMENT = {"COLUMNS": "100", "LINES": "40", "NO_COLOR": "1", "TERM": "dumb"}


def cases() -> dict[str, list[str]]:
    """Return the listed commands by name."""
    lines = (HERE / "cases.txt").read_text(encoding="utf-8").splitlines()
    listed = [line.partition(": ") for line in lines if line and not line.startswith("#")]
    return {name: _words(command) for name, _, command in listed}


def _words(command: str) -> list[str]:
    lexer = shlex.shlex(command, posix=True, punctuation_chars="")
    lexer.whitespace_split, lexer.quotes = True, '"'
    return list(lexer)


def seen(words: list[str]) -> str:
    """Run a command; return exit code, output, errors and the files that it wrote."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copytree(HERE / "files", folder, dirs_exist_ok=True)
        shutil.copytree(EXAMPLE, folder / "L", ignore=shutil.ignore_patterns("*.py", "__pycache__"))
        before = set(folder.rglob("*"))
        # what other tests register would be listed too
        done = (_in_new_process if words[0] == "measures" else _in_this_process)(words, folder)
        text = f"exit {done.code}\n"
        for title, stream in (("output", done.out), ("errors", done.err)):
            text += f"--- {title}\n{stream}" if stream else ""
        for path in sorted({*folder.rglob("*")} - before):
            if path.is_file():
                text += f"--- {path.relative_to(folder).as_posix()}\n"
                text += path.read_text(encoding="utf-8")
    text = text.replace(str(folder), "FOLDER").replace(pw.__version__, "VERSION")
    return re.sub(r"[ \t]+$", "", text, flags=re.MULTILINE)


def _in_this_process(words: list[str], folder: Path) -> Answer:
    with mock.patch.dict(os.environ, _ENVIRONMENT):
        return answer(folder, *words)


def _in_new_process(words: list[str], folder: Path) -> Answer:
    environment = {**os.environ, **_ENVIRONMENT, "PYTHONUTF8": "1"}
    command = [sys.executable, "-m", "partwise", *words]
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, encoding="utf-8", check=False
    )
    return Answer(done.returncode, done.stdout, done.stderr)
