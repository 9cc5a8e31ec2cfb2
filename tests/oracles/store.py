"""Values and objects of other tools, stored: tests compare with them where no tool is installed.

``python -m tests.oracles.store`` writes ``tests/oracles/*.json`` anew where the tools are
installed: ``pip install -e ".[test,ir,bench]"``. Collections are drawn from seeds, and their
digests are stored beside the values. `test_stored` compares the files with the tools themselves
wherever it meets them.
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import re
import shutil
from collections import namedtuple
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent

Grades = dict[str, dict[str, int]]
Scores = dict[str, dict[str, float]]


# -- collections ----------------------------------------------------------------------------


def collection(seed: int, *, ties: bool) -> tuple[Grades, Scores]:
    """Judgements, with grades below 0, and a run with short lists, of forty topics.

    Every draw is one of `random.Random.random`, whose numbers Python promises not to change.
    """
    rng = random.Random(seed)
    docs = [f"d{number}" for number in range(30)]

    def choice(options: list[Any]) -> Any:
        return options[int(rng.random() * len(options))]

    def sample(most: int) -> list[str]:
        size = 1 + int(rng.random() * most)
        return sorted(docs, key=lambda _: rng.random())[:size]

    qrels, run = {}, {}
    for topic in map(str, range(1, 41)):
        qrels[topic] = {doc: choice([-1, 0, 0, 1, 2, 3]) for doc in sample(15)}
        scores = [0.5, 1.0, 2.0, 3.0]
        run[topic] = {doc: choice(scores) if ties else rng.random() for doc in sample(25)}
    return qrels, run


def graded(qrels: Grades, run: Scores) -> tuple[Grades, Scores]:
    """Collection of the topics in which all measures of ranx have values.

    It knows no grades below 0, and its bpref divides by the number of documents judged 0.
    """
    qrels = {t: {d: max(g, 0) for d, g in docs.items()} for t, docs in qrels.items()}
    qrels = {t: docs for t, docs in qrels.items() if max(docs.values()) > 1 > min(docs.values())}
    return qrels, {topic: run[topic] for topic in qrels}


COLLECTIONS: dict[str, Callable[[], tuple[Grades, Scores]]] = {
    "plain": lambda: collection(1, ties=False),
    "ties": lambda: collection(1, ties=True),
    "graded": lambda: graded(*collection(2, ties=False)),
}


def digest(qrels: Grades, run: Scores) -> str:
    """Digest of a collection."""
    text = json.dumps([qrels, run], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


# -- values ---------------------------------------------------------------------------------

OF_A_SCRIPT = ("nDCG(dcg='exp-log2')@5", "ERR@10")
"""Values of ir_measures that a Perl script prints with five decimals."""
TIES_DIFFERENT = ("RR@5", "Judged@5")
"""Measures of ir_measures that order equal scores otherwise than trec_eval."""
IR_MEASURES = (
    "P@5", "P(rel=2)@5", "R@5", "R(rel=2)@10", "AP", "AP(rel=2)@10", "RR", "RR(rel=2)", "RR@5",
    "Rprec", "Rprec(rel=2)", "Success@5", "Success(rel=2)@5", "SetP", "SetR", "SetF",
    "SetP(rel=2)", "SetR(rel=2)", "nDCG", "nDCG@5", "nDCG(dcg='exp-log2')@5",
    "nDCG(gains={1:3,2:10,3:11})@5", "Judged@5", "NumRet", "NumRel", "NumRet(rel=1)",
    "NumRet(rel=2)", "Bpref", "Bpref(rel=2)", "ERR@10",
)  # fmt: skip
RANX = (
    "precision@5", "precision", "recall@5", "recall", "f1", "f1@5", "hit_rate@5", "hits@5", "hits",
    "mrr@10", "mrr", "map@100", "map", "r-precision", "ndcg@10", "ndcg", "ndcg_burges@10", "bpref",
    "precision@5-l2", "recall@5-l2", "hits@5-l2", "hit_rate@5-l2", "mrr-l2", "map@100-l2",
    "r-precision-l2", "f1@5-l2", "bpref-l2",
)  # fmt: skip

Values = dict[str, list[float]]
"""Values of each measure, topics in the order of the judgements."""


def ir_measures_values(measures: Iterable[str], qrels: Grades, run: Scores) -> Values:
    """Values of ir_measures; a topic that it leaves out counts 0."""
    peer = import_module("ir_measures")
    values = {}
    for name in measures:
        rows = peer.iter_calc([peer.parse_measure(name)], qrels, run)
        by_topic = {row.query_id: float(row.value) for row in rows}
        values[name] = [by_topic.get(topic, 0.0) for topic in qrels]
    return values


def ranx_values(measures: Iterable[str], qrels: Grades, run: Scores) -> Values:
    """Values of ranx, whose arithmetic runs as Python: to compile it takes a minute."""
    os.environ.setdefault("NUMBA_DISABLE_JIT", "1")
    peer = import_module("ranx")
    table = peer.evaluate(
        peer.Qrels(qrels), peer.Run(run), list(measures), return_mean=False, make_comparable=True
    )
    by_name = sorted(qrels)  # the order of ranx
    return {
        name: [float(column[by_name.index(topic)]) for topic in qrels]
        for name, column in table.items()
    }


@dataclass(frozen=True)
class Oracle:
    """Tool with the measures that are compared on each collection."""

    values: Callable[[Iterable[str], Grades, Scores], Values]
    measures: dict[str, tuple[str, ...]]


ORACLES = {
    "ir_measures": Oracle(
        ir_measures_values,
        {
            "plain": IR_MEASURES,
            "ties": tuple(name for name in IR_MEASURES if name not in TIES_DIFFERENT),
        },
    ),
    "ranx": Oracle(ranx_values, {"graded": RANX}),
}


# -- objects --------------------------------------------------------------------------------

CLASSES = {
    "ir_measures": ("ir_measures", ("Qrel", "ScoredDoc")),
    "ir_datasets": ("ir_datasets.formats", ("TrecQrel", "GenericScoredDoc")),
    "ranx": ("ranx", ("Qrels", "Run")),
}
"""Classes of rows and tables, by tool: the module that offers them, and their names."""
EXAMPLES = {"Qrels": {"q": {"d": 1}}, "Run": {"q": {"d": 1.0}}}


def shape(cls: type) -> dict[str, Any]:
    """Names that an instance of a class has: fields of a row, or methods and attributes."""
    home = {"module": cls.__module__, "name": cls.__qualname__}
    if hasattr(cls, "_fields"):
        return {**home, "fields": list(cls._fields)}
    example = cls(EXAMPLES[cls.__name__])
    names = [name for name in dir(example) if not name.startswith("_")]
    methods = [name for name in names if callable(getattr(example, name))]
    return {**home, "methods": methods, "attributes": [n for n in names if n not in methods]}


def live_classes(tool: str) -> dict[str, Any]:
    """Classes of a tool that is installed."""
    if tool == "ranx":
        os.environ.setdefault("NUMBA_DISABLE_JIT", "1")
    module, names = CLASSES[tool]
    return {name: getattr(import_module(module), name) for name in names}


def shapes(tool: str) -> dict[str, Any]:
    """Shapes of the classes of a tool that is installed."""
    return {name: shape(cls) for name, cls in live_classes(tool).items()}


def stored_classes(tool: str) -> dict[str, Any]:
    """Classes of the stored shapes: rows are named tuples; tables hold a dictionary and a name."""
    return {name: _stand_in(name, kind) for name, kind in load("objects")[tool]["classes"].items()}


def _stand_in(name: str, stored: dict[str, Any]) -> Any:
    if "fields" in stored:
        return namedtuple(name, stored["fields"], module=stored["module"])

    def init(self: Any, table: Any, name: str | None = None) -> None:
        for attribute in stored["attributes"]:
            setattr(self, attribute, None)
        self.name, self._table = name, table

    methods = {method: lambda self: self._table for method in stored["methods"]}
    return type(name, (), {**methods, "__init__": init, "__module__": stored["module"]})


# -- files ----------------------------------------------------------------------------------


@cache
def load(name: str) -> dict[str, Any]:
    """Content of a stored file."""
    return json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))


def write(name: str, content: dict[str, Any]) -> None:
    """Write a stored file, a list a line."""
    text = json.dumps(content, indent=1)
    text = re.sub(r"\[[^][{}]*\]", lambda match: " ".join(match[0].split()), text)
    (FOLDER / f"{name}.json").write_text(text + "\n", encoding="utf-8")


def stored_values(tool: str) -> dict[str, Any]:
    """Content of a tool's file of values."""
    content: dict[str, Any] = {"version": version(tool), "collections": {}}
    for name, measures in ORACLES[tool].measures.items():
        qrels, run = COLLECTIONS[name]()
        values = ORACLES[tool].values(measures, qrels, run)
        content["collections"][name] = {"digest": digest(qrels, run), "values": values}
    return content


def main() -> None:
    """Write the files of all tools."""
    if shutil.which("perl") is None:
        raise SystemExit("ir_measures computes ERR with a Perl script: install perl")
    for tool in ORACLES:
        write(tool, stored_values(tool))
    objects = {tool: {"version": version(tool), "classes": shapes(tool)} for tool in CLASSES}
    write("objects", objects)


if __name__ == "__main__":
    main()
