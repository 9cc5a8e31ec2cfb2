"""No measure opens a file: what it needs was read before it was asked."""

from __future__ import annotations

import sys
from contextlib import contextmanager

import pytest
from tests.helpers import with_files
from tests.laws.collections import ELEMENTS, collection, elements
from tests.laws.instances import MEASURES, VARIANTS

import partwise as pw

_opened: list[str] | None = None


def _listen(event, arguments):
    if event == "open" and _opened is not None:
        _opened.append(str(arguments[0]))


sys.addaudithook(_listen)  # there is no way to take it off again, so it listens when told to


@contextmanager
def opened():
    """Collect the names of the files that are opened meanwhile."""
    global _opened  # noqa: PLW0603 - the hook has no other way to know
    _opened = found = []
    try:
        yield found
    finally:
        _opened = None


def test_the_hook_hears_files(tmp_path):
    (tmp_path / "a").touch()
    with opened() as found:
        (tmp_path / "a").read_bytes()
    assert found == [str(tmp_path / "a")]


@pytest.mark.parametrize("measure", [*MEASURES, *VARIANTS], ids=repr)
def test_values_open_no_file(measure):
    tables = collection(measure, 1)
    measure.values(tables.view())  # whoever asks first imports what is imported late
    with opened() as found:
        measure.values(tables.view())
    assert not found


@pytest.mark.parametrize("measure", [m for m in MEASURES if hasattr(m, "nav")], ids=repr)
@pytest.mark.parametrize("model", [pw.Edges, pw.Routes, pw.Summary])
def test_nor_with_a_model_that_names_one(measure, model, tmp_path):
    tables, file = elements(1), tmp_path / "moves.tsv"
    doc, ends = tables.qrels.to_frame()["doc"][0], [path for path, *_ in ELEMENTS[:2]]
    file.write_text("\t".join([doc, *ends, *([".5"] if model is pw.Edges else [])]))
    models = [model(str(file))]
    models += [pw.Steady(pw.Summary(str(file)))] if model is pw.Summary else []
    for nav in models:
        ready = with_files(measure.replace(nav=nav))
        file_was = file.read_bytes()
        ready.values(tables.view())  # whoever asks first imports what chains need
        file.unlink()
        with opened() as found:
            ready.values(tables.view())
        assert not found
        file.write_bytes(file_was)
