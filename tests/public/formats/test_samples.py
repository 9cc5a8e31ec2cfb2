"""Readers of every format against sample files with known rows or known errors."""

from __future__ import annotations

import pytest
from tests.public.formats.samples import FOLDER, load, outcome, write

NAMES = sorted(path.stem for path in FOLDER.glob("*.jsonl"))


@pytest.mark.parametrize("name", NAMES)
def test_samples(tmp_path, name):
    for sample in load(name):
        write(tmp_path, sample)
        assert outcome(tmp_path, sample) == sample["outcome"], sample
        (tmp_path / sample["file"]).unlink()
