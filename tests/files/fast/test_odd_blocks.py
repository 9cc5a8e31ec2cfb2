"""Blocks that are not plain, read in the ordinary way; tests/laws compare whole files."""

from __future__ import annotations

import numpy as np
import pytest

from partwise.files.blocks import Block
from partwise.files.fast import odd_blocks as module
from partwise.files.fast.json_rows import JsonRows
from partwise.files.fast.odd_blocks import AnyBlock
from partwise.files.fast.rows import IrregularError
from partwise.files.fast.tsv_rows import TsvRows
from partwise.files.source import Source
from partwise.kernels.text.lines import PAD, padded
from partwise.tables.column_names import Schema

PLAIN = '{"topic":"q1","doc":"é","start":1,"end":9,"score":2.5}\n'
TURNED = '{"doc": "a", "score": 1, "topic": "q2", "end": 5, "start": 0}\n'
HEADER = "topic\tdoc\tstart\tend\tscore\n"


@pytest.fixture
def read(tmp_path):
    def made(text, format_="jsonl"):
        path = tmp_path / f"run.{format_}"
        path.write_text(text)
        source, schema = Source(path), Schema("run", None)
        plain = (JsonRows if format_ == "jsonl" else TsvRows)(source, schema)
        return AnyBlock(plain, source, format_, schema)

    return made


def block(text, line=2):
    data = padded(text.encode())
    return Block(data, data.size - PAD, line)


def names(rows):
    places = zip(*rows.doc.at(np.arange(len(rows))), strict=True)
    return [rows.doc.data[a:b].tobytes().decode() for a, b in places]


def test_keys_in_another_order(read):
    rows = read(PLAIN)(block(TURNED + PLAIN + TURNED.replace("q2", "q1")))

    assert (rows.first.tolist(), rows.topics) == ([0, 1], [b"q2", b"q1"])
    assert names(rows) == ["a", "é", "a"]
    assert (rows.start.tolist(), rows.end.tolist()) == ([0, 1, 0], [5, 9, 5])
    assert rows.score.tolist() == [1.0, 2.5, 1.0]
    assert (rows.rank, rows.tokens, rows.label) == (None, None, None)


def test_lines_of_a_table_get_its_header(read, monkeypatch):
    monkeypatch.setattr(module, "_PLAIN_TRIES", 0)
    any_block = read(HEADER + "q1\ta\t0\t5\t1\n", "tsv")

    for lines, line in ((HEADER + "q1\ta\t0\t5\t1\n", 1), ("q1\ta\t0\t5\t1\n", 7)):
        rows = any_block(block(lines, line))
        assert (names(rows), rows.topics, rows.end.tolist()) == (["a"], [b"q1"], [5])


def test_after_three_such_blocks_none_is_expected_to_be_plain(read, monkeypatch):
    any_block = read(PLAIN)
    tried = []
    plain = any_block._plain.__call__
    monkeypatch.setattr(JsonRows, "__call__", lambda self, one: (tried.append(1), plain(one))[1])

    for text in (PLAIN, TURNED, TURNED, PLAIN, TURNED, PLAIN, TURNED):
        assert len(any_block(block(text))) == 1

    assert len(tried) == 5


@pytest.mark.parametrize(
    "line",
    [
        "no object",
        '{"doc":"a","topic":"q","start":-1,"end":5,"score":1}',
        '{"doc":"a","topic":"q","start":0,"end":5}',
        '{"doc":"a","topic":"q","start":0,"end":5,"score":1,"rank":1}',
        '{"doc":"a","topic":"q","start":0,"end":5,"score":1,"tokens":1}',
        '{"doc":"a","topic":"q","start":0,"end":5,"score":1,"who":1}',
        '{"doc":"a","topic":"q","start":0,"end":5,"score":1,"run":"mine"}',
        '{"doc":"a","topic":"q","start":0,"end":5,"score":1,"element":"/a"}',
        '{"doc":"a","topic":"q","start":0,"end":2000000000000,"score":1}',
        '{"topic":"q"}',
        '{"topic":"q","results":[{"doc":"a","start":0,"end":5}]}',
    ],
)
def test_what_has_to_be_said_of_the_file_is_left_to_the_ordinary_reader(read, line):
    with pytest.raises(IrregularError):
        read(PLAIN)(block(f"{line}\n"))
