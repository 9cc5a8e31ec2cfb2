"""Document measures against the values of other tools, stored and, where installed, live."""

from __future__ import annotations

import shutil
from importlib.util import find_spec

import pytest
from tests.oracles.store import (
    CLASSES,
    COLLECTIONS,
    OF_A_SCRIPT,
    ORACLES,
    digest,
    load,
    shapes,
)

import partwise as pw

CASES = [
    pytest.param(tool, name, measure, id=f"{tool}-{name}-{measure}")
    for tool, oracle in ORACLES.items()
    for name, measures in oracle.measures.items()
    for measure in measures
]


def stored(tool, name):
    """Collection, and the values of a tool on it."""
    qrels, run = COLLECTIONS[name]()
    content = load(tool)["collections"][name]
    assert content["digest"] == digest(qrels, run), "run python -m tests.oracles.store"
    return qrels, run, content["values"]


@pytest.mark.parametrize(("tool", "name", "measure"), CASES)
def test_values(tool, name, measure):
    qrels, run, values = stored(tool, name)
    results = pw.evaluate(qrels, run, measure, rules=pw.Rules(undefined="zero"))
    near = 5.1e-6 if measure in OF_A_SCRIPT else 1e-9
    assert results.topics == tuple(qrels)
    assert results.table[0, 0].tolist() == pytest.approx(values[measure], abs=near)


@pytest.mark.parametrize("tool", [tool for tool in ORACLES if find_spec(tool)])
@pytest.mark.filterwarnings("ignore")
def test_stored_values_are_those_of_the_tool(tool):
    for name, measures in ORACLES[tool].measures.items():
        qrels, run, values = stored(tool, name)
        assert set(values) == set(measures)
        runnable = [m for m in measures if shutil.which("perl") or m not in OF_A_SCRIPT]
        live = ORACLES[tool].values(runnable, qrels, run)
        for measure in runnable:
            assert live[measure] == pytest.approx(values[measure], abs=1e-12), measure


@pytest.mark.parametrize("tool", [tool for tool in CLASSES if find_spec(tool)])
@pytest.mark.filterwarnings("ignore")
def test_stored_shapes_are_those_of_the_tool(tool):
    classes = load("objects")[tool]["classes"]
    for name, live in shapes(tool).items():
        needed = {key: names for key, names in classes[name].items() if isinstance(names, list)}
        assert (live["module"], live["name"]) == (classes[name]["module"], classes[name]["name"])
        for key, names in needed.items():
            assert set(names) <= set(live[key]), (name, key)
