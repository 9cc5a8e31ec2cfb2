"""Traces: what retrievers and rerankers returned, as observability tools record it.

Grammar: OTLP JSON, spans of OpenInference (Phoenix), or runs of LangSmith; one JSON value, a list,
or one value a line::

    {"resourceSpans": [{"scopeSpans": [{"spans": [{"traceId": "t", "attributes": [...]}]}]}]}
    {"context": {"trace_id": "t"}, "attributes": {"openinference.span.kind": "RETRIEVER", ...}}
    {"run_type": "retriever", "inputs": {"query": "..."}, "outputs": {"documents": [...]}}

Of each trace the last reranker's list is read, else the last retriever's; the order of the list is
the rank. A document's metadata say of which text it is and where it lies (``source``,
``start_index``, ...; ``--columns doc=NAME,start=NAME`` names others), or ``--inventory`` knows its
id. The topic is ``metadata.topic``, ``metadata.query_id`` or ``metadata.question_id`` of the span
or of one above it, another attribute (``--columns topic=NAME``), or told by the question, which
stands in ``--topics-file``. An empty list is an answer; a span that failed is none.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from partwise.errors import AdapterError, FormatError, quote
from partwise.files.options import Reading
from partwise.files.parsing.json_document import JsonDocument, json_lines
from partwise.files.source import Source
from partwise.files.topics import as_topic_texts
from partwise.spelling import spelt
from partwise.tables.part_ids import of_run
from partwise.tables.problems import Problems
from partwise.tables.run import Run
from partwise.tables.schema import ColumnNames

_NAMED = ("topic", "doc", "start", "end", "text", "id", "score", "tokens")
_OPTIONS = {
    "texts=... and locate=True, ": "",
    'errors="skip"': "--missing skip",
    'missing="document"': "--missing document",
    "inventory=...": "--inventory FILE",
    'topic="..."': "--columns topic=NAME",
    "questions={topic: question}": "--topics-file FILE",
    'doc="..."': "--columns doc=NAME",
}
"""Keywords of the adapter, as options of readers."""


def read_run(source: Source, reading: Reading, inventory: Any = None) -> Run:
    """Read the lists of all traces; FormatError names what is wrong."""
    columns = reading.columns or {}
    named: dict[str, Any] = {ours: columns[ours] for ours in _NAMED if ours in columns}
    if isinstance(columns, ColumnNames):
        columns.used.update(named.values())
    questions = reading.topics_file
    own = of_run(inventory, source.stem)
    try:
        run = Run.from_traces(
            spans_of(source),
            questions=None if questions is None else as_topic_texts(questions).text,
            name=source.stem,
            inventory=own if getattr(own, "id", None) is not None else None,
            errors="skip" if reading.missing == "skip" else "raise",
            missing=reading.missing,
            **named,
        )
    except AdapterError as bad:
        problem = bad.problem
        if problem.endswith(" ..."):
            problem = f"{problem.removesuffix(' ...')} and more"
        raise source.error(None, problem, _spelt(bad.hint)) from None
    if not len(run.topics):
        raise source.error(None, "traces without a list of a retriever or reranker")
    return replace(run, source=source.name, format="traces")


def spans_of(source: Source) -> Any:
    """Return the JSON of a file: one value, or one a line."""
    try:
        value = JsonDocument(source).value
    except FormatError as bad:
        problems = Problems(source)
        found = [value for _, value in json_lines(source, problems)]
        if not found:
            raise bad from None
        problems.refuse()
        return found
    if not isinstance(value, (dict, list)):  # a text would be taken for the name of a file
        raise source.error(None, f"expected spans, found {quote(str(value))}")
    return value


def _spelt(hint: str | None) -> str | None:
    for keyword, option in _OPTIONS.items():
        hint = hint and hint.replace(keyword, spelt(option))
    return hint
