"""Input that costs too much is refused before it costs: findings 4.10 and rulings 10."""

from __future__ import annotations

import gzip
import io
import json
from pathlib import Path

import polars as pl
import pytest
from tests.clock import tenths

from partwise.errors import FormatError
from partwise.files import reading as api
from partwise.files import streams as _streams
from partwise.files.kinds import kind_of
from partwise.files.options import Reading
from partwise.files.parsing.parquet import is_parquet
from partwise.files.source import Source

WIDE = ": more than 1,000 columns. Is this a run or assessments?"
SPAN = '{"topic":"q","doc":"d","start":0,"end":5%s}\n'


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def said(read, name: str, **options) -> str:
    with pytest.raises(FormatError) as caught:
        read(name, **options)
    return str(caught.value)


def _many_keys() -> bytes:
    return "".join(SPAN % f',"k{number}":1' for number in range(20_000)).encode()


def _many_spaced_keys() -> bytes:
    return "".join(SPAN % f',"k{number}" :1' for number in range(20_000)).encode()


def _many_columns(separator: str) -> bytes:
    names = ["topic", "doc", "start", "end", *(f"c{number}" for number in range(20_000))]
    cells = ["q", "d", "0", "5", *"1" * 20_000]
    return f"{separator.join(names)}\n{separator.join(cells)}\n".encode()


def _parquet() -> bytes:
    buffer = io.BytesIO()
    frame = {"topic": ["q"], "doc": ["d"], **{f"c{number}": [1] for number in range(1001)}}
    pl.DataFrame(frame).write_parquet(buffer)
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("k.jsonl", _many_keys()),
        ("s.jsonl", _many_spaced_keys()),
        ("w.tsv", _many_columns("\t")),
        ("w.csv", _many_columns(",")),
        ("w.parquet", _parquet()),
    ],
)
def test_tables_have_at_most_a_thousand_columns(here, name, content):  # findings 4.10
    Path(name).write_bytes(content)

    def refusals():
        assert said(api.read_qrels, name) == name + WIDE
        assert said(api.read_run, name, format=name.partition(".")[2]) == name + WIDE

    assert tenths(refusals) < 40  # once 200 and more; two are usual


def test_keys_in_texts_are_no_columns(here):  # findings 4.10
    text = " ".join(f'"k{number}":' for number in range(2000))
    Path("t.jsonl").write_text(SPAN % f',"note":{json.dumps(text)}')

    assert len(api.read_qrels("t.jsonl")) == 1


@pytest.mark.parametrize("name", ["s.jsonl", "s.tsv"])
def test_structures_have_at_most_a_thousand_columns(here, name):  # findings 4.10
    content = _many_keys() if name == "s.jsonl" else _many_columns("\t")
    Path(name).write_bytes(content)

    words = f"{name}: more than 1,000 columns. Is this a structure table?"
    assert said(api.read_structure, name) == words


def test_parquet_inside_gzip(here, monkeypatch):  # findings 4.10
    Path("par.gz").write_bytes(gzip.compress(b"PAR1" + bytes(1 << 20)))
    words = "par.gz: Parquet inside gzip; unpack it first"

    assert said(lambda name: is_parquet(Source(name)), "par.gz") == words
    assert said(api.read_run, "par.gz") == words
    assert said(api.read_structure, "par.gz") == words
    assert said(kind_of, "par.gz") == words


LONG = "x" * 100_001


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (f"1 Q0 a 1 2 t\n1 Q0 {LONG} 2 1 t\n", "x:2: doc of 100,001 characters"),
        (f"1 Q0 a 1 2 t\n{LONG} Q0 b 2 1 t\n", "x:2: topic of 100,001 characters"),
        (f"topic\tdoc\tscore\nq\t{LONG}\t1\n", "x:2: doc of 100,001 characters"),
        (f'{{"topic":"q","doc":"{LONG}"}}\n', "x:1: doc of 100,001 characters"),
        (f"topic\tdoc\telement\tscore\nq\td\t/{LONG}[1]\t1\n", "x:2: element of 100,005"),
        (f"1 Q0 a 1 2 t /{LONG}[1]\n", "x:1: element of 100,005 characters"),
    ],
)
def test_names_have_at_most_100_000_characters(here, content, words):  # findings 4.10
    Path("x").write_text(content)

    assert said(api.read_run, "x").startswith(words)


def test_letters_are_counted_not_bytes(here):  # findings 4.10
    Path("x").write_text(f"1 Q0 {'é' * 60_000} 1 2 t\n")

    assert len(api.read_run("x")) == 1


def test_what_unpacks_to_far_more_is_refused(here, monkeypatch):  # ruling 10
    monkeypatch.setattr(_streams, "_HARMLESS", 1 << 19)
    lines = b"1 Q0 d 1 2 t\n" * 200_000
    Path("x.gz").write_bytes(gzip.compress(lines, 9))
    size = Path("x.gz").stat().st_size
    assert len(lines) > 200 * size > 1 << 19

    words = f"x.gz: more than {200 * size:,} bytes unpacked, 200 times its size. "
    assert said(api.read_run, "x.gz") == words + "Use max_bytes=..., or unpack it first"


def test_max_bytes(here):  # ruling 10
    Path("x").write_text("1 Q0 d 1 2 t\n")
    Path("x.gz").write_bytes(gzip.compress(b"1 Q0 d 1 2 t\n"))

    assert said(api.read_run, "x.gz", reading=Reading(max_bytes=5)).startswith(
        "x.gz: more than 5 bytes unpacked"
    )
    assert said(api.read_run, "x", reading=Reading(max_bytes=5)).startswith("x: more than 5 bytes")
    assert len(api.read_run("x.gz", reading=Reading(max_bytes=13))) == 1
