"""Traces: what retrievers and rerankers returned, as observability tools record it."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal, get_args

from partwise.adapters._adapter import Adapter
from partwise.adapters._trace_spans import Span, read_spans
from partwise.errors import AdapterError, UsageError
from partwise.messages import Note
from partwise.tables.run import Run

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
