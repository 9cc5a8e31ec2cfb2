"""Traces: what retrievers and rerankers returned, as observability tools record it."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Literal, get_args

from partwise.adapters._adapter import Adapter
from partwise.errors import AdapterError, UsageError
from partwise.messages import Note
from partwise.tables.run import Run

_DOCUMENT = re.compile(
    r"(?:retrieval\.documents|reranker\.output_documents)\.(\d+)\.document\.(\w+)(?:\.(.+))?"
)
_QUESTIONS = ("query", "question", "input")


@dataclass(frozen=True)
class Span:
    """One step of a trace.

    Parameters
    ----------
    trace, id, parent : str
        Names; a root has no parent.
    kind : str
        ``RETRIEVER``, ``RERANKER`` or anything else.
    start, end : float
        Seconds.
    attributes : mapping
        Flat, with dotted names.
    failed : bool
        The step ended with an error.
    items : list of dict
        What it returned.
    """

    trace: str
    id: str
    parent: str
    kind: str
    start: float
    end: float
    attributes: Mapping[str, Any]
    failed: bool
    items: list[dict[str, Any]]

    @property
    def question(self) -> str | None:
        """Query."""
        found = self.attributes.get("input.value")
        return found if isinstance(found, str) else None


def read_spans(caller: str, given: Any) -> list[Span]:
    """Read spans of any of the three kinds, one by one or in requests of OTLP."""
    return [_checked(caller, at, one) for at, one in enumerate(_flat_spans(caller, given), 1)]


def _checked(caller: str, at: int, one: Mapping[str, Any]) -> Span:
    """Read a span; refuse one of another shape."""
    try:
        return _span(one)
    except _Shape as shape:
        raise AdapterError(caller, f"span {at:,}: {shape}") from None


class _Shape(Exception):  # noqa: N818
    """Problem of a span, in words."""


def _object(given: Any, name: str) -> Mapping[str, Any]:
    """Return what must be an object; one that is not there is empty."""
    if given and not isinstance(given, Mapping):
        raise _Shape(f"{name} is not an object")
    return given or {}


def _list(given: Any, name: str) -> list[Any]:
    """Return what must be a list; one that is not there is empty."""
    if given and not isinstance(given, (list, tuple)):
        raise _Shape(f"{name} is not a list")
    return list(given or [])


def _flat_spans(caller: str, given: Any) -> Iterator[Mapping[str, Any]]:
    if isinstance(given, Mapping):
        given = [given]
    if isinstance(given, (str, bytes)) or not isinstance(given, Iterable):
        raise AdapterError(caller, f"{type(given).__name__} is not a list of spans")
    for one in given:
        span = one if isinstance(one, Mapping) else _exported(caller, one)
        if "resourceSpans" not in span:
            yield span
            continue
        for resource in _inside(caller, span, "resourceSpans"):
            for scope in _inside(caller, resource, "scopeSpans"):
                yield from _inside(caller, scope, "spans")


def _inside(caller: str, holder: Mapping[str, Any], name: str) -> list[Mapping[str, Any]]:
    """Return the list of objects that one level of an OTLP request holds."""
    found = holder.get(name, [])
    if not isinstance(found, list) or not all(isinstance(one, Mapping) for one in found):
        raise AdapterError(caller, f"{name} is not a list of objects")
    return found


def _exported(caller: str, one: Any) -> Mapping[str, Any]:
    for name in ("to_json", "model_dump", "dict"):
        export = getattr(one, name, None)
        if callable(export):
            found = export()
            exported: Mapping[str, Any] = json.loads(found) if isinstance(found, str) else found
            return exported
    raise AdapterError(caller, f"{type(one).__name__} is not a span")


def _span(one: Mapping[str, Any]) -> Span:
    if "run_type" in one:
        return _langsmith(one)
    raw = one.get("attributes")
    if isinstance(raw, list):
        attributes = _flat(_pairs(raw, "attributes"))
    elif isinstance(raw, Mapping):
        attributes = _flat(raw)
    else:
        shown = ", ".join(map(str, one)) or "none"
        raise _Shape(f"neither attributes nor run_type (fields: {shown})")
    context = _object(one.get("context"), "context")
    status = _object(one.get("status"), "status")
    code = str(status.get("code", status.get("status_code", one.get("status_code", ""))))
    return Span(
        str(one.get("traceId") or context.get("trace_id") or one.get("trace_id") or ""),
        str(one.get("spanId") or context.get("span_id") or one.get("span_id") or ""),
        str(one.get("parentSpanId") or one.get("parent_id") or ""),
        str(attributes.get("openinference.span.kind") or one.get("span_kind") or "").upper(),
        _seconds(one, "startTimeUnixNano", "start_time"),
        _seconds(one, "endTimeUnixNano", "end_time"),
        attributes,
        code == "2" or code.upper().endswith("ERROR"),
        _documents(attributes),
    )


def _langsmith(one: Mapping[str, Any]) -> Span:
    inputs = _object(one.get("inputs"), "inputs")
    outputs = _object(one.get("outputs"), "outputs")
    asked = next((inputs[name] for name in _QUESTIONS if name in inputs), None)
    about = _object(one.get("extra"), "extra").get("metadata") or {}
    items = (
        outputs.get("documents", outputs.get("output")) if one["run_type"] == "retriever" else []
    )
    return Span(
        str(one.get("trace_id") or one.get("id") or ""),
        str(one.get("id") or ""),
        str(one.get("parent_run_id") or ""),
        str(one["run_type"]).upper(),
        _seconds(one, "", "start_time"),
        _seconds(one, "", "end_time"),
        _flat({"metadata": about, "input": {"value": asked}}),
        bool(one.get("error")),
        _list(items, "the list of documents"),
    )


def _pairs(given: Any, name: str) -> dict[str, Any]:
    """Return a list of keys and values as OTLP writes them."""
    found = {}
    for pair in _list(given, name):
        key = _object(pair, f"an entry of {name}").get("key")
        if not isinstance(key, str):
            raise _Shape(f"an entry of {name} has no key")
        found[key] = _otlp(pair.get("value"), key)
    return found


def _otlp(given: Any, name: str) -> Any:
    """Return the value of an attribute; whole numbers come as text."""
    value = _object(given, f"the value of {name}")
    if "intValue" in value:
        return _whole(value["intValue"], name)
    if "arrayValue" in value:
        inside = _object(value["arrayValue"], f"the value of {name}").get("values")
        return [_otlp(one, name) for one in _list(inside, f"the value of {name}")]
    if "kvlistValue" in value:
        inside = _object(value["kvlistValue"], f"the value of {name}").get("values")
        return _pairs(inside, f"the value of {name}")
    return next(iter(value.values()), None)


def _whole(given: Any, name: str) -> int:
    try:
        return int(given)
    except (TypeError, ValueError, OverflowError):
        raise _Shape(f"{name} is not a whole number") from None


def _flat(nested: Mapping[str, Any], before: str = "") -> dict[str, Any]:
    """Return nested dictionaries and lists of them with dotted names; metadata is JSON in text."""
    found: dict[str, Any] = {}
    for name, given in nested.items():
        label, value = f"{before}{name}", given
        if label.rsplit(".", 1)[-1] == "metadata" and isinstance(value, str):
            value = _json_values(value)
        if isinstance(value, list) and value and all(isinstance(v, Mapping) for v in value):
            value = {str(at): one for at, one in enumerate(value)}
        if isinstance(value, Mapping):
            found |= _flat(value, f"{label}.")
        else:
            found[label] = value
    return found


def _json_values(text: str) -> Any:
    with suppress(ValueError):
        return json.loads(text)
    return text


def _documents(attributes: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the documents by their number: 10 comes after 9."""
    by_number: dict[int, dict[str, Any]] = {}
    for label, value in attributes.items():
        match = _DOCUMENT.fullmatch(label)
        if match is None:
            continue
        item = by_number.setdefault(int(match[1]), {})
        if match[2] == "metadata" and match[3]:
            item.setdefault("metadata", {})[match[3]] = value
        elif not match[3]:
            item[match[2]] = value
    return [by_number[at] for at in sorted(by_number)]


def _seconds(one: Mapping[str, Any], nanoseconds: str, written: str) -> float:
    """Return a time of a span: whole nanoseconds, or a date as Python or text has it."""
    if one.get(nanoseconds) is not None:
        return _whole(one[nanoseconds], nanoseconds) / 1e9
    given = one.get(written)
    try:
        if isinstance(given, datetime):
            return given.timestamp()
        if isinstance(given, str) and given:
            return datetime.fromisoformat(given).timestamp()
        return float(given or 0)
    except (TypeError, ValueError, OverflowError):
        raise _Shape(f"{written} is not a time") from None


Stage = Literal["retriever", "reranker"]
Merge = Literal["append", "first", "last", "error"]

_TOPIC = ("metadata.topic", "metadata.query_id", "metadata.question_id")


class Traces(Adapter):
    """Spans of OTLP JSON, OpenInference (Phoenix) or LangSmith."""

    name = "traces"
    advice = "Places stand in the documents' metadata, where the splitter wrote them"

    def run(
        self,
        given: Any,
        *,
        topic: str | None = None,
        questions: Mapping[str, str] | None = None,
        stage: Stage | None = None,
        merge: Merge = "append",
        **options: Any,
    ) -> Run:
        """Build a run from spans, or from a file of them (JSON or JSON lines).

        Parameters
        ----------
        given : list, mapping or path
            Spans, or requests of OTLP that hold them.
        topic : str, optional
            Attribute of the span, or of an ancestor, that names the topic; by default
            ``metadata.topic``, ``metadata.query_id`` or ``metadata.question_id``.
        questions : mapping of str to str, optional
            Topic to question; a trace without a topic is told by its question, exactly.
        stage : {'retriever', 'reranker'}, optional
            Which list of a trace is read; by default the last reranker's, else the last
            retriever's.
        merge : {'append', 'first', 'last', 'error'}
            What becomes of lists of one trace that overlap in time; ``error`` also refuses a
            second trace of a topic, of which otherwise the latest is read.
        **options
            Those of the other ``Run.from_*``.
        """
        caller = f"from_{self.name}"
        for label, value, known in (("stage", stage, Stage), ("merge", merge, Merge)):
            if value is not None and value not in get_args(known):
                raise UsageError(f"{label} must be {' or '.join(get_args(known))}, not {value!r}")
        spans = read_spans(caller, _loaded(given))
        chosen = _Chosen(caller, spans, topic=topic, questions=questions, stage=stage, merge=merge)
        run = super().run(chosen.lists(), **options)
        return replace(run, notes=(*run.notes, *chosen.notes))


class _Chosen:
    """One result list a topic, chosen from all spans."""

    def __init__(
        self,
        caller: str,
        spans: Sequence[Span],
        *,
        topic: str | None,
        questions: Mapping[str, str] | None,
        stage: Stage | None,
        merge: Merge,
    ) -> None:
        self.caller, self.stage, self.merge = caller, stage, merge
        self.labels = _TOPIC if topic is None else (topic,)
        self.by_id = {(span.trace, span.id): span for span in spans}
        self.by_question = {text: name for name, text in (questions or {}).items()}
        self.notes: list[Note] = []
        self.traces: dict[str, list[Span]] = {}
        failed = 0
        for span in spans:
            if span.kind not in ("RETRIEVER", "RERANKER"):
                continue
            if span.failed and not span.items:
                failed += 1
                continue
            self.traces.setdefault(span.trace, []).append(span)
        if failed:
            words = "{n:span} that failed without a document {n:is|are} left out"
            self.notes.append(Note(words, n=failed))

    def lists(self) -> dict[str, list[Any]]:
        """Return the items of each topic; the latest trace of a topic wins."""
        found: dict[str, list[Any]] = {}
        overlapping, again = 0, 0
        for spans in sorted(self.traces.values(), key=lambda group: max(s.start for s in group)):
            kinds = {span.kind for span in spans}
            kind = self.stage.upper() if self.stage else max(kinds, key=lambda k: k == "RERANKER")
            ranked = sorted((s for s in spans if s.kind == kind), key=lambda s: s.start)
            if not ranked:
                continue
            together = [s for s in ranked if s is ranked[-1] or s.end > ranked[-1].start]
            overlapping += len(together) > 1
            topic = self._topic(ranked[-1])
            again += topic in found
            if again and self.merge == "error":
                said = f"topic {topic} has two traces"
                raise AdapterError(self.caller, said, "Use merge=... to read the latest")
            found.pop(topic, None)
            found[topic] = [item for span in self._kept(together) for item in span.items]
        if overlapping:
            how = (
                "appended in order of start"
                if self.merge == "append"
                else f"the {self.merge} is read"
            )
            words = "{n:trace} with lists that overlap in time: {how}"
            self.notes.append(Note(words, n=overlapping, how=how))
        if again:
            words = "{n:trace} left out: a later one has the same topic"
            self.notes.append(Note(words, n=again))
        return found

    def _kept(self, together: list[Span]) -> list[Span]:
        if len(together) > 1 and self.merge == "error":
            said = f"trace {together[0].trace} has lists that overlap in time"
            raise AdapterError(self.caller, said, 'Use merge="append", "first" or "last"')
        return {"first": together[:1], "last": together[-1:]}.get(self.merge, together)

    def _topic(self, span: Span) -> str:
        """Return the topic of a span: an attribute of it or an ancestor, else its question."""
        line = [span]
        while (above := self.by_id.get((span.trace, line[-1].parent))) and above not in line:
            line.append(above)
        for one in line:
            for label in self.labels:
                value = one.attributes.get(label, one.attributes.get(f"metadata.{label}"))
                if value not in (None, ""):
                    return str(value)
        asked = line[-1].question or span.question
        if asked is not None and asked in self.by_question:
            return self.by_question[asked]
        names = dict.fromkeys(
            name for one in line for name in one.attributes if not name.startswith(("retr", "rera"))
        )
        said = (
            f"trace {span.trace} does not name its topic (attributes: {', '.join(names) or 'none'})"
        )
        raise AdapterError(self.caller, said, 'Use topic="..." or questions={topic: question}')


def _loaded(given: Any) -> Any:
    """Read a file of spans: one JSON value, or one a line."""
    if not isinstance(given, (str, os.PathLike)):
        return given
    from partwise.files.formats.traces import spans_of
    from partwise.files.source import Source

    return spans_of(Source(given))


ADAPTER = Traces()
