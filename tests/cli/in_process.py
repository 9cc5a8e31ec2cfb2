"""The command line in this process: starting Python anew takes longer than most commands."""

from __future__ import annotations

import io
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from partwise.cli import main


@dataclass(frozen=True)
class Answer:
    code: int
    out: str
    err: str


class _Standard(io.TextIOWrapper):
    """A standard stream in memory."""

    def __init__(self, content: bytes = b"") -> None:
        super().__init__(io.BytesIO(content), encoding="utf-8", newline="")

    @property
    def text(self) -> str:
        self.flush()
        return self.buffer.getvalue().decode()


def answer(
    folder: Path, *words: object, stdin: bytes | None = None, internal: bool = False
) -> Answer:
    """Run ``partwise`` in a folder."""
    streams = {"stdin": _Standard(stdin or b""), "stdout": _Standard(), "stderr": _Standard()}
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for name, stream in streams.items():
            patch.setattr(sys, name, stream)
        with pytest.raises(SystemExit) as end:
            main([str(word) for word in words])
    out, err = streams["stdout"].text, streams["stderr"].text
    assert "Traceback" not in err
    assert internal == ("internal error" in err)
    return Answer(int(end.value.code or 0), out, err)
