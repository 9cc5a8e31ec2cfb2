"""Documents and tables of texts at a size that is still read, and beyond it."""

from __future__ import annotations

import gzip
import os
import signal
import zipfile
from contextlib import suppress
from threading import Thread

import polars as pl
import pytest
from tests.helpers import answer

import partwise as pw

GROWN = 10_000_000
"""Characters that any XML document may grow to."""
UNPACKED = 64 << 20
"""Bytes that any member of an archive may unpack to."""
PART = 16 << 20
"""Bytes of a table of texts that are read at a time."""


@pytest.mark.parametrize(("grown", "read"), [(0, True), (GROWN, False)])
def test_long_texts_in_deep_documents(tmp_path, grown, read):
    """Text may be as long as the file; entities may not make much more of it."""
    plain = GROWN + 1 if read else 1
    (tmp_path / "x.xml").write_text(
        f"<!DOCTYPE a [<!ENTITY e '{'x' * 10_000}'>]><a>"
        f"{'&e;' * (grown // 10_000)}{'y' * plain}</a>",
        encoding="utf-8",
    )
    done = answer(tmp_path, "structure", "x.xml", "-o", "s.tsv", "--max-depth", "300")

    assert (done.code == 0) == read
    if read:
        assert (tmp_path / "s.tsv").read_text(encoding="utf-8").split("\t")[-3] == str(plain)


@pytest.mark.parametrize("more", [0, 1])
def test_members_that_grow(tmp_path, more):
    with zipfile.ZipFile(tmp_path / "t.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=1) as packed:
        packed.writestr("x.txt", b"x" * (UNPACKED + more))
    if more:
        with pytest.raises(pw.PartwiseError, match="more than 67,108,864 bytes unpacked"):
            pw.read_texts(tmp_path / "t.zip")
    else:
        assert len(pw.read_texts(tmp_path / "t.zip").documents["x"]) == UNPACKED


@pytest.mark.parametrize("suffix", ["tsv", "csv", "jsonl"])
def test_tables_of_texts_in_parts(tmp_path, suffix):
    """The header holds for all parts; comments and blank lines before it are none."""
    size = PART // 4
    texts = {f"d{n}": f"{n}" * size for n in range(5)}
    if suffix == "jsonl":
        rows = [f'{{"doc": "{doc}", "text": "{text}"}}\n' for doc, text in texts.items()]
    else:
        mark = "\t" if suffix == "tsv" else ","
        head = f"# a comment\n\n# another\ndoc{mark}text\n"
        rows = [head, *(f"{doc}{mark}{text}\n" for doc, text in texts.items())]
    (tmp_path / f"t.{suffix}").write_text("".join(rows), encoding="utf-8")

    assert dict(pw.read_texts(tmp_path / f"t.{suffix}")) == texts


def test_quoted_lines_in_parts(tmp_path):
    texts = {f"d{n}": f"{n}\n\n,{n}" * (PART // 15) for n in range(4)}
    rows = "".join(f'{doc},"{text}"\n' for doc, text in texts.items())
    (tmp_path / "t.csv").write_text(f"doc,text\n{rows}", encoding="utf-8")

    assert dict(pw.read_texts(tmp_path / "t.csv")) == texts


def _give_up(*_: object) -> None:
    raise TimeoutError


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes of POSIX")
def test_packed_pipe(tmp_path):
    """Nobody knows the size of a pipe, so its content may grow as it likes."""
    os.mkfifo(tmp_path / "pipe")
    content = gzip.compress(b"x" * (UNPACKED + 1), 1)

    def fill() -> None:
        with suppress(BrokenPipeError):  # nobody reads all of it
            (tmp_path / "pipe").write_bytes(content)

    writer = Thread(target=fill, daemon=True)
    writer.start()
    before = signal.signal(signal.SIGALRM, _give_up)
    signal.alarm(60)  # who opens a pipe twice waits for ever
    try:
        done = answer(tmp_path, "structure", "pipe", "--kind", "text", "-o", "s.tsv")
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
    os.close(os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK))  # who waits goes on
    writer.join(10)

    assert done.code == 0
    assert f"\t{UNPACKED + 1}\t" in (tmp_path / "s.tsv").read_text(encoding="utf-8")


@pytest.mark.parametrize("suffix", ["tsv", "csv", "jsonl", "parquet"])
def test_document_that_is_given_twice(tmp_path, suffix):
    file = tmp_path / f"t.{suffix}"
    frame = pl.DataFrame({"doc": ["a", "b", "a"], "text": ["x", "y", "z"]})
    if suffix == "parquet":
        frame.write_parquet(file)
    elif suffix == "jsonl":
        frame.write_ndjson(file)
    else:
        frame.write_csv(file, separator="\t" if suffix == "tsv" else ",")
    with pytest.raises(pw.PartwiseError) as error:
        pw.read_texts(file)
    assert "a" in str(error.value).split(suffix, 1)[1]
    line = {"tsv": ":4: ", "csv": ":4: ", "jsonl": ":3: ", "parquet": "row 3"}[suffix]
    assert line in str(error.value)
