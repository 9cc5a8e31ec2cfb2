"""Every command that writes, with what it writes, in a folder of small files."""

from __future__ import annotations

import io
import re
import shutil
from dataclasses import dataclass
from pathlib import Path

GOLDEN = Path(__file__).parent.parent / "golden" / "files"


@dataclass(frozen=True)
class Writing:
    """A command and what it writes.

    Parameters
    ----------
    name : str
        How it is called here.
    words : tuple of str
        The command.
    outputs : tuple of str
        Files and folders that it writes.
    before : tuple of str
        A command that makes the folders which it replaces; without it they are not there before.
    again : tuple of str
        Words that go on with what was left unfinished, for commands that may leave such.
    step : int
        Of the calls of a costly command only every so many-th is tried.
    """

    name: str
    words: tuple[str, ...]
    outputs: tuple[str, ...]
    before: tuple[str, ...] = ()
    again: tuple[str, ...] = ()
    step: int = 1


_TREC = ("documents.qrels", "tide.run", "ebb.run")
_SPANS = ("spans.tsv", "found.jsonl")
_PARTS = ("--inventory", "parts.tsv", "-k", "2")
_TREES = ("elements.tsv", "--structure", "structure.tsv")


def _evaluate(form: str, *more: str) -> Writing:
    words = ("evaluate", *_TREC, "--format", form, *more, "-o", "out")
    return Writing(f"evaluate-{form}", words, ("out",))


COMMANDS = (
    *map(_evaluate, ("table", "tsv", "csv", "json", "jsonl", "md", "latex", "parquet")),
    Writing("evaluate-bucket-of-folder", ("evaluate", "made", "--bucket", "1/2", "-o", "out"),
            ("out",)),
    Writing("merge", ("merge", "made", "-o", "out", "--format", "tsv"), ("out",)),
    Writing("bucket", ("bucket", *_SPANS, "-o", "out", "-n", "2"), ("out",), again=("--resume",),
            step=5),
    Writing("compare", ("compare", *_TREC, "-o", "out", "--format", "tsv"), ("out",)),
    Writing("compare-saved", ("compare", "saved.json", "-o", "out", "--format", "json"), ("out",)),
    Writing("convert", ("convert", "spans.tsv", "out.jsonl"), ("out.jsonl",)),
    Writing("convert-parquet", ("convert", "spans.tsv", "out.parquet"), ("out.parquet",)),
    Writing("convert-folder", ("convert", "graded.tsv", "out", "--to", "xrai"), ("out",)),
    Writing("convert-zip", ("convert", "graded.tsv", "out.zip", "--to", "xrai"), ("out.zip",)),
    Writing("structure", ("structure", "note.md", "-o", "out.parquet"), ("out.parquet",)),
    Writing("structure-tsv", ("structure", "note.md", "note.xml", "-o", "out.tsv", "--id", "name"),
            ("out.tsv",)),
    Writing("structure-all", ("structure", "note.md", "-o", "out.jsonl", "--links", "links.tsv",
                              "--texts", "out"), ("out.jsonl", "links.tsv", "out"),
            before=("structure", "note.xml", "-o", "x.tsv", "--texts", "out")),
    Writing("locate", ("locate", "quotes.jsonl", "--texts", "sources", "-o", "out.tsv",
                       "--max-errors", "30%"), ("out.tsv",)),
    Writing("migrate", ("migrate", "spans.tsv", "--from", "sources", "--to", "revised", "-o",
                       "out.jsonl", "--review", "review.md"), ("out.jsonl", "review.md")),
    Writing("losses", ("losses", *_SPANS, *_PARTS, "-o", "out", "--format", "json", "--oracle",
                       "oracle.tsv"), ("out", "oracle.tsv")),
    Writing("report", ("report", *_SPANS, "-o", "out.html", "--data", "data.json"),
            ("out.html", "data.json")),
    Writing("plot-svg", ("plot", "budget", *_SPANS, "-o", "out.svg"), ("out.svg",)),
    Writing("plot-json", ("plot", "budget", *_SPANS, "-o", "out.json"), ("out.json",)),
    Writing("simulate", ("lab", "simulate", *_TREES, "-o", "out"), ("out",),
            before=("lab", "simulate", *_TREES, "-o", "out", "--count", "1"), step=3),
    Writing("fidelity", ("lab", "fidelity", *_TREES, "-m", "Aep", "-o", "out"), ("out",)),
    Writing("agreement", ("lab", "agreement", "assessors.tsv", "-o", "out"), ("out",)),
    Writing("correlate", ("lab", "correlate", *_TREC, "-m", "AP", "-m", "RR", "-o", "out",
                          "--plot", "out.json"), ("out", "out.json")),
    Writing("reliability", ("lab", "reliability", "assessors.tsv", "drift.run", "-m", "CharR@2",
                            "--official", "first", "-o", "out"), ("out",)),
    Writing("evaluate-bucket", ("evaluate", *_TREC, "--bucket", "1/2", "-o", "out"), ("out",),
            step=11),
    Writing("evaluate-jobs", ("evaluate", *_TREC, "--jobs", "2", "-o", "out.tsv"), ("out.tsv",),
            step=17),
    Writing("evaluate-work", ("evaluate", *_TREC, "--jobs", "2", "--work", "w", "-o", "out.tsv"),
            ("out.tsv", "w"), again=("--resume",), step=17),
    Writing("demo", ("demo", "out"), ("out",), again=("--force",), step=23),
)  # fmt: skip

FOUND = b"""{"topic": "q1", "doc": "harbour", "start": 0, "end": 40, "rank": 1}
{"topic": "q1", "doc": "lamp", "start": 10, "end": 30, "rank": 2}
{"topic": "q3", "doc": "lamp", "start": 5, "end": 17, "rank": 1}
"""
PARTS = b"""doc\tstart\tend
harbour\t0\t40
harbour\t40\t150
lamp\t0\t20
lamp\t5\t17
lamp\t10\t30
"""
GRADED = b"""topic\tdoc\telement\te\ts
51\tharbour\t/a[1]/s[1]\t2\t0.5
52\tquay\t/a[1]\t1\t1
"""
MADE = (
    ("bucket", *_TREC, "-o", "made", "-n", "2"),
    ("evaluate", "made", "--bucket", "0/2"),
    ("evaluate", "made", "--bucket", "1/2"),
    ("evaluate", *_TREC, "--format", "json", "--per-topic", "-o", "saved.json"),
)
"""Commands that make files which others read."""
OF_MADE = {"made", "saved.json"}
"""What they make."""


def lay(folder: Path) -> None:
    """Put the files that commands read into a folder."""
    shutil.copytree(GOLDEN, folder, dirs_exist_ok=True)
    (folder / "found.jsonl").write_bytes(FOUND)
    (folder / "parts.tsv").write_bytes(PARTS)
    (folder / "graded.tsv").write_bytes(GRADED)
    (folder / "tmp").mkdir()


def content(path: Path) -> object:
    """Return what a file or folder holds; None where it is not there."""
    if path.is_dir():
        files = sorted(one for one in path.rglob("*") if one.is_file() and not _is_waiting(one))
        return {str(one.relative_to(path)): _same(one.read_bytes()) for one in files}
    return _same(path.read_bytes()) if path.exists() else None


def _is_waiting(file: Path) -> bool:
    """Tell whether a file lies in a folder that waits beside its target."""
    return any(part.startswith(".") and part.endswith(".partwise") for part in file.parts)


def _same(data: bytes) -> object:
    """Return what is the same in every run: parts of buckets tell the time that they took."""
    if not (data.startswith(b"PAR1") and b'"cpu_s' in data):
        return data
    import polars as pl

    about = re.sub(
        r'"(cpu_)?(seconds|peak_mb)[^,}]*',
        "",
        pl.read_parquet_metadata(io.BytesIO(data))["partwise"],
    )
    return [about.encode(), pl.read_parquet(io.BytesIO(data)).to_dicts()]
