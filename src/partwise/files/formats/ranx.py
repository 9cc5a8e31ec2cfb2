"""ranx: scored or judged documents of each query, JSON or Parquet.

Grammar of JSON: an object of objects of numbers::

    {"q1": {"doc7": 12.5, "doc3": 11.0}, "q2": {}}

Parquet has the columns ``q_id``, ``doc_id`` and ``score``. Nothing says whether a file is a run or
assessments: given as a run the numbers are scores; given as assessments they are grades and have to
be whole, unless the format is named (``--format-qrels ranx``). A query without documents was
answered with nothing; in assessments nothing is relevant for it.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from partwise.files.options import Reading, table_options
from partwise.files.parsing.json_document import JsonDocument, JsonPaths, kind_words, wrong_shape
from partwise.files.parsing.losses import Loss, Losses, documents_of, only_grades, scores_and_ranks
from partwise.files.parsing.parquet import is_parquet, parquet_frame, table_of
from partwise.files.source import Source
from partwise.tables.building import qrels_of, run_of
from partwise.tables.columns import Coded
from partwise.tables.names import Names
from partwise.tables.problems import Problems
from partwise.tables.schema import Schema
from partwise.tables.table import Table

if TYPE_CHECKING:
    from partwise.tables.qrels import Qrels
    from partwise.tables.run import Run

WORDS = "ranx JSON"
COLUMNS = {"q_id": "topic", "doc_id": "doc"}
_What = Literal["run", "qrels"]
_NUMBERS = {"run": "score", "qrels": "grade"}


def read_run(source: Source, reading: Reading) -> Run:
    """Read scores; FormatError or FormatErrors name what is wrong."""
    return run_of(_table(source, "run"), table_options(reading))


def read_qrels(source: Source, reading: Reading) -> Qrels:
    """Read grades; FormatError or FormatErrors name what is wrong."""
    table = _table(source, "qrels")
    table.problems.refuse()
    grade = table.real("grade")
    broken = np.flatnonzero(grade != np.trunc(grade))
    if broken.size and reading.format_qrels is None:
        said = f"score {grade[broken[0]]:g} is not a whole number: a run, not assessments"
        hint = "QRELS come first; use --format-qrels ranx to read it as assessments"
        table.problems.at_rows(broken[:1], table.lines, lambda _: (said, hint))
    return qrels_of(table, table_options(reading))


def kind_of(source: Source) -> _What:
    """Tell what a file is taken for: whole numbers are grades."""
    score = _table(source, "run").real("score")
    return "qrels" if (score == np.trunc(score)).all() else "run"


def _table(source: Source, what: _What) -> Table:
    if is_parquet(source):
        names = {**COLUMNS, "score": _NUMBERS[what]}
        frame = parquet_frame(source, tuple(names))
        for theirs, ours in names.items():
            if theirs != ours and ours in frame.columns:
                raise source.error(None, f"{theirs} and {ours} both name the column {ours}")
        return table_of(frame.rename(names), source, Schema(what), "ranx")
    document = JsonDocument(source)
    root, problems = document.value, Problems(source)
    if not isinstance(root, dict):
        raise wrong_shape(source, root, "an object of objects of numbers", "ranx")
    for query, found in root.items():
        if not isinstance(found, dict):
            said = f"{query}: {kind_words(found)}, expected an object of numbers"
            problems.add(document.line((query,)), said)
    problems.refuse()
    docs = [doc for found in root.values() for doc in found]
    values = [value for found in root.values() for value in found.values()]
    index = {name: code for code, name in enumerate(dict.fromkeys(docs))}
    sizes = [len(found) for found in root.values()]
    topic = Coded(np.repeat(np.arange(len(root)), sizes).astype(np.int32), Names.of(root))
    doc = Coded(np.array([index[name] for name in docs], np.int32), Names.of(index))
    lines = JsonPaths(document, [(query, name) for query, found in root.items() for name in found])
    bad = [row for row, value in enumerate(values) if type(value) not in (int, float)]
    problems.at_rows(
        np.array(bad, np.int64), lines, lambda row: f"{kind_words(values[row])}, not a number"
    )
    problems.refuse()
    reals = {_NUMBERS[what]: np.array(values, np.float64)}
    texts = {"topic": topic, "doc": doc}
    return Table(source, "ranx", len(docs), texts, {}, reals, {}, lines, problems)


def write_run(run: Run, *, lossy: Losses | None = None) -> bytes:
    """Return scores as JSON; TableError says what the format cannot hold."""
    loss = Loss(WORDS, allowed=lossy)
    run = documents_of(run, loss)
    score, rank = scores_and_ranks(run, loss, WORDS) if len(run) else (np.empty(0), run.topic)
    lost = [name for name in ("distance", "tokens") if getattr(run, name) is not None]
    loss.of_columns(run, [*lost, *(name for name in run.extra if name != "run")])
    return _written(run, np.lexsort((rank, run.topic)), score)


def write_qrels(qrels: Qrels, *, lossy: Losses | None = None) -> bytes:
    """Return grades as JSON; TableError says what the format cannot hold."""
    loss = Loss(WORDS, allowed=lossy)
    first, grade = only_grades(qrels, loss, whole=True)
    grades = np.zeros(len(qrels), np.int64)
    grades[first] = grade.astype(np.int64)
    return _written(qrels, first[np.argsort(qrels.topic[first], kind="stable")], grades)


def _written(table: Run | Qrels, order: Any, numbers: Any) -> bytes:
    topics, docs = table.topics.tolist(), table.docs.tolist()
    found: dict[str, dict[str, float]] = {topic: {} for topic in topics}
    rows = zip(table.topic[order].tolist(), table.doc[order].tolist(), strict=True)
    for (topic, doc), number in zip(rows, numbers[order].tolist(), strict=True):
        found[topics[topic]][docs[doc]] = number
    return (json.dumps(found, ensure_ascii=False, indent=1) + "\n").encode()
