"""Pages of measures."""

from __future__ import annotations

from typing import ClassVar

import pytest

from partwise.language import registry
from partwise.language.spelling import Measure
from partwise.report.catalogue import explain


@pytest.fixture
def registered():
    """Register classes for one test."""
    names = []

    def add(cls):
        names.append(cls.__name__)
        return registry.register()(cls)

    yield add
    for name in names:
        registry._classes.pop(name)


def facts(text):
    """Facts of a page as a table."""
    page = explain(text)
    return {
        key: next(
            line.split(None, 1)[1] for line in page.splitlines() if line.startswith(f"  {key} ")
        )
        for key in ("answers", "needs", "undefined", "range")
    }


def test_what_a_class_does_not_state_is_not_stated(registered):  # findings 3.11
    @registered
    class FirstIsRelevant(Measure):
        """1 if the first document is relevant."""

    assert facts("FirstIsRelevant") == {
        "answers": "not stated",
        "needs": "not stated",
        "undefined": "not stated",
        "range": "not stated, higher is better",
    }
    assert FirstIsRelevant().bounds is None


def test_what_a_class_states_is_printed(registered):
    @registered
    class NeedsNothing(Measure):
        """A constant."""

        question: ClassVar[str] = "What is 1?"
        needs: ClassVar[frozenset[str]] = frozenset()
        undefined: ClassVar[str] = "never"
        bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)

    assert facts("NeedsNothing") == {
        "answers": "What is 1?",
        "needs": "nothing but the run",
        "undefined": "never",
        "range": "[0, 1], higher is better",
    }


def test_no_reader_relies_on_what_is_not_stated(registered, tmp_path, monkeypatch):  # findings 3.11
    from partwise.cli.work import Work
    from partwise.readers import api

    @registered
    class Unjudged(Measure):
        """How many documents."""

        def values(self, view):
            return view.documents.doc * 0.0

    (tmp_path / "q").write_text("t 0 a 1\n")
    (tmp_path / "r").write_text("t Q0 b 1 1.0 x\n")
    asked = []
    read = api.read_run
    monkeypatch.setattr(
        api, "read_run", lambda *a, **named: asked.append(named["judged"]) or read(*a, **named)
    )

    Work(str(tmp_path / "q"), (str(tmp_path / "r"),), quiet=True).results(["Unjudged"])
    assert asked == [None]
