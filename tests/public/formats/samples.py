"""Sample files and what readers make of them, one JSON object a line.

A line of ``samples/NAME.jsonl`` holds the reader, the file's name and content, options, and the
outcome: the columns of the table that was read with the facts of its notes, or the class and the
facts of an error. Facts of a message are its numbers and what it quotes, not its words.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from pathlib import Path

from tests.helpers import answer, grouped_options

import partwise as pw

FOLDER = Path(__file__).parent / "samples"
READERS = {
    "run": pw.read_run,
    "qrels": pw.read_qrels,
    "lengths": pw.read_lengths,
    "inventory": pw.read_inventory,
    "structure": pw.read_structure,
    "texts": pw.read_texts,
    "site": pw.read_site_links,
}
"""Readers by kind; others are those of ``partwise check``, or ``any``."""
KINDS = re.compile(r"run|assess|structure|length|inventory|link|route|topic|result|question")
INVENTORY = ("docs", "start", "end", "elements", "tokens", "size", "id", "text")


def load(name: str) -> list[dict]:
    """Samples of one file."""
    lines = (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").split("\n")
    return [json.loads(line) for line in lines if line]


def write(folder: Path, sample: dict) -> Path:
    """Write the file of a sample."""
    path = folder / sample["file"]
    path.write_bytes(sample["content"].encode())
    return path


def outcome(folder: Path, sample: dict) -> dict:
    """Outcome of reading the file of a sample that lies in a folder."""
    kind = sample["kind"]
    if kind not in (*READERS, "paragraphs"):
        words = [] if kind == "any" else ["--as", kind]
        told = answer(folder, "check", sample["file"], *words)
        result = {"code": told.code, "facts": facts(told.out) + facts(told.err)}
        return result | ({"kinds": sorted({*KINDS.findall(told.out)})} if kind == "any" else {})
    read = _paragraphs if kind == "paragraphs" else READERS[kind]
    options = grouped_options(**sample.get("options", {}))
    return outcome_of(lambda: read(folder / sample["file"], **options), str(folder))


def outcome_of(make: Callable[[], object], folder: str = "") -> dict:
    """Columns and facts of the notes of a table, or class and facts of an error."""
    try:
        table = make()
    except pw.PartwiseError as error:
        problems = getattr(error, "problems", None) or [error]
        return {
            "error": type(error).__name__,
            "facts": [facts(str(problem).replace(folder, "")) for problem in problems],
        }
    notes = [facts(str(note).replace(folder, "")) for note in getattr(table, "notes", ())]
    return {"columns": columns(table), "notes": [note for note in notes if note]}


def columns(table: object) -> dict[str, list]:
    """Columns of a table, as JSON can hold them."""
    if isinstance(table, pw.Texts):
        return dict(table)
    if not hasattr(table, "notes"):
        rows = table.to_dict(as_series=False)
    elif hasattr(table, "to_frame"):
        rows = table.to_frame().to_dict(as_series=False)
    else:
        rows = {name: getattr(table, name, None) for name in (*INVENTORY, "doc", "length")}
        rows = {name: values.tolist() for name, values in rows.items() if values is not None}
    named = {"scale": getattr(table, "scale", None)}
    return {
        **{name: [_plain(value) for value in values] for name, values in rows.items()},
        **{name: value for name, value in named.items() if value is not None},
    }


def _plain(value: object) -> object:
    if isinstance(value, float) and not math.isfinite(value):
        return repr(value)
    return value if isinstance(value, int | float | str | None) else str(value)


def _paragraphs(path: Path) -> pw.Structure:
    """Structure of a plain text, which only the command makes."""
    answer(path.parent, "structure", path.name, "-o", "structure.tsv", "--words")
    return pw.read_structure(path.parent / "structure.tsv")


def facts(message: str) -> list[str]:
    """Numbers and quoted words of a message."""
    return re.findall(r'"[^"]*"|\d[\d,.]*\d|\d', message)
