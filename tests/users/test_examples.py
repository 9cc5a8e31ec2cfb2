"""The worked examples in the models' docstrings are true."""

from __future__ import annotations

import doctest
import importlib

import pytest

from partwise.language.registry import classes
from partwise.users.base import Navigation

MODELS = [cls for cls in classes(Navigation) if cls.__module__.startswith("partwise.users.")]


@pytest.mark.parametrize("model", MODELS, ids=lambda cls: cls.__name__)
def test_every_model_explains_itself_with_an_example(model):
    finder = doctest.DocTestFinder(recurse=False)
    module = importlib.import_module(model.__module__)
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    for test in finder.find(model, model.__name__, module):
        runner.run(test)
    assert runner.failures == 0
    assert runner.tries > 0


def test_all_models_are_there():
    names = (
        "Depth",
        "Edges",
        "Hierarchy",
        "Links",
        "NoNav",
        "Proximity",
        "Reads",
        "Routes",
        "Steady",
    )
    assert {cls.__name__ for cls in MODELS} == {
        *names,
        "Summary",
        "T2I",
        "Window",
        "Either",
        "Neighbours",
    }
