"""Runs a listed command in a folder of its own and tells all that a user would see of it."""

from __future__ import annotations

import io
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest import mock

from partwise._version import __version__
from partwise.cli import main

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
        code, *streams = (_alone if words[0] == "measures" else _here)(words, folder)
        told = f"exit {code}\n"
        for title, text in zip(("output", "errors"), streams, strict=True):
            told += f"--- {title}\n{text}" if text else ""
        for path in sorted({*folder.rglob("*")} - before):
            if path.is_file():
                told += f"--- {path.relative_to(folder).as_posix()}\n"
                told += path.read_text(encoding="utf-8")
    told = told.replace(str(folder), "FOLDER").replace(__version__, "VERSION")
    return re.sub(r"[ \t]+$", "", told, flags=re.MULTILINE)


def _here(words: list[str], folder: Path) -> tuple[int, str, str]:
    """Run a command in this process: starting Python anew takes longer than most commands."""
    with _standing_in(folder) as streams:
        code = _exit_code(words)
    for stream in streams:
        stream.flush()
    out, err = (stream.buffer.getvalue().decode() for stream in streams)
    return code, out, err


def _alone(words: list[str], folder: Path) -> tuple[int, str, str]:
    """Run a command in a process of its own."""
    environment = {**os.environ, **_ENVIRONMENT, "PYTHONUTF8": "1"}
    command = [sys.executable, "-m", "partwise", *words]
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, encoding="utf-8", check=False
    )
    return done.returncode, done.stdout, done.stderr


def _exit_code(words: list[str]) -> int:
    try:
        main(words)
    except SystemExit as end:
        return int(end.code or 0)


@contextmanager
def _standing_in(folder: Path) -> Iterator[tuple[io.TextIOWrapper, io.TextIOWrapper]]:
    """Put the process into a folder, with streams in memory and a terminal of known width."""
    streams = [io.TextIOWrapper(io.BytesIO(), "utf-8", newline="") for _ in range(3)]
    home = Path.cwd()
    os.chdir(folder)
    try:
        with (
            mock.patch.dict(os.environ, _ENVIRONMENT),
            mock.patch.object(sys, "stdin", streams[0]),
            mock.patch.object(sys, "stdout", streams[1]),
            mock.patch.object(sys, "stderr", streams[2]),
        ):
            yield streams[1], streams[2]
    finally:
        os.chdir(home)
