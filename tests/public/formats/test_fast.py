"""Run files that are evaluated while they are read: the values of the table that was read first.

The same rows are written in many ways: columns in another order, lines of other shapes, topics
that do not lie together, numbers of unusual spelling. All ways give the values of `pw.Run`.
"""

from __future__ import annotations

import json
import random

import numpy as np
import polars as pl
import pytest
from tests.helpers import grouped_options

import partwise as pw

pytestmark = pytest.mark.filterwarnings("ignore::partwise.PartwiseWarning")
MEASURES = [
    "CharR@3",
    "CharP@3",
    "CharF@2",
    "CharAP",
    "CharR(budget=80)",
    "CharOverlap@3",
]
DOCUMENT_MEASURES = ["AP", "P@3", "nDCG@5", "NumRet", "RR", "Judged@4"]
COLUMNS = ("topic", "doc", "start", "end", "score", "rank", "tokens")
SCORES = (3.5, 2.25, 2.25, 1.0, -0.5, 0.0, 1e-7, 12345678.9, -4e20)


def passages(seed: int, topics: int = 4, depth: int = 9, docs: int = 7) -> list[dict]:
    """Random passages, some of them tied, some in documents that nobody judged."""
    draw = random.Random(seed)
    names = [f"d{i}" for i in range(docs)] + ["ä" * 9, "long/" * 12 + "x", "e1"]
    if seed % 6 == 5:
        names += ["d-0", "D1"]  # names that are alike are told of
    rows = []
    for topic in range(topics):
        for rank in range(draw.randint(1, depth)):
            start = draw.choice([0, draw.randint(0, 90), 10**7])
            rows.append({
                "topic": f"q{topic}", "doc": draw.choice(names), "start": start,
                "end": start + draw.choice([1, 5, 40]), "score": draw.choice(SCORES),
                "rank": rank + 1, "tokens": draw.randint(0, 30),
            })  # fmt: skip
    return rows


def judgements(seed: int, topics: int = 5, docs: int = 7) -> pw.Qrels:
    """Random judged passages, with lengths of their documents; one topic more than in runs."""
    draw = random.Random(seed + 1)
    rows = [
        (f"q{topic}", f"d{doc}", start, start + draw.randint(1, 30))
        for topic in range(topics)
        for doc in draw.sample(range(docs), 4)
        for start in (draw.randint(0, 40), draw.randint(50, 80))
    ]
    topic, doc, start, end = zip(*rows, strict=True)
    return pw.Qrels.from_columns(topic=topic, doc=doc, start=start, end=end)


def values(qrels, run, measures, **options):
    """Values by topic, and the notes without the format that was recognised."""
    results = pw.evaluate(qrels, run, measures, **grouped_options(**options))
    notes = sorted(str(note) for note in results.notes if "read as" not in str(note))
    return results.runs, results.topics, results.table.tolist(), notes


def check(path, qrels, measures=MEASURES, **options) -> None:
    """Compare a file that is evaluated with the table that is read from it."""
    columns = {"columns": options["columns"]} if "columns" in options else {}
    table = pw.read_run(path, **grouped_options(**columns))
    options.pop("columns", None)
    from_file = values(qrels, path, measures, **options, **columns)
    from_table = values(qrels, table, measures, **options)
    np.testing.assert_equal(from_file[2], from_table[2])
    assert from_file[:2] == from_table[:2]
    assert from_file[3] == from_table[3]


def spelt(value: object, way: str) -> str:
    """Number in another spelling of the same value."""
    if isinstance(value, str):
        return value
    if way == "exponent" and isinstance(value, float):
        return f"{value:.12e}"
    if way == "zeros":
        return f"{value}0" if isinstance(value, float) and "e" not in repr(value) else str(value)
    if way == "digits" and isinstance(value, float):
        return f"{value:.25f}"
    return repr(value)


def ways(count: int) -> list[dict]:
    """Seeds of rows, and the ways in which they are written."""
    return [_way(random.Random(seed), seed) for seed in range(count)]


def _way(draw: random.Random, seed: int) -> dict:
    optional = draw.sample(COLUMNS[4:], draw.randint(0, 3))
    return {
        "seed": seed,
        "columns": draw.sample([*COLUMNS[:4], *optional], 4 + len(optional)),
        "number": draw.choice(["plain", "plain", "exponent", "zeros", "digits"]),
        "order": draw.choice(["kept"] * 5 + ["shuffled", "reversed", "by rank"]),
        "odd": draw.choice(["", "", "blank", "crlf", "comment", "keys", "empty topic"]),
        "newline": draw.choice(["\n", "\n", "\r\n"]),
        "last": draw.random() < 0.7,
    }


def ordered(rows: list[dict], way: str, seed: int) -> list[dict]:
    if way == "shuffled":
        return random.Random(seed).sample(rows, len(rows))
    if way == "by rank":
        return sorted(rows, key=lambda row: row["rank"])
    return rows[::-1] if way == "reversed" else rows


def lines_of(rows: list[dict], way: dict, form: str) -> list[str]:
    """Lines of a table, with one odd line among them."""
    spell = way["number"]
    if form == "tsv":
        lines = ["\t".join(spelt(row[name], spell) for name in way["columns"]) for row in rows]
    else:
        lines = [
            "{" + ", ".join(f'"{n}": {_json(row[n], spell)}' for n in way["columns"]) + "}"
            for row in rows
        ]
    place = way["seed"] % len(lines)
    if way["odd"] == "blank":
        lines.insert(place, "")
    elif way["odd"] == "crlf":
        lines[place] += "\r"
    elif way["odd"] == "keys" and form == "jsonl":
        row = {name: rows[place][name] for name in reversed(way["columns"])}
        lines[place] = json.dumps(row, ensure_ascii=False)
    elif way["odd"] == "empty topic" and form == "jsonl":
        lines.append('{"topic": "q4"}')
    if form == "tsv":
        lines = ["# comment"] * (way["odd"] == "comment") + ["\t".join(way["columns"]), *lines]
    return lines


def _json(value: object, way: str) -> str:
    return (
        json.dumps(value, ensure_ascii=way == "zeros")
        if isinstance(value, str)
        else spelt(value, way)
    )


def written(way: dict, form: str) -> bytes:
    """Content of a file of lines."""
    rows = ordered(passages(way["seed"]), way["order"], way["seed"])
    lines = document_lines(rows, way) if form == "run" else lines_of(rows, way, form)
    return (way["newline"].join(lines) + way["newline"] * way["last"]).encode()


def document_lines(rows: list[dict], way: dict) -> list[str]:
    """Lines of a TREC run, with one odd line among them."""
    unique = {
        (row["topic"], row["doc"]): row for row in rows if row["doc"] not in ("d-0", "D1")
    }.values()
    blank = {"crlf": "\t", "blank": "  "}.get(way["odd"], " ")
    lines = [
        blank.join(
            (row["topic"], "Q0", row["doc"], str(row["rank"]), spelt(row["score"], way["number"]))
        )
        + blank
        + "me"
        for row in unique
    ]
    odd = {"comment": "# note", "keys": ""}
    if way["odd"] in odd:
        lines.insert(way["seed"] % len(lines), odd[way["odd"]])
    return lines


@pytest.mark.parametrize("form", ["tsv", "jsonl", "run"])
@pytest.mark.parametrize("share", range(4))
def test_lines(tmp_path, form, share):
    measures = DOCUMENT_MEASURES if form == "run" else MEASURES
    path = tmp_path / f"x.{form}"
    for way in ways(48)[share::4]:
        path.write_bytes(written(way, form))
        qrels = judgements(way["seed"])
        if form == "run":
            qrels = graded(qrels)
        try:
            pw.read_run(path)
        except pw.PartwiseError as refused:
            with pytest.raises(type(refused)):
                pw.evaluate(qrels, path, measures)
        else:
            check(path, qrels, measures)


def graded(qrels: pw.Qrels) -> pw.Qrels:
    """Documents of judged passages, with grades."""
    pairs = qrels.to_frame().unique(["topic", "doc"], maintain_order=True)
    grade = [index % 3 for index in range(pairs.height)]
    return pw.Qrels.from_columns(topic=pairs["topic"], doc=pairs["doc"], grade=grade)


@pytest.mark.parametrize("size", [3, 10, 512])
def test_columns(tmp_path, size):
    path = tmp_path / "x.parquet"
    for way in ways(36)[size % 3 :: 3]:
        rows = ordered(passages(way["seed"]), way["order"], way["seed"])
        frame = pl.DataFrame(rows).select(way["columns"])
        if way["last"]:
            kinds = {"start": pl.Int32, "end": pl.UInt16, "doc": pl.Categorical}
            frame = frame.with_columns(
                pl.col(name).cast(kinds[name], strict=False) for name in kinds
            )
            frame = frame.drop_nulls()
        frame.write_parquet(path, row_group_size=size)
        check(path, judgements(way["seed"]))


PAD = "p" * 60
"""End of all names in files of several blocks, so that few rows make many bytes."""


def many(topics: int) -> list[dict]:
    """Rows of a file of several blocks: one topic is longer than the end of a block."""
    draw = random.Random(5)
    return [
        {
            "topic": f"q{topic}", "doc": f"d{draw.randint(0, 400)}x{rank}{PAD}",
            "start": (start := draw.randint(0, 500)), "end": start + draw.randint(1, 90),
            "score": draw.choice((5.5, 1e3 - rank, 7.0)),
        }
        for topic, depth in enumerate([40, 1900, 30, 1] + [420] * topics)
        for rank in range(depth)
    ]  # fmt: skip


@pytest.mark.parametrize("form", ["run", "tsv", "tsv-last", "jsonl", "parquet"])
def test_several_blocks(tmp_path, form):
    rows = many(28 if form == "run" else 55)
    path = tmp_path / f"x.{form.partition('-')[0]}"
    names = [*[*rows[0]][1:], "topic"] if form == "tsv-last" else [*rows[0]]
    lines = []
    if form == "parquet":
        pl.DataFrame(rows).write_parquet(path, row_group_size=3000)
    elif form == "run":
        lines = [f"{r['topic']} Q0 {r['doc']} {i} {r['score']} me" for i, r in enumerate(rows)]
    elif form == "jsonl":
        lines = [json.dumps(row) for row in rows]
    else:
        lines = ["\t".join(names), *("\t".join(str(row[n]) for n in names) for row in rows)]
    judged = {name: [row[name] for row in rows[::7]] for name in rows[0]}
    qrels = pw.Qrels.from_columns(
        topic=judged["topic"], doc=judged["doc"],
        start=[start + 3 for start in judged["start"]],
        end=[start + 60 for start in judged["start"]],
    )  # fmt: skip
    if form == "run":
        qrels = graded(qrels)
    for odd in (False, True) if lines else (False,):
        if odd:
            lines[len(lines) // 2] += "\r"
            lines.insert(len(lines) - 7, "")
        if lines:
            path.write_text("\n".join(lines) + "\n", newline="")
            assert path.stat().st_size > (1 << 20 if form == "run" else 1 << 21)
        check(path, qrels, DOCUMENT_MEASURES if form == "run" else MEASURES[:3])
