"""Everything that was ever found stays mended."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.fuzz.targets import attempt, targets

CORPUS = sorted((Path(__file__).parent / "corpus").glob("*--*"))


def test_there_is_a_corpus():
    assert CORPUS


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.name)
def test_what_was_found_is_taken_or_refused(path):
    attempt(targets()[path.name.rpartition("--")[0]], path.read_bytes())
