"""Chroma's chunking evaluation: questions with the places of their references, CSV.

Grammar: a header and one question a row; further columns are allowed and not read::

    question,references,corpus_id
    "Who?","[{""content"": ""Ann."", ""start_index"": 5, ""end_index"": 9}]",handbook

``references`` is a JSON list; offsets count code points from 0, the end is exclusive, and
``content`` is the text between them. Questions have no ids: a topic is ``q`` and the number
of its row from 0, with at least three digits (``q000``). ``corpus_id`` is the document. A
question without references is judged, and nothing is relevant for it.
"""

from __future__ import annotations

import json
from typing import Any

from partwise.errors import quote
from partwise.files.options import Reading
from partwise.files.parsing.delimited import csv_rows
from partwise.files.parsing.json_document import Place, kind_words
from partwise.files.parsing.records import Records, numbered
from partwise.files.source import Source
from partwise.tables.qrels import Qrels

HEADER = ("question", "references", "corpus_id")


def read_qrels(source: Source, reading: Reading) -> Qrels:
    """Read every reference; FormatError or FormatErrors name the bad lines."""
    records = Records(source, "qrels", "chroma")
    for number, (line, row) in enumerate(csv_rows(source, HEADER)):
        place, topic = Place(line), numbered(number)
        records.topic(topic, place)
        for at, reference in enumerate(_references(records, place, row["references"])):
            _add(records, place.down("references", at), topic, row["corpus_id"], reference)
    return records.qrels(reading)


def read_topics(source: Source) -> dict[str, str]:
    """Return the text of each question."""
    rows = csv_rows(source, HEADER)
    return {numbered(at): row["question"] for at, (_, row) in enumerate(rows)}


def _references(records: Records, place: Place, cell: str) -> list[Any]:
    """Return the list in a cell; what is none is noted."""
    try:
        found = json.loads(cell) if cell.strip() else []
    except (ValueError, RecursionError):
        records.refuse(place, f"references {quote(cell)} are not JSON", shape=True)
        return []
    if not isinstance(found, list):
        records.refuse(place, f"references are {kind_words(found)}, not a list", shape=True)
        return []
    return found


def _add(records: Records, place: Place, topic: str, doc: str, reference: Any) -> None:
    if not isinstance(reference, dict):
        records.refuse(place, f"{kind_words(reference)}, not an object", shape=True)
        return
    if records.lacks(reference, place, "start_index", "end_index"):
        return
    if not doc:
        records.refuse(place, "corpus_id is missing")
        return
    records.add(
        place,
        topic=topic,
        doc=doc,
        start=reference["start_index"],
        end=reference["end_index"],
        text=reference.get("content") or None,
    )
