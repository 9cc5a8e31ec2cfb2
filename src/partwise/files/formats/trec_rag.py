"""TREC RAG answers: the references of generated answers, with what cites them.

Grammar: one JSON object a line; further keys are allowed::

    {"topic_id": "2024-1", "references": ["doc7#2", "doc3#0"],
     "answer": [{"text": "...", "citations": [1]}]}

The topic stands at ``topic_id`` or ``narrative_id``, there or in ``metadata``; ``run_id`` names the
run. References are documents or segments, in rank order; with ``--inventory``, a table with ids and
places, segments are found in their documents. Citations are positions in the references, counted
from 0, or the references themselves. The column ``cited`` counts the references in the order of
their first citation; a reference that is never cited stays in the run. ``--cited`` keeps only cited
ones, ranked in that order.
"""

from __future__ import annotations

from typing import Any

from partwise.errors import quote
from partwise.files.options import Reading
from partwise.files.parsing.json_document import Place
from partwise.files.parsing.records import Records
from partwise.files.source import Source
from partwise.messages import plural
from partwise.tables.run import Run

_TOPICS = ("topic_id", "narrative_id")


def read_run(source: Source, reading: Reading) -> Run:
    """Read the references of every answer; FormatError or FormatErrors name the bad lines."""
    records = Records(source, "run", "trec-rag")
    left = 0
    for place, answer in records.lines():
        topic = next((found for key in _TOPICS if (found := _fact(answer, key)) is not None), None)
        if not records.topic(topic, place, "topic"):
            continue
        references = records.items(answer, place, "references", needed=True)
        cited = _cited(records, place, answer, references)
        for rank, reference in enumerate(references, start=1):
            first = cited.get(rank - 1)
            if reading.cited and first is None:
                left += 1
                continue
            records.add(
                place.down("references", rank - 1),
                topic=topic,
                doc=reference,
                id=reference,
                rank=first if reading.cited else rank,
                cited=first,
                run=_fact(answer, "run_id"),
            )
    records.notes.add("{n:reference} never cited left out", n=left)
    return records.run(reading)


def _fact(answer: dict[str, Any], key: str) -> Any:
    """Return what an answer says of itself, there or among its metadata."""
    more = answer.get("metadata")
    found = answer.get(key)
    return more.get(key) if found is None and isinstance(more, dict) else found


def _cited(
    records: Records, place: Place, answer: dict[str, Any], references: list[Any]
) -> dict[int, int]:
    """Return the position of each cited reference, and when it was first cited, from 1."""
    known: dict[Any, int] = {}
    for at, reference in enumerate(references):
        known.setdefault(str(reference), at)
    found: dict[int, int] = {}
    for spot, sentence in records.objects(answer, place, "answer"):
        for citation in records.items(sentence, spot, "citations"):
            number = isinstance(citation, int) and not isinstance(citation, bool)
            at = citation if number else known.get(str(citation), -1)
            if 0 <= at < len(references):
                found.setdefault(at, len(found) + 1)
            else:
                many = plural(len(references), "reference")
                said = f"citation {quote(str(citation))} is none of the {many}"
                records.refuse(spot, said, shape=True)
    return found
