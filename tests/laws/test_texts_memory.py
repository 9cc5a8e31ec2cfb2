"""Texts larger than memory should cost: measured in a process of their own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tarfile

import polars as pl
import pytest
from tests.conftest import ROOT

SENTENCE = "The tide — as ever — rises twice a day, and nobody on the quay is astonished. "
MEASURED = """
import resource, sys
import polars
import partwise as pw
from tests.helpers import small_text_cache
small_text_cache(8 << 20)  # as large as a tenth of these texts
start = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
texts = pw.read_texts(sys.argv[1])
found = pw.locate(sys.argv[2], texts)
lengths = texts.lengths()
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(found.counts["exact"], int(lengths.length.sum()), (peak - start) // 1024)
"""
DOCUMENTS, SIZE = 30, 2_000_000


@pytest.fixture(scope="module")
def collection(tmp_path_factory):
    """60 million characters four ways, and one document of 40 million."""
    place = tmp_path_factory.mktemp("large")
    (place / "folder").mkdir()
    (place / "one").mkdir()
    quotes, big, rows = [], [], []
    body = SENTENCE * (SIZE // len(SENTENCE))
    for number in range(DOCUMENTS):
        quote = f"Document {number} opens with words of its own."
        text = quote + body
        (place / "folder" / f"d{number}.txt").write_text(text, "utf-8")
        rows.append({"doc": f"d{number}", "text": text})
        if number % 10 == 0:
            quotes.append({"topic": "q", "doc": f"d{number}", "text": quote})
        if number < 20:
            big.append(text)
    (place / "one" / "big.txt").write_text("".join(big), "utf-8")
    (place / "quotes.jsonl").write_text("\n".join(map(json.dumps, quotes)))
    named = [row | {"doc": "big"} for row in quotes if int(row["doc"][1:]) < 20]
    (place / "quotes-one.jsonl").write_text("\n".join(map(json.dumps, named)))
    with (place / "t.jsonl").open("w") as file:
        for row in rows:
            file.write(json.dumps(row, ensure_ascii=False) + "\n")
    pl.DataFrame(rows).write_parquet(place / "t.parquet", row_group_size=10)
    with tarfile.open(place / "t.tar", "w") as archive:
        archive.add(place / "folder", "folder")
    return place


@pytest.mark.slow
@pytest.mark.parametrize("name", ["folder", "t.jsonl", "t.parquet", "t.tar", "one"])
def test_texts_cost_less_memory_than_they_have_bytes(collection, name):
    """As strings these texts have 120 and 80 million bytes, and their letters come on top."""
    quotes = "quotes-one.jsonl" if name == "one" else "quotes.jsonl"
    words = [sys.executable, "-c", MEASURED, name, quotes]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        words, cwd=collection, env=environment, capture_output=True, text=True, check=True
    )
    exact, characters, peak = map(int, done.stdout.split())
    wanted = (collection / quotes).read_text().count("\n") + 1
    assert exact == wanted
    assert characters > (39_000_000 if name == "one" else 59_000_000)
    assert peak < (75 if name in ("folder", "one") else 130), peak  # megabytes
