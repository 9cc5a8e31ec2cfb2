"""Spellings of measures: what each stands for, what is wrong with others, and round trips."""

from __future__ import annotations

import ast
import inspect
import pickle
from pathlib import Path

import pytest
from tests.helpers import component_classes, expanded, measure_classes, measures, parse

import partwise as pw

LINES = (Path(__file__).parent / "spellings.tsv").read_text(encoding="utf-8").splitlines()
ROWS = [(*line.split("\t"), "")[:3] for line in LINES if not line.startswith("#")]
COMPONENTS = [
    cls
    for family in (pw.Measure, pw.Navigation, pw.DocumentGain, pw.Effort)
    for cls in component_classes(family)
    if cls.__module__.startswith("partwise.")
]


@pytest.mark.parametrize(("literal", "reading", "column"), ROWS, ids=[row[0] for row in ROWS])
def test_spellings_are_read_or_refused_in_words(literal, reading, column):
    text = ast.literal_eval(literal)
    if reading.startswith("! "):
        with pytest.raises(pw.PartwiseError) as caught:
            expanded(text)
        # lists of names end with those that other packages register
        problem, _, caret = str(caught.value).splitlines()
        assert problem.startswith(reading[2:])
        assert caret == " " * (2 + int(column)) + "^"
    elif reading.endswith(" measures"):
        assert len(expanded(text)) == int(reading.split()[0])
    else:
        assert [repr(measure) for measure in expanded(text)] == reading.split(" | ")


def test_the_caret_stands_under_the_slip():
    for text, column in (("CharR(budgte=5)", 6), ("P@5 R", 4), ("GR(nav=Windw)@5", 7)):
        with pytest.raises(pw.PartwiseError) as caught:
            pw.parse(text)
        _, shown, caret = str(caught.value).splitlines()
        assert (shown, caret) == (f"  {text}", "  " + " " * column + "^")


@pytest.mark.parametrize("depth", [49, 50])
def test_nesting_has_a_limit(depth):
    text = "GR(nav=" + "Either(" * depth + "Window" + ")" * depth + ")"
    if depth < 50:
        assert repr(pw.parse(text)).count("Either") == depth
    else:
        with pytest.raises(pw.MeasureSyntaxError, match="nested too deeply"):
            pw.parse(text)


@pytest.mark.parametrize("cls", COMPONENTS, ids=lambda cls: cls.__name__)
def test_signatures_name_every_parameter_and_its_default(cls):
    parameters = inspect.signature(cls).parameters

    assert [*parameters] == [*cls.fields]
    for name, parameter in parameters.items():
        if parameter.kind is not inspect.Parameter.VAR_POSITIONAL:
            optional = parameter.default is not inspect.Parameter.empty
            assert optional != _is_required(cls, name)


def _is_required(cls, name):
    """True if the component cannot be made without a parameter."""
    try:
        cls()
    except pw.PartwiseError as error:
        return f"needs a {name}" in str(error) or f"needs {name}" in str(error)
    return False


def test_measures_can_be_made_as_their_signature_says():
    for measure in measures():
        bound = inspect.signature(type(measure)).bind(**measure.settings())
        again = type(measure)(*bound.args, **bound.kwargs)
        assert again == type(measure)(**measure.settings())


@pytest.mark.parametrize("loaded", [True, False])
def test_measures_with_files_can_be_pickled(loaded, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("steps.tsv").write_text("s\tx\ty\t.5\n")
    text = "GR(nav=Edges('steps.tsv', kind=step))"
    measure = parse(text) if loaded else pw.parse(text)

    copy = pickle.loads(pickle.dumps(measure))

    assert (copy, repr(copy)) == (measure, repr(measure))
    if loaded:
        Path("steps.tsv").unlink()
        qrels = pw.Qrels.from_columns(topic=["t"], doc=["s"], element=["y"], grade=[1])
        run = pw.Run.from_columns(topic=["t"], doc=["s"], element=["x"])
        assert copy.values(pw.View.of(qrels, run)).tolist() == [0.5]


def test_every_measure_has_a_question_and_a_first_line():
    for cls in measure_classes():
        assert cls.question.endswith("?")
        assert cls.__doc__.splitlines()[0].strip()
