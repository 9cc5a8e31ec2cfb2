"""Documents of more text than is handed on at a time: the files are those of all at once."""

from __future__ import annotations

import polars as pl
import pytest
from tests.helpers import answer

BATCH = 16_000_000
"""Characters of text that are handed on at a time."""
ROWS = {
    "doc": ["a", "a", "b", "b", "b", "c", "c"],
    "path": ["/document[1]", "/document[1]/p[1]"] * 2
    + ["/document[1]/p[2]", "/document[1]", "/document[1]/p[1]"],
    "end": [BATCH, BATCH, 4, 1, 4, 1, 1],
}
READ = {
    "tsv": lambda file: pl.read_csv(file, separator="\t"),
    "csv": pl.read_csv,
    "jsonl": pl.read_ndjson,
    "parquet": pl.read_parquet,
}


@pytest.mark.parametrize("suffix", READ)
def test_batches(tmp_path, suffix):
    (tmp_path / "a.txt").write_text("x" * BATCH, encoding="utf-8")
    (tmp_path / "b.txt").write_text("y\n\nz", encoding="utf-8")
    (tmp_path / "c.md").write_text("z", encoding="utf-8")
    done = answer(tmp_path, "structure", "a.txt", "b.txt", "c.md", "-o", f"s.{suffix}", "--words")

    assert done.code == 0
    frame = READ[suffix](tmp_path / f"s.{suffix}")
    assert frame.select("doc", "path", "end").to_dict(as_series=False) == ROWS
    assert frame["wend"].to_list() == [1, 1, 2, 1, 2, 1, 1]
    assert sorted(file.name for file in tmp_path.iterdir()) == [
        "a.txt", "b.txt", "c.md", f"s.{suffix}"
    ]  # fmt: skip


def test_texts_and_links_of_batches(tmp_path):
    (tmp_path / "a.md").write_text(f"{'x' * BATCH}\n\n[b](b.html)", encoding="utf-8")
    (tmp_path / "b.html").write_text("<p><a href=a.md>a</a>", encoding="utf-8")
    words = ("structure", "a.md", "b.html", "-o", "s.tsv", "--texts", "t", "--links", "l.tsv")
    done = answer(tmp_path, *words)

    assert done.code == 0
    assert (tmp_path / "t" / "a.txt").stat().st_size == (tmp_path / "a.md").stat().st_size
    assert (tmp_path / "t" / "b.txt").read_text(encoding="utf-8") == "a"
    links = pl.read_csv(tmp_path / "l.tsv", separator="\t")
    assert links.select("from_doc", "to_doc").rows() == [("a", "b"), ("b", "a")]
