"""Every limit of the page, crossed: just below it is taken, just above refused in words."""

from __future__ import annotations

import gzip
import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.helpers import answer
from tests.limits.test_page import PAGE

from partwise.files import source
from partwise.files.documents import xml
from partwise.files.limits import LONGEST_NAME, MOST_COLUMNS
from partwise.lab.stability import MOST as MOST_MODELS
from partwise.language import tokens
from partwise.tables.problems import FARTHEST

Words = list[str]
Make = Callable[[Path, int], Words]
JUDGED = "t 0 d 1\nt 0 e 0\n"


def _check(folder: Path, name: str, content: str | bytes) -> Words:
    data = content if isinstance(content, bytes) else content.encode()
    (folder / name).write_bytes(data)
    return ["check", name]


def _measured(folder: Path, expression: str) -> Words:
    (folder / "a.qrels").write_text(JUDGED)
    (folder / "a.run").write_text("t Q0 d 1 1 r\n")
    return ["evaluate", "a.qrels", "a.run", "-m", expression, "-q"]


def _structure(folder: Path, name: str, content: str, *more: str) -> Words:
    (folder / name).write_text(content)
    return ["structure", name, "-o", "out.tsv", *more]


def _packed(folder: Path, n: int) -> Words:
    (folder / "a.run.gz").write_bytes(gzip.compress(_lines(n), mtime=0))
    return ["check", "a.run.gz", "--max-bytes", "1000"]


def _lines(n: int) -> bytes:
    """Return a TREC run of so many bytes."""
    line = b"t Q0 d 1 1 r"
    return line + b" " * (n - len(line) - 1) + b"\n"


def _archive(folder: Path, n: int) -> Words:
    with zipfile.ZipFile(folder / "texts.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("d.txt", "x" * n)
    (folder / "spans.tsv").write_text("topic\tdoc\ttext\nt\td\txxx\n")
    return ["locate", "spans.tsv", "--texts", "texts.zip", "--max-bytes", "1000", "-o", "o.tsv"]


def _keys(folder: Path, n: int) -> Words:
    row = {"topic": "t", "doc": "d", "score": 1} | {f"k{i}": i for i in range(n - 3)}
    return _check(folder, "a.jsonl", json.dumps(row) + "\n")


def _columns(folder: Path, n: int) -> Words:
    extra = [f"k{i}" for i in range(n - 3)]
    rows = ["topic\tdoc\tscore\t" + "\t".join(extra), "t\td\t1" + "\t1" * len(extra), ""]
    return _check(folder, "a.tsv", "\n".join(rows))


def _name(folder: Path, n: int) -> Words:
    return _check(folder, "a.tsv", f"topic\tdoc\tscore\nt\t{'d' * n}\t1\n")


def _line(folder: Path, n: int) -> Words:
    head = "topic\tdoc\tscore\ttext\n"
    return _check(folder, "a.tsv", head + "t\td\t1\t" + "x" * (n - 6) + "\n")


def _entities(folder: Path, n: int) -> Words:
    entity = f'<!DOCTYPE a [<!ENTITY e "{"x" * 1000}">]>'
    return _structure(folder, "a.xml", f"{entity}<a>{'&e;' * (n // 1000)}</a>")


def _models(folder: Path, n: int) -> Words:
    (folder / "a.tsv").write_text("topic\tdoc\tstart\tend\tlength\nt\td\t0\t9\t99\n")
    for name in "bc":
        (folder / f"{name}.tsv").write_text("topic\tdoc\tstart\tend\tscore\nt\td\t0\t9\t1\n")
    after = ", ".join(map(str, range(1, n + 1)))
    measure = f"GR(nav=Window(after=[{after}]))@2"
    return ["lab", "correlate", "--stability", "a.tsv", "b.tsv", "c.tsv", "-m", measure, "-q"]


def _whole(folder: Path, n: int) -> Words:
    (folder / "a.json").write_bytes(json.dumps({"t": {"d": 1.5}}).encode().ljust(n))
    return ["check", "a.json", "--max-bytes", "1000"]


def _offset(folder: Path, n: int) -> Words:
    return _check(folder, "a.tsv", f"topic\tdoc\tstart\tend\nt\td\t0\t{n}\n")


CASES: dict[str, tuple[str, Make, int, str]] = {
    "packed file": ("bytes that a packed file", _packed, 1000, "more than 1,000 bytes unpacked"),
    "archive": ("bytes that a packed file", _archive, 1000, "more than 1,000 bytes"),
    "line": ("a line of a text file", _line, source.LONGEST_LINE, "line"),
    "columns": ("columns of a table", _columns, MOST_COLUMNS, "more than 1,000 columns"),
    "keys": ("columns of a table", _keys, MOST_COLUMNS, "more than 1,000"),
    "name": ("a name: topic", _name, LONGEST_NAME, "100,001 characters (at most 100,000)"),
    "elements": (
        "elements of a document tree",
        lambda folder, n: _structure(
            folder, "a.xml", f"<a>{'<b/>' * (n - 1)}</a>", "--max-elements", "500"),
        500, "more than 500 elements"),
    "depth of XML": (
        "depth of XML", lambda folder, n: _structure(folder, "a.xml", "<a>" * n + "</a>" * n),
        256, "elements nest deeper than 256"),
    "depth of HTML": (
        "depth of XML",
        lambda folder, n: _structure(
            folder, "a.html", "<div>" * n + "x" + "</div>" * n, "--max-depth", "22"),
        20, "elements nest deeper than 22"),
    "depth that is asked for": (
        "depth of XML",
        lambda folder, n: _structure(folder, "a.xml", "<a/>", "--max-depth", str(n)),
        xml._MOST_DEPTH, "2048"),
    "expression": (
        "a measure expression",
        lambda folder, n: _measured(folder, "AP" + " " * (n - 2)),
        tokens._LONGEST, "longer than 10,000 characters"),
    "measures": (
        "a measure expression",
        lambda folder, n: _measured(folder, f"P@1..{n}"),
        tokens.MAX_MEASURES, "1,001 measures; at most 1,000"),
    "models": ("models that lists", _models, MOST_MODELS, "101 models; at most 100"),
    "numbers": ("starts, ends, lengths", _offset, FARTHEST, "larger than any document"),
    "whole file": ("held in memory", _whole, 1000, "more than 1,000 bytes"),
    "document": (
        "bytes of one document",
        lambda folder, n: _structure(
            folder, "a.xml", f"<a>{'x' * (n - 7)}</a>", "--max-bytes", "1000"),
        1000, "more than 1,000 bytes"),
}  # fmt: skip
"""The row of the page, what makes an input of a size, the largest that is taken, the refusal."""


@pytest.mark.slow
@pytest.mark.parametrize("name", CASES)
def test_below_is_taken_and_above_refused(tmp_path, name):
    row, make, limit, words = CASES[name]

    below = answer(tmp_path, *make(tmp_path, limit))
    above = answer(tmp_path, *make(tmp_path, limit + 1))

    assert below.code == 0, below.err[-500:]
    assert above.code == 2, above.err[-500:]
    assert words in above.err
    assert sum(row in line for line in PAGE.read_text(encoding="utf-8").splitlines()) == 1


@pytest.mark.parametrize(("n", "code"), [(900_000, 0), (60_000_000, 2)])
def test_entities_within_what_the_parser_itself_allows(tmp_path, n, code):
    found = answer(tmp_path, *_entities(tmp_path, n))

    assert found.code == code
    assert code == 0 or "its entities expand to far more text" in found.err


def test_every_limit_of_the_page_is_crossed():
    lines = PAGE.read_text(encoding="utf-8").split("## What is read")[0].splitlines()
    rows = [line for line in lines if line.startswith("| ")][2:]
    said = {row for row, *_ in CASES.values()} | {"entities of an XML", "exact ceilings"}

    assert [line for line in rows if not any(row in line for row in said)] == []
