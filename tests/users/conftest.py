"""What the tests of models share."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def write(tmp_path, monkeypatch):
    """Write lines of tab-separated words to a file of the working directory."""
    monkeypatch.chdir(tmp_path)

    def lines(name, *rows):
        Path(name).write_text("\n".join("\t".join(row.split()) for row in rows))
        return name

    return lines
