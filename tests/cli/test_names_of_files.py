"""A name of a file is a name (findings 1.14, 5.19)."""

from __future__ import annotations

import polars as pl
import pytest

STRUCTURE = {
    "doc": ["d"] * 3,
    "node": [0, 1, 2],
    "parent": [None, 0, 0],
    "path": ["/a[1]", "/a[1]/b[1]", "/a[1]/c[1]"],
    "tag": ["a", "b", "c"],
    "start": [0, 0, 10],
    "end": [20, 10, 20],
    "depth": [1, 2, 2],
}


@pytest.mark.parametrize("name", ["s[1].parquet", "s*.parquet", "s?.parquet", "g[1]/s[1].parquet"])
def test_brackets_and_stars_are_letters(partwise, tmp_path, name):  # findings 1.14
    (tmp_path / name).parent.mkdir(exist_ok=True)
    frame = pl.DataFrame(STRUCTURE)
    frame.write_parquet(tmp_path / name)
    frame.with_columns(start=pl.Series([0, 10, 20]), end=pl.Series([30, 20, 30])).write_parquet(
        tmp_path / "s1.parquet"
    )
    (tmp_path / "q.tsv").write_text("topic\tdoc\tstart\tend\nt\td\t0\t10\n")
    (tmp_path / "r[1].tsv").write_text("topic\tdoc\telement\trank\nt\td\t/a[1]/b[1]\t1\n")
    words = ["evaluate", "q.tsv", "r[1].tsv", "--structure", name, "-m", "CharR@1", "-q"]
    answer = partwise(*words, "--format", "tsv")
    assert answer.out.endswith("all\tCharR@1\t1\n")
    assert partwise(*words, "-o", "o[*].parquet").code == 0
    assert pl.read_parquet(tmp_path / "o[*].parquet", glob=False)["value"].to_list() == [1.0]
    assert partwise("convert", "r[1].tsv", "out[1].parquet").code == 0
    words[2] = "out[1].parquet"
    assert partwise(*words, "--format", "tsv").out.endswith("all\tCharR@1\t1\n")
