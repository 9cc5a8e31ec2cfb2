"""What the tests of readers and writers share."""

from __future__ import annotations

from pathlib import Path

import pytest

from partwise.files.source import Source


@pytest.fixture
def here(tmp_path, monkeypatch):
    """An empty folder to work in, so that messages name files without their folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def source(here):
    """A function that writes a file and opens it as a source."""

    def made(content: str | bytes, name: str = "x", **options) -> Source:
        Path(name).write_bytes(content if isinstance(content, bytes) else content.encode())
        return Source(name, **options)

    return made
