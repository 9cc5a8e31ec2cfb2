"""Sample files in other encodings, compressions and line ends, and written in other formats."""

from __future__ import annotations

import gzip
import json

import pytest
from backports import zstd
from tests.public.formats.samples import columns, load, outcome
from tests.public.formats.test_samples import NAMES

import partwise as pw

WRITE = {"run": pw.write_run, "qrels": pw.write_qrels}
READ = {"run": pw.read_run, "qrels": pw.read_qrels}
TABLES = ("tsv", "csv", "jsonl", "parquet")
"""Formats that hold every table."""
PLACES = ("topic", "doc", "start", "end", "element", "tree", "e", "s")

pytestmark = pytest.mark.filterwarnings("ignore::partwise.PartwiseWarning")


def good(name: str) -> list[dict]:
    """Samples of runs and assessments that are read with the options of every format."""
    return [
        sample
        for sample in load(name)
        if sample["kind"] in READ and "columns" in sample["outcome"] and "options" not in sample
    ]


def variants(content: bytes):
    """Suffix, options and content of a file that holds the same."""
    yield ".gz", {}, gzip.compress(content)
    yield ".zst", {}, zstd.compress(content)
    yield "", {"lenient": True}, b"\xef\xbb\xbf" + content
    if not content.startswith(b"<"):  # XML says its encoding itself
        yield "", {"encoding": "utf-16"}, content.decode().encode("utf-16")
    yield "", {"encoding": "utf-8-sig"}, content
    if b"\r" not in content and b'"' not in content:
        yield "", {}, content.replace(b"\n", b"\r\n")
    if content.endswith(b"\n") and b"\r" not in content:
        yield "", {}, content[:-1]


@pytest.mark.parametrize("name", NAMES)
def test_packed_and_encoded(tmp_path, name):
    for sample in good(name)[:5]:
        path = tmp_path / sample["file"]
        for suffix, options, content in variants(sample["content"].encode()):
            packed = path.with_name(path.name + suffix)
            packed.write_bytes(content)
            same = {**sample, "file": packed.name, "options": options}
            assert outcome(tmp_path, same)["columns"] == sample["outcome"]["columns"], same
            packed.unlink()


@pytest.mark.parametrize("name", NAMES)
def test_written_and_read_again(tmp_path, name):
    for number, sample in enumerate(good(name)[:8]):
        kind = sample["kind"]
        path = tmp_path / sample["file"]
        path.write_bytes(sample["content"].encode())
        table = READ[kind](path)
        for form in (TABLES[number % 4], name):
            target = tmp_path / f"again.{form}"
            try:
                WRITE[kind](table, target, format=form)
            except pw.PartwiseError:
                assert not target.exists()
                continue
            again = READ[kind](target, format=form, reading=pw.Reading(missing="document"))
            more = ("grade", "score") if form in TABLES and "genomics" not in name else ()
            assert _rows(again, *more) == _rows(table, *more), (sample, form)
            target.unlink()


def _rows(table, *more: str) -> list[str]:
    """Rows of a table, without what formats number for themselves."""
    found = columns(table)
    cells = [found.get(name, [None] * len(found["topic"])) for name in (*PLACES, *more)]
    return sorted(json.dumps(row) for row in zip(*cells, strict=True))
