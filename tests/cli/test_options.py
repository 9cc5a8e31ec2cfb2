from inspect import signature

import click
import pytest

import partwise as pw
from partwise.cli import _options as shared
from partwise.cli import cli
from partwise.errors import UsageError
from partwise.evaluation.buckets.api import bucket
from partwise.losses.analyse import losses
from partwise.report.plots.plot import plot
from partwise.report.write import report


def made(options):
    @click.command()
    @options
    def command(**given):
        return given

    return command


def test_options_of_reading_have_the_defaults_of_python():
    found = made(shared.reading_options).main([], standalone_mode=False)

    assert (found["encoding"], found["fol"], found["missing"]) == ("utf-8", "length", "error")
    assert not found["lenient"]
    assert found["texts"] is found["unit"] is found["trust"] is found["columns"] is None


def test_columns_are_parsed_where_they_are_given():
    command = made(shared.reading_options)

    found = command.main(["--columns", "doc=source,start=offset"], standalone_mode=False)
    assert found["columns"] == {"doc": "source", "start": "offset"}
    with pytest.raises(UsageError, match="there is no column dok"):
        command.main(["--columns", "dok=x"], standalone_mode=False)


def test_an_evaluation_takes_several_measures_and_inventories():
    command = made(shared.evaluation_options)

    found = command.main(
        ["-m", "P@5", "--measure", "AP", "--inventory", "x"], standalone_mode=False
    )
    assert (found["measures"], found["inventory"]) == (("P@5", "AP"), ("x",))
    assert found["topics"] is found["undefined"] is found["order"] is None  # a preset may decide


def test_numbers_that_cannot_be():
    for options, words in (
        (shared.max_bytes_option("file"), ["--max-bytes", "0"]),
        (shared.scale_options, ["--jobs", "-1"]),
    ):
        with pytest.raises(click.BadParameter):
            made(options).main(words, standalone_mode=False)


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
    "loose": ({}, None),
    "format-run": ({}, None),
    "format-qrels": ({}, None),
    "encoding": ({}, None),
    "fol": ({}, None),
    "max-bytes": ({}, None),
    "verbose": ({}, None),
    "quiet": ({}, None),
    "debug": ({}, None),
    "jobs": (dict.fromkeys(("losses", "report", "plot", "fidelity"), SHOWN), "jobs"),
    **{
        name: (dict.fromkeys(("losses", "report", "plot", "fidelity", "reliability"), SHOWN), name)
        for name in ("memory", "engine", "work", "resume")
    },
}
"""Contract 5 and ruling 27: what every command has that evaluates."""

WITHOUT_KEYWORD = {
    "loose": "max_errors=0.3",
    **dict.fromkeys(("format-run", "format-qrels", "encoding", "fol", "max-bytes"), READER),
    **dict.fromkeys(("verbose", "quiet", "debug"), SCREEN),
}
OTHERS = {
    "check": "as qrels doc-ids texts unit trust ambiguous max-errors loose missing columns lenient "
    "format-run format-qrels encoding fol max-bytes order lengths",
    "convert": "lossy lengths inventory missing structure texts unit trust to as columns lenient",
    "structure": "texts output encoding max-bytes lenient",
    "locate": "texts unit trust ambiguous max-errors loose doc-ids columns encoding max-bytes "
    "output",
    "regold": "from to doc-ids columns encoding max-bytes output",
    "bucket": "structure lengths inventory order doc-ids assessor scale task whole-documents cited "
    "topics-file texts unit trust ambiguous max-errors loose missing columns lenient resume",
    "merge": "per-topic format output fail-under",
}
"""What the pages name for commands that do not evaluate, or only a part."""


def commands():
    context = click.Context(cli)
    lab = cli.get_command(context, "lab")
    found = {name: cli.get_command(context, name) for name in cli.list_commands(context)}
    return {**found, **lab.commands}


def options_of(name):
    listed = [p for p in commands()[name].params if isinstance(p, click.Option)]
    words = [word for option in listed for word in option.opts]
    return {word.removeprefix("--") for word in words if word.startswith("--")}


@pytest.mark.parametrize("name", EVALUATING)
def test_commands_that_evaluate_have_the_same_options(name):
    wanted = {option for option, (without, _) in OPTIONS.items() if name not in without}
    excused = {option for option, (without, _) in OPTIONS.items() if name in without}
    found = options_of(name)

    assert sorted(wanted - found) == []
    assert sorted(excused & found) == [], "it has what the table says that it cannot have"


def test_no_shared_option_is_left_out_of_the_table():
    shared = set.intersection(*map(options_of, ("evaluate", "compare", "correlate")))

    assert sorted(shared - OPTIONS.keys() - {"output", "format", "raw", "per-topic"}) == []


def test_each_option_has_its_keyword():
    known = signature(pw.evaluate).parameters
    for option, (_, keyword) in OPTIONS.items():
        assert (keyword is None) == (option in WITHOUT_KEYWORD), option
        assert keyword is None or keyword in known, option


@pytest.mark.parametrize(
    ("called", "other"),
    [
        (losses, {"unit": "offset_unit", "budget_unit": "unit"}),
        (bucket, {}),
        (report, {}),
        (plot, {}),
    ],
)
def test_functions_take_what_their_commands_take(called, other):
    name = called.__name__
    known = signature(called).parameters
    passed_on = any(one.kind is one.VAR_KEYWORD for one in known.values())
    for option in options_of(name):
        keyword = OPTIONS.get(option, ({}, None))[1]
        if keyword is not None and keyword != "measures":
            assert passed_on or other.get(keyword, keyword) in known, option


@pytest.mark.parametrize(
    ("reader", "keywords"),
    [
        (pw.read_run, "format encoding lenient unit max_bytes columns missing fol order cited"),
        (pw.read_qrels, "format encoding lenient unit max_bytes columns missing inventory"),
        (pw.read_inventory, "format encoding lenient unit max_bytes columns missing"),
        (pw.read_lengths, "format encoding lenient unit max_bytes columns"),
        (pw.read_texts, "encoding lenient columns max_bytes"),
        (pw.locate, "ambiguous max_errors unit trust doc_ids columns encoding ellipsis stamp"),
        (pw.regold, "doc_ids columns encoding stamp"),
    ],
)
def test_readers_take_what_says_how_one_file_is_read(reader, keywords):
    assert sorted(set(keywords.split()) - signature(reader).parameters.keys()) == []


def test_kinds_of_files_that_are_checked():
    kinds = "run qrels structure lengths inventory links routes topics results"
    (option,) = [one for one in commands()["check"].params if "--as" in one.opts]

    assert sorted(set(kinds.split()) - set(option.type.choices)) == []


@pytest.mark.parametrize("name", OTHERS)
def test_other_commands_have_what_is_named(name):
    assert sorted(set(OTHERS[name].split()) - options_of(name)) == []
