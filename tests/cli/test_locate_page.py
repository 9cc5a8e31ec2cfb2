"""What docs/locate.md says about Python and the statuses is so."""

from __future__ import annotations

import re

from tests.conftest import ROOT

PAGE = (ROOT / "docs" / "locate.md").read_text(encoding="utf-8")
STATUSES = ("exact", "normalised", "fuzzy", "ambiguous", "unmatched")
FATES = ("unchanged", "moved", "edited", "ambiguous", "gone")


def test_python():
    code = re.search(r"```python\n(.*?)```", PAGE, re.DOTALL)[1]
    names: dict = {}
    exec(code, names)

    assert names["found"].counts["normalised"] == 1
    assert names["found"].table.row(0)[2:4] == (8, 15)


def test_statuses_and_columns_are_described():
    columns = ["status", "errors", "changed", "places", "by", "piece", "elsewhere"]
    for word in (*STATUSES, *FATES, *columns, "given_start", "old_doc"):
        assert f"`{word}`" in PAGE, word


def test_the_statuses_are_those_of_the_commands(partwise, tmp_path):
    for folder in ("old", "new"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "d.txt").write_text("It rains in the evening.")
    (tmp_path / "quotes.tsv").write_text("topic\tdoc\ttext\nt\td\tIt rains\n")
    (tmp_path / "q.tsv").write_text("topic\tdoc\tstart\tend\nt\td\t0\t8\n")

    located = partwise("locate", "quotes.tsv", "--texts", "old").err.splitlines()[-1]
    moved = partwise("migrate", "q.tsv", "--from", "old", "--to", "new", "-o", "x.tsv").err

    assert located == "1 row: 1 exact, 0 normalised, 0 fuzzy, 0 ambiguous, 0 unmatched"
    assert tuple(re.findall(r"\d ([a-z]+)(?=,|$)", located)) == STATUSES
    assert tuple(re.findall(r"\d ([a-z]+)(?=,|$)", moved.splitlines()[-1])) == FATES


def test_options_exist(partwise):
    pages = [partwise(command, "--help").out for command in ("locate", "migrate")]
    known = set(re.findall(r"--[a-z][a-z-]*", "".join(pages)))
    known |= {"--missing", "--inventory"}  # of evaluate
    assert set(re.findall(r"--[a-z][a-z-]*", PAGE)) <= known
