"""What docs/locate.md says about Python and the statuses is so."""

from __future__ import annotations

import re

import click
from tests.conftest import ROOT

from partwise.cli.locate import command as locate
from partwise.cli.regold import command as regold
from partwise.texts.answers import STATUSES
from partwise.texts.moves import FATES

PAGE = (ROOT / "docs" / "locate.md").read_text(encoding="utf-8")


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


def test_options_exist():
    known = {option for command in (locate, regold) for p in command.params for option in p.opts}
    known |= {o for p in locate.params if isinstance(p, click.Option) for o in p.secondary_opts}
    known |= {"--missing", "--inventory"}  # of evaluate
    assert set(re.findall(r"--[a-z][a-z-]*", PAGE)) <= known
