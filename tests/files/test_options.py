"""The options of readers: one declaration, real signatures."""

from __future__ import annotations

import inspect

import pytest

import partwise as pw
from partwise.files.options import FileOptions, RunOptions, takes
from partwise.files.reading import read_inventory, read_lengths, read_qrels, read_run

COMMON = ["lenient", "format", "encoding", "unit", "max_bytes", "columns"]


@pytest.mark.parametrize(
    ("read", "more"),
    [
        (read_lengths, []),
        (read_inventory, ["missing"]),
        (read_qrels, ["missing", "inventory", "structure"]),
        (read_run, ["missing", "inventory", "outside", "order", "topics_file", "cited"]),
    ],
)
def test_signatures_name_every_option(read, more):
    path, *options = inspect.signature(read).parameters.values()

    assert path.name == "path"
    assert [option.name for option in options] == [*COMMON, *more]
    assert {option.kind for option in options} == {inspect.Parameter.KEYWORD_ONLY}


def test_defaults_and_types_are_shown():
    shown = inspect.signature(pw.read_run).parameters

    assert (shown["encoding"].default, shown["encoding"].annotation) == ("utf-8", "str")
    assert shown["missing"].default == "error"
    assert (shown["lenient"].default, shown["order"].default) == (False, None)
    assert shown["format"].annotation == "str | None"
    assert inspect.signature(pw.read_run).return_annotation == "Run"


def test_a_reader_gets_all_of_its_options():
    @takes(RunOptions)
    def read(path, **options):
        return path, options

    path, options = read("x", lenient=True, order="rank")

    assert path == "x"
    assert options == dict.fromkeys(RunOptions.__annotations__) | {
        "lenient": True,
        "encoding": "utf-8",
        "missing": "error",
        "outside": False,
        "order": "rank",
        "cited": False,
    }


def test_an_option_that_there_is_not():
    @takes(FileOptions)
    def read(path, **options):
        raise AssertionError

    with pytest.raises(TypeError, match=r"read\(\) got an unexpected keyword argument 'order'"):
        read("x", order="rank")
    with pytest.raises(TypeError, match="unexpected keyword argument 'bugdet'"):
        pw.read_run("x", bugdet=3)


def test_readers_keep_their_names():
    assert pw.read_run.__name__ == "read_run"
    assert "max_bytes" in (pw.read_run.__doc__ or "")
