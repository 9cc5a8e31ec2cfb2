"""Files that are written: their content, what is left out of them, and what is refused.

A line of ``written.jsonl`` holds a sample of a run or of assessments, the name or format of the
file that is written, and its content with the facts of the losses, or the facts of the error.
"""

from __future__ import annotations

import json
import warnings
from pathlib import Path

import pytest
from tests.public.formats.samples import facts
from tests.public.formats.samples import write as write_sample

import partwise as pw

FILE = Path(__file__).parent / "written.jsonl"
SAMPLES = [json.loads(line) for line in FILE.read_text(encoding="utf-8").split("\n") if line]


def table_of(folder: Path, sample: dict) -> pw.Run | pw.Qrels:
    """Table of a sample."""
    read = pw.read_run if sample["kind"] == "run" else pw.read_qrels
    return read(write_sample(folder, sample), reading=pw.Reading(missing="document"))


def written(folder: Path, table: pw.Run | pw.Qrels, sample: dict) -> dict:
    """Files that are written, or the error."""
    target = folder / "to" / sample["to"]
    target.parent.mkdir()
    write = pw.write_run if isinstance(table, pw.Run) else pw.write_qrels
    options = {name: sample[name] for name in ("format", "lossy") if name in sample}
    try:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            lost = write(table, target, **options)
    except pw.PartwiseError as error:
        return {"error": type(error).__name__, "facts": facts(str(error).replace(str(folder), ""))}
    files = [target] if target.is_file() else sorted(target.iterdir())
    return {
        "files": {file.name: file.read_bytes().decode() for file in files},
        "lost": [facts(note) for note in (*lost, *(str(each.message) for each in caught))],
    }


@pytest.mark.parametrize("share", range(6))
def test_written(tmp_path, share):
    for number, sample in enumerate(SAMPLES[share::6]):
        folder = tmp_path / str(number)
        folder.mkdir()
        assert written(folder, table_of(folder, sample), sample) == sample["written"], sample
