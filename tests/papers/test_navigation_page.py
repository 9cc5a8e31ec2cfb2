"""The numbers of docs/near-misses.md are what the library says."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from tests.helpers import grouped_options

import partwise as pw

ROOT = Path(__file__).resolve().parents[2]
LIGHTHOUSE = ROOT / "examples" / "lighthouse"


def table(heading):
    """Rows of the first table below a heading: model, cells."""
    page = (ROOT / "docs" / "near-misses.md").read_text(encoding="utf-8")
    section = page.split(f"## {heading}\n", 1)[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")][2:]
    rows = [[cell.strip().strip("`") for cell in line.strip("|").split(" | ")] for line in lines]
    assert rows
    return rows


def means(qrels, run, measures, **more):
    return np.nanmean(pw.evaluate(qrels, run, measures, **grouped_options(**more)).table[0], axis=1)


def same(shown, value):
    places = len(shown.partition(".")[2])
    assert f"{value:.{places}f}" == shown


def test_one_chunk_two_answers():
    qrels = pw.read_qrels(LIGHTHOUSE / "qrels.tsv")
    run = pw.read_run(LIGHTHOUSE / "small.jsonl")
    spans = [(309, 359), (360, 460)]
    for model, *cells in table("One chunk, two answers"):
        results = pw.evaluate(qrels, run, [f"GR(nav={model})@1"])
        same(cells[2], results.table[0, 0, results.topics.index("wick")])
        for (start, end), shown in zip(spans, cells, strict=False):
            one = pw.Qrels.from_columns(topic=["wick"], doc=["lamp"], start=[start], end=[end])
            same(shown, pw.evaluate(one, run, [f"GR(nav={model})@1"]).table[0, 0, 0])


def test_three_chunkings():
    qrels = pw.read_qrels(LIGHTHOUSE / "qrels.tsv")
    runs = [pw.read_run(LIGHTHOUSE / f"{name}.jsonl") for name in ("small", "medium", "large")]
    rows = table("Three chunkings")
    measures = [f"GR(nav={row[0]})@3" for row in rows]
    got = np.nanmean(pw.evaluate(qrels, runs, measures).table, axis=2)
    for position, row in enumerate(rows):
        for shown, value in zip(row[1:], got[:, position], strict=True):
            same(shown, value)


def test_weighted_by_length_reads_is_char_recall():
    qrels = pw.read_qrels(LIGHTHOUSE / "qrels.tsv")
    for name in ("small", "medium", "large"):
        run = pw.read_run(LIGHTHOUSE / f"{name}.jsonl")
        values = pw.evaluate(qrels, run, ["GR(rel=length, nav=Reads)@3", "CharR@3"]).table[0]
        assert values[0] == pytest.approx(values[1])


def chunked(lengths, size, stride):
    return [(d, a, min(a + size, n)) for d, n in lengths.items() for a in range(0, n, stride)]


def inventory(parts):
    doc, start, end = zip(*parts, strict=True)
    return pw.Inventory.from_columns(doc=doc, start=start, end=end)


def test_hierarchy_misleads_on_chunks(real_data):
    folder = real_data / "chunking_evaluation"
    qrels = pw.read_qrels(folder / "gold.tsv")
    files = sorted((folder / "corpora").glob("*.md"))
    lengths = {p.stem: len(p.read_bytes().decode("utf-8")) for p in files}
    gold = qrels.to_frame().to_dicts()
    whole, half, everything = table("Why Hierarchy misleads on chunks")
    assert everything[1:] == ["1"] * 4
    for place, size in enumerate((200, 400, 800, 1600), start=1):
        for row, stride in ((whole, size), (half, size // 2)):
            parts: dict[str, list[tuple[int, int]]] = {}
            for doc, a, b in chunked(lengths, size, stride):
                parts.setdefault(doc, []).append((a, b))
            shown = sorted(
                {
                    (g["topic"], g["doc"], a, b)
                    for g in gold
                    for a, b in parts[g["doc"]]
                    if max(a, g["start"]) < min(b, g["end"])
                }
            )
            topic, doc, start, end = zip(*shown, strict=True)
            run = pw.Run.from_columns(topic=topic, doc=doc, start=start, end=end)
            values = means(qrels, run, ["GR(nav=Hierarchy)", "GR", "CharR", "GR(nav=Reads)"])
            same(row[place], values[0])
            assert values[1:] == pytest.approx([1, 1, 1])


def test_a_real_run(real_data):
    folder = real_data / "evidence-inference"
    qrels = pw.read_qrels(folder / "qrels.fol")
    run = pw.read_run(folder / "runs" / "bm25-chunk500.fol.txt")
    lengths = dict(qrels.to_frame().select("doc", "length").iter_rows())
    parts = chunked(lengths, 500, 250)
    assert f"{len(parts):,}" == "7,316"
    names = ("GR", "EPRUM(r=1", "PRUM", "ESRP", "ESRR")
    ends = ("@5", "@10", "@0.1", "@5", "@5")
    for model, *cells in table("A real run"):
        measures = [
            f"{name}{', ' if '(' in name else '('}nav={model}){end}"
            for name, end in zip(names, ends, strict=True)
        ]
        for shown, value in zip(
            cells, means(qrels, run, measures, inventory=inventory(parts)), strict=True
        ):
            same(shown, value)


def test_the_model_of_ones_own_on_the_page_runs():
    page = (ROOT / "docs" / "near-misses.md").read_text(encoding="utf-8")
    code = re.search(r"## A model of your own\n\n```python\n(.*?)```", page, re.DOTALL)
    assert code is not None
    body = code.group(1).replace("class Later", "class LaterOnThePage")
    exec(body, {"__name__": "page"})
    qrels = pw.Qrels.from_columns(topic=["t"], doc=["d"], start=[20], end=[25])
    run = pw.Run.from_columns(topic=["t"], doc=["d"], start=[0], end=[9])
    assert pw.evaluate(qrels, run, ["GR(nav=LaterOnThePage(p=0.2))@5"]).table[0, 0, 0] == 0.2
