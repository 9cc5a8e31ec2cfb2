"""Files that are written: their content, what is left out of them, and what is refused.

A line of ``written.jsonl`` holds a sample of a run or of assessments, the name or format of the
file that is written, and its content with the facts of the losses, or the facts of the error.
"""

from __future__ import annotations

import json
import warnings
import zipfile
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


def assessed(*topics):
    """One element of each topic, for X-Rai files: one file a topic."""
    n = len(topics)
    return pw.Qrels.from_columns(
        topic=topics, doc=["d"] * n, element=["/a[1]"] * n, e=[2] * n, s=[0.5] * n
    )


@pytest.mark.parametrize("target", ["out/", "out", "out.zip"])
def test_folders_of_files(tmp_path, target):
    pw.write_qrels(assessed("a", "z", "b"), f"{tmp_path}/{target}", format="xrai")
    if target == "out.zip":
        with zipfile.ZipFile(tmp_path / "out.zip") as archive:
            names = archive.namelist()
    else:
        names = [file.name for file in (tmp_path / "out").iterdir()]
    assert sorted(names) == ["a.xml", "b.xml", "z.xml"]
    again = pw.read_qrels(tmp_path / target.strip("/"))
    assert sorted(again.to_frame()["topic"].to_list()) == ["a", "b", "z"]


@pytest.mark.parametrize("target", ["out/", "out", "out.zip"])
@pytest.mark.parametrize("topic", ["a/b", "../c", "/c"])
def test_names_that_would_leave_a_folder(tmp_path, topic, target):
    with pytest.raises(pw.FormatError, match=f"{topic}.xml cannot be the name of a file"):
        pw.write_qrels(assessed("z", topic), f"{tmp_path}/{target}", format="xrai")
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize(
    ("target", "words"),
    [
        ("full", "full: is not empty"),
        ("full/", "full: is not empty"),
        ("full/x", "is a file, and 2 files are to be written"),
        ("none/out", "none/out: its folder does not exist"),
    ],
)
def test_folders_that_cannot_be_written(tmp_path, target, words):
    (tmp_path / "full").mkdir()
    (tmp_path / "full/x").write_text("kept")
    with pytest.raises(pw.FormatError, match=words):
        pw.write_qrels(assessed("a", "z"), f"{tmp_path}/{target}", format="xrai")
    assert [file.name for file in tmp_path.rglob("*")] == ["full", "x"]
    assert (tmp_path / "full/x").read_text() == "kept"


@pytest.mark.parametrize(
    ("size", "rsize", "share", "written"),
    [
        # sizes of a file are kept where their ratio is the share, else the smallest that have it
        ("100", "50", 0.5, (100, 50)), ("100", "25", 0.5, (2, 1)), ("3", "1", 1 / 3, (3, 1)),
        ("100", "0", 0.0, (100, 0)), ("0", "0", 0.0, (0, 0)), (None, None, 0.75, (4, 3)),
        ("100", None, 0.0, (1, 0)), (None, "0", 0.0, (1, 0)), ("7", "x", 0.0, (1, 0)),
    ],
)  # fmt: skip
def test_sizes_of_xrai_elements(tmp_path, size, rsize, share, written):
    row = {"topic": "a", "doc": "d", "element": "/a[1]", "e": 2, "s": share}
    qrels = pw.Qrels.from_frame([row | {"size": size, "rsize": rsize}])
    pw.write_qrels(qrels, tmp_path / "o.xml", format="xrai", lossy=True)
    whole, part = written
    assert f'size="{whole}" rsize="{part}"' in (tmp_path / "o.xml").read_text()
