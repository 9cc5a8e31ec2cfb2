"""Measures of partwise inside ir_measures, and with it in PyTerrier's experiments.

After `register()` ir_measures knows every name of ours that it does not have itself:
``ir_measures.calc_aggregate([ir_measures.parse_measure("CharR@5")], qrels, run)``. The package is
imported by `register` and nowhere else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import numpy as np

from partwise.errors import ParameterError, require_extra
from partwise.evaluation.evaluate import evaluate
from partwise.evaluation.options import Rules
from partwise.evaluation.plan import parse
from partwise.evaluation.registered import load
from partwise.language.fields import spell
from partwise.language.measure import Measure
from partwise.language.registry import classes, find
from partwise.tables.aggregates import AGGREGATES
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run

NAME = "partwise"
"""Name of this package among the providers of ir_measures."""


def register(*, inventory: Any = None) -> dict[str, Any]:
    """Make ir_measures compute our measures by their names.

    Parameters
    ----------
    inventory : Inventory, frame or path, optional
        Where parts lie. Documents of runs and assessments are then ids of parts, and measures of
        characters and parts have values; so have frames with the columns start and end.

    Returns
    -------
    dict
        The measures as ir_measures has them, by name: ``register()["CharR"] @ 5``.

    Notes
    -----
    Names that ir_measures has itself keep its own meaning. A component inside a measure is
    written as text: ``AgP(gain='F(beta=0.25)')``. Topics without a value count 0, and a topic
    missing from the run is an empty run, as ir_measures has it. PyTerrier's ``Experiment`` takes
    the names as they are. A second call changes the inventory only.
    """
    require_extra("ir", "register()", "ir_measures")
    peer: Any = import_module("ir_measures")
    known = peer.providers.registry.get(NAME)
    if known is None:
        known = _provider(peer)
        _read_our_names(peer, known.ours)
    known.inventory = inventory
    return dict(known.ours)


def _provider(peer: Any) -> Any:
    """Enter our measures and the provider that computes them."""
    load()
    theirs = peer.measures.registry
    found = [cls for cls in classes(Measure) if issubclass(cls, Measure)]
    ours = {cls.label(): _measure(peer, cls) for cls in found if cls.label() not in theirs}
    for measure in ours.values():
        peer.measures.register(measure)

    class Partwise(peer.Provider):  # type: ignore[misc]
        """Computes the measures of partwise."""

        inventory: Any = None

        def supports(self, measure: Any) -> bool:
            """Return whether a measure is one of ours."""
            return measure.NAME in ours

        def _evaluator(self, measures: Any, qrels: Any) -> Any:
            frame = peer.util.QrelsConverter(qrels, strict=False)
            table = _table(Qrels, frame, frame.qrels, self.inventory)
            return _evaluator(peer, list(measures), table, self.inventory)

    provider = Partwise()
    provider.NAME, provider.ours = NAME, ours
    peer.providers.registry[NAME] = provider
    peer.DefaultPipeline.providers.append(provider)
    return provider


def _measure(peer: Any, cls: type[Measure]) -> Any:
    """Describe one of our measures to ir_measures."""
    anything = peer.ParamInfo(desc="as in partwise")
    names = ("cutoff", *cls.fields)

    class Named(peer.Measure):  # type: ignore[misc]
        __name__ = NAME = cls.label()
        PRETTY_NAME = SHORT_DESC = cls.question
        SUPPORTED_PARAMS = dict.fromkeys(names, anything)

        def __init__(self, **params: Any) -> None:
            for name in params:
                if name not in names:
                    known = f"one of its parameters ({', '.join(cls.fields) or 'none'})"
                    raise ParameterError(cls.label(), "parameter", name, known)
            super().__init__(**params)

        def aggregator(self) -> Any:
            """Return what turns the values of topics into one number."""
            return _Aggregator(_ours(self).aggregate())

    return Named()


def _ours(measure: Any) -> Measure:
    """Return the measure of ours that one of ir_measures stands for."""
    fields = find(measure.NAME, Measure).fields
    said = []
    for name, value in measure.params.items():
        if name != "cutoff":
            inside = fields[name].family is not None and isinstance(value, str)
            said.append(f"{name}={value if inside else spell(value)}")
    cutoff = measure.params.get("cutoff")
    end = "" if cutoff is None else f"@{cutoff!r}"
    return parse(f"{measure.NAME}({', '.join(said)}){end}")


class _Aggregator:
    """Turns values of topics into one number as ir_measures asks for it."""

    def __init__(self, name: str) -> None:
        self._how, self._values = AGGREGATES[name], list[float]()

    def add(self, value: float) -> None:
        """Take the value of a topic."""
        self._values.append(value)

    def result(self) -> float:
        """Return the number; counts are summed."""
        values = np.array(self._values, np.float64)
        return float(values.sum()) if self._how.sums else self._how.of(values)


def _table(kind: Any, converter: Any, given: Any, inventory: Any) -> Any:
    """Read what ir_measures was given: frames keep their places, the rest are documents."""
    shape, _ = converter.predict_type()
    if shape == "pd_dataframe":
        return kind.from_frame(given, inventory=inventory)
    return kind.from_dict(converter.as_dict_of_dict(), inventory=inventory)


def _evaluator(peer: Any, measures: list[Any], qrels: Qrels, inventory: Any) -> Any:
    """Return what computes measures of runs on the same assessments."""
    ours = [_ours(measure) for measure in measures]

    class Evaluator(peer.Evaluator):  # type: ignore[misc]
        def _iter_calc(self, run: Any) -> Iterator[Any]:
            frame = peer.util.RunConverter(run, strict=False)
            table = _table(Run, frame, frame.run, inventory)
            if not set(table.topics) & set(qrels.topics):
                return  # all topics are missing: ir_measures gives each its 0
            zero = Rules(undefined="zero")
            results = evaluate(qrels, table, ours, rules=zero, inventory=inventory)
            for measure, own in zip(measures, ours, strict=True):
                values = results.of(table.name, repr(own)).tolist()
                for topic, value in zip(results.topics, values, strict=True):
                    yield peer.Metric(query_id=topic, measure=measure, value=value)

    return Evaluator(measures, qrels.topics.tolist())


def _read_our_names(peer: Any, ours: dict[str, Any]) -> None:
    """Make PyTerrier's experiments, which read names of trec_eval, read ours besides."""
    before = peer.parse_trec_measure

    def parse_trec_measure(measure: str) -> list[Any]:
        """Read a name of trec_eval, or of partwise."""
        name = re.split(r"[(@]", measure, maxsplit=1)[0]
        return [peer.parse_measure(measure)] if name in ours else before(measure)

    peer.parse_trec_measure = parse_trec_measure
