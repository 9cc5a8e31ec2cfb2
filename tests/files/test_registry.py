from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.conftest import ROOT

from partwise.errors import UnknownNameError
from partwise.files import formats
from partwise.files.registry import FORMATS, format_named, grammars


def test_every_format_has_a_grammar():
    known = grammars()

    assert {
        "trec-run",
        "trec-qrels",
        "inex-run",
        "inex-run-ends",
        "fol-qrels",
        "tsv",
        "csv",
        "jsonl",
        "parquet",
    } <= set(known)
    for name, grammar in known.items():
        assert len(grammar.strip().splitlines()) > 3, name
        assert grammar.strip().splitlines()[0].endswith("."), name


def test_every_format_has_what_its_kinds_need():
    for found in FORMATS.values():
        kinds = {"table" if kind == "inventory" else kind for kind in found.kinds}
        needed = ["table"] if found.is_table else sorted(kinds)
        for kind in needed:
            assert callable(getattr(found.load(), f"read_{kind}")), found.name


def test_every_module_of_formats_that_reads_is_known():
    folder = Path(formats.__path__[0])
    modules = {found.module for found in FORMATS.values()}
    for path in folder.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        name = ".".join(path.relative_to(folder).with_suffix("").parts)
        if any(f"\ndef read_{kind}(source: Source" in text for kind in ("run", "qrels", "table")):
            assert name in modules


def test_tables_hold_everything_and_others_what_one_file_can_be():
    tables = {name for name, found in FORMATS.items() if found.is_table}

    assert tables == {"tsv", "csv", "jsonl", "parquet"}
    assert all(FORMATS[name].kind in FORMATS[name].kinds for name in FORMATS)


def test_the_page_of_formats_names_all_of_other_tools():
    page = ROOT / "docs" / "formats.md"
    if not page.is_file():
        pytest.skip("no checkout: the documentation is not beside the tests")
    named = set(re.findall(r"`([a-z0-9-]+)`", page.read_text(encoding="utf-8")))
    campaigns = {"trec-run", "trec-qrels", "inex-run", "inex-run-ends", "fol-qrels"}
    campaigns |= {"inex-submission"}
    ours = {"tsv", "csv", "jsonl", "parquet", "xrai", "xrai-2004", "traces", *campaigns}

    assert set(FORMATS) - ours <= named


def test_names_that_are_none():
    assert format_named("trec-run") is FORMATS["trec-run"]
    with pytest.raises(UnknownNameError) as caught:
        format_named("trecrun")
    assert "trec-run" in str(caught.value)
    assert set(caught.value.available) == set(FORMATS)


def test_grammars_of_what_user_models_need():
    assert {"links", "routes", "partitions"} == set(grammars()) - set(FORMATS)
