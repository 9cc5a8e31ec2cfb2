"""Options of all commands, and their keywords in Python."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from functools import cache
from inspect import signature
from pathlib import Path

import pytest
from tests.helpers import answer

import partwise as pw


def test_options_of_reading_have_the_defaults_of_python(partwise, fixture_files):
    words = ("evaluate", "qrels.tsv", "one.tsv", "-m", "CharR", "--format", "json")

    options = json.loads(partwise(*words).out)["options"]

    in_python = pw.evaluate(
        pw.read_qrels(fixture_files / "qrels.tsv"), pw.read_run(fixture_files / "one.tsv"), "CharR"
    ).options
    assert options == in_python
    assert (options["encoding"], options["missing"]) == ("utf-8", "error")
    assert options["lenient"] is False
    assert options["unit"] is options["trust"] is options["order"] is None
    assert options["columns"] == {}


def test_columns_are_parsed_where_they_are_given(partwise, fixture_files):
    text = (fixture_files / "one.tsv").read_text()
    text = text.replace("doc", "source", 1).replace("start", "offset", 1)
    (fixture_files / "run.tsv").write_text(text)
    words = ("evaluate", "qrels.tsv", "run.tsv", "-m", "CharR", "--format", "json", "--columns")

    data = json.loads(partwise(*words, "doc=source,start=offset").out)
    assert data["options"]["columns"] == {"doc": "source", "start": "offset"}
    assert data["runs"][0]["values"][0]["mean"] == pytest.approx(70 / 85)
    refused = partwise(*words, "dok=x")
    assert (refused.code, refused.out) == (2, "")
    assert "there is no column dok" in refused.err


def test_an_evaluation_takes_several_measures_and_inventories(partwise, fixture_files):
    (fixture_files / "two.tsv").write_bytes((fixture_files / "one.tsv").read_bytes())
    measures = ("-m", "P@5", "--measure", "Ceiling(CharR)@1")
    parts = ("--inventory", "one=one.tsv", "--inventory", "two=two.tsv")
    words = ("evaluate", "qrels.tsv", "one.tsv", "two.tsv", *measures, *parts)

    done = partwise(*words, "--format", "tsv", "-q")

    assert done.code == 0, done.err
    rows = [line.split("\t") for line in done.out.splitlines()[1:]]
    assert [(run, measure) for run, _, measure, _ in rows] == [
        ("one", "P@5"),
        ("one", "Ceiling(CharR)@1"),
        ("two", "P@5"),
        ("two", "Ceiling(CharR)@1"),
    ]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--max-bytes", "0"), "Invalid value for '--max-bytes': 0 is not in the range x>=1."),
        (("--jobs", "-1"), "Invalid value for '--jobs': -1 is not in the range x>=0."),
    ],
)
def test_numbers_that_cannot_be(partwise, fixture_files, words, message):
    done = partwise("evaluate", "qrels.tsv", "one.tsv", *words)

    assert (done.code, done.out) == (2, "")
    assert message in done.err


# -- every option of every command that evaluates, and its keyword in Python (ruling 27) ---------

EVALUATING = (
    "evaluate",
    "compare",
    "losses",
    "report",
    "plot",
    "correlate",
    "fidelity",
    "reliability",
)

MEASURED = "losses measures nothing by itself: amounts of highlighted text only"
SHOWN = "shows the parts of all runs at once; evaluate --jobs writes results that it reads"
READER = "how one file is read: an argument of read_run, read_qrels and the other readers"
SCREEN = "what is printed, and how"

OPTIONS: dict[str, tuple[dict[str, str], str | None]] = {
    # option: (commands without it, each with the reason; keyword of `evaluate`, or why none)
    "measure": ({"losses": MEASURED}, "measures"),
    "preset": ({"losses": MEASURED}, "preset"),
    "quirks": ({"losses": MEASURED}, "quirks"),
    "convention": ({"losses": MEASURED}, "convention"),
    "kilt-keys": ({"losses": MEASURED}, "kilt_keys"),
    "nav": ({"losses": MEASURED}, "nav"),
    "undefined": ({"losses": MEASURED}, "undefined"),
    "scale": ({"losses": "e and s are of elements, and nothing of them is highlighted"}, "scale"),
    "task": ({"losses": "evaluate tells which run breaks the rules of a task"}, "task"),
    "structure": ({}, "structure"),
    "lengths": ({}, "lengths"),
    "inventory": ({}, "inventory"),
    "budget-unit": ({}, "budget_unit"),
    "order": ({}, "order"),
    "topics": ({}, "topics"),
    "doc-ids": ({}, "doc_ids"),
    "assessor": ({}, "assessor"),
    "whole-documents": ({}, "whole_documents"),
    "cited": ({}, "cited"),
    "equivalent": ({}, "equivalent"),
    "topics-file": ({}, "topics_file"),
    "lenient": ({}, "lenient"),
    "unit": ({}, "unit"),
    "texts": ({}, "texts"),
    "trust": ({}, "trust"),
    "ambiguous": ({}, "ambiguous"),
    "max-errors": ({}, "max_errors"),
    "missing": ({}, "missing"),
    "columns": ({}, "columns"),
    "format-run": ({}, None),
    "format-qrels": ({}, None),
    "encoding": ({}, "encoding"),
    "max-bytes": ({}, "max_bytes"),
    "verbose": ({}, None),
    "quiet": ({}, None),
    "debug": ({}, None),
    "jobs": (dict.fromkeys(("losses", "report", "plot", "fidelity"), SHOWN), "jobs"),
    "work": (
        dict.fromkeys(("losses", "report", "plot", "fidelity", "reliability"), SHOWN),
        "folder",
    ),
    **{
        name: (dict.fromkeys(("losses", "report", "plot", "fidelity", "reliability"), SHOWN), name)
        for name in ("memory", "engine", "resume")
    },
}
"""Contract 5 and ruling 27: what every command has that evaluates."""

WITHOUT_KEYWORD = {
    **dict.fromkeys(("format-run", "format-qrels"), READER),
    **dict.fromkeys(("verbose", "quiet", "debug"), SCREEN),
}
OTHERS = {
    "check": "as qrels doc-ids texts unit trust ambiguous max-errors missing columns lenient "
    "format-run format-qrels encoding max-bytes order lengths",
    "convert": "lossy lengths inventory missing structure texts unit trust to as columns lenient",
    "structure": "texts output encoding max-bytes lenient",
    "locate": "texts unit trust ambiguous max-errors doc-ids columns encoding max-bytes output",
    "migrate": "from to doc-ids columns encoding max-bytes output",
    "bucket": "structure lengths inventory order doc-ids assessor scale task whole-documents cited "
    "topics-file texts unit trust ambiguous max-errors missing columns lenient resume",
    "merge": "per-topic format output fail-under",
}
"""What the pages name for commands that do not evaluate, or only a part."""


LAB = ("correlate", "fidelity", "reliability")


FIELDS = {field.name for kind in (pw.Reading, pw.Rules, pw.Work) for field in fields(kind)}
"""Options of `evaluate` that stand in an object."""


@cache
def help_of(name):
    group = ("lab",) if name in LAB else ()
    done = answer(Path.cwd(), *group, name, "--help")
    assert done.code == 0
    return done.out


def options_of(name):
    """Long options that the help of a command lists."""
    return set(re.findall(r"^  (?:-\w, )?--([a-z-]+)", help_of(name), re.MULTILINE))


@pytest.mark.parametrize("name", EVALUATING)
def test_commands_that_evaluate_have_the_same_options(name):
    wanted = {option for option, (without, _) in OPTIONS.items() if name not in without}
    excused = {option for option, (without, _) in OPTIONS.items() if name in without}
    found = options_of(name)

    assert sorted(wanted - found) == []
    assert sorted(excused & found) == [], "it has what the table says that it cannot have"


def test_no_shared_option_is_left_out_of_the_table():
    shared = set.intersection(*map(options_of, ("evaluate", "compare", "correlate")))

    assert sorted(shared - OPTIONS.keys() - {"output", "format", "raw", "per-topic", "help"}) == []


def test_each_option_has_its_keyword():
    known = {*signature(pw.evaluate).parameters, *FIELDS}
    for option, (_, keyword) in OPTIONS.items():
        assert (keyword is None) == (option in WITHOUT_KEYWORD), option
        assert keyword is None or keyword in known, option


@pytest.mark.parametrize(
    ("name", "called", "other"),
    [
        ("losses", pw.losses, {"budget_unit": "unit"}),
        ("bucket", pw.bucket, {}),
        ("report", pw.report, {}),
        ("plot", pw.plot, {}),
    ],
)
def test_functions_take_what_their_commands_take(name, called, other):
    parameters = signature(called).parameters
    known = {*parameters, *FIELDS}
    passed_on = any(one.kind is one.VAR_KEYWORD for one in parameters.values())
    for option in options_of(name):
        keyword = OPTIONS.get(option, ({}, None))[1]
        if keyword is not None and keyword != "measures":
            assert passed_on or other.get(keyword, keyword) in known, option


@pytest.mark.parametrize(
    ("reader", "keywords"),
    [
        (pw.read_run, "format inventory reading"),
        (pw.read_qrels, "format inventory reading"),
        (pw.read_inventory, "format reading"),
        (pw.read_lengths, "format reading"),
        (pw.read_texts, "encoding lenient columns max_bytes"),
        (pw.locate, "ambiguous max_errors unit trust doc_ids columns encoding ellipsis stamp"),
        (pw.migrate, "doc_ids columns encoding stamp"),
    ],
)
def test_readers_take_what_says_how_one_file_is_read(reader, keywords):
    assert sorted(set(keywords.split()) - signature(reader).parameters.keys()) == []


def test_kinds_of_files_that_are_checked(partwise, fixture_files):
    kinds = "run, qrels, structure, lengths, inventory, links (edges), routes, topics or results"

    assert f"What the files are: {kinds};" in " ".join(help_of("check").split())
    for kind in re.findall(r"[a-z]+", kinds.replace(" or ", ", ")):
        assert "Invalid value" not in partwise("check", "one.tsv", "--as", kind).err
    assert "Invalid value for '--as'" in partwise("check", "one.tsv", "--as", "nothing").err


@pytest.mark.parametrize("name", OTHERS)
def test_other_commands_have_what_is_named(name):
    assert sorted(set(OTHERS[name].split()) - options_of(name)) == []
