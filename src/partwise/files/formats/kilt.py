"""KILT: answers with their provenance in Wikipedia, as gold standard or as guesses.

Grammar: one JSON object a line; further keys are allowed::

    {"id": "q1", "input": "...",
     "output": [{"answer": "...", "provenance": [{"wikipedia_id": "42", "start_paragraph_id": 5,
                 "start_character": 190, "end_paragraph_id": 5, "end_character": 197}]}]}

Assessments: every entry of ``output`` with a provenance is one alternative (column ``alternative``:
its number in the list, from 0), all of whose places are needed. Guesses: exactly one entry has a
provenance; its order is the rank, and an empty list means answered with nothing.
``wikipedia_id`` is the document; ids are numbers or text. Paragraphs are numbered from 0 and become
the element ``p[6]`` (of paragraph 5), or ``p[6] p[8]`` where a place ends in a later one.
Characters count from 0 inside their paragraph, the end is exclusive: they are not offsets in the
document and are kept in the columns ``start_character`` and ``end_character``. With a structure
(``--structure``) whose documents have elements ``p`` both become places in the document. A place
without ``wikipedia_id`` is left out and counted.
"""

from __future__ import annotations

import json
import re
from typing import Any

import numpy as np

from partwise.errors import quote
from partwise.files.options import Reading
from partwise.files.parsing.json_document import Place
from partwise.files.parsing.losses import Loss, Losses, places
from partwise.files.parsing.records import Records, whole_documents
from partwise.files.source import Source
from partwise.messages import plural
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run
from partwise.tables.schema import What

WORDS = "KILT"
_CHARACTERS = ("start_character", "end_character")
_PARAGRAPHS = ("start_paragraph_id", "end_paragraph_id")
_ELEMENT = re.compile(r"p\[([1-9][0-9]*)\](?: p\[([1-9][0-9]*)\])?")


def read_run(source: Source, reading: Reading) -> Run:
    """Read guesses; FormatError or FormatErrors name the bad lines."""
    return _read(source, "run").run(whole_documents(reading))


def read_qrels(source: Source, reading: Reading) -> Qrels:
    """Read a gold standard; FormatError or FormatErrors name the bad lines."""
    return _read(source, "qrels").qrels(whole_documents(reading))


def read_topics(source: Source) -> dict[str, str]:
    """Return the input of each question."""
    lines = Records(source, "qrels", "kilt").lines()
    return {_text(each.get("id")): str(each.get("input") or "") for _, each in lines}


def _read(source: Source, what: What) -> Records:
    records = Records(source, what, "kilt")
    nameless = 0
    for place, question in records.lines():
        topic = _text(question.get("id"))
        if not records.topic(topic, place):
            continue
        outputs = [
            (spot, output)
            for spot, output in records.objects(question, place, "output", needed=True)
            if output.get("provenance") is not None
        ]
        if what == "run" and len(outputs) != 1:
            found = plural(len(outputs), "output")
            said = f"question {topic}: {found} with provenance; a guess has exactly one"
            records.refuse(place, said, shape=True)
            continue
        for spot, output in outputs:
            nameless += _add(records, spot, output, topic, ranked=what == "run")
    records.notes.add("{n:place} without wikipedia_id left out", n=nameless)
    return records


def _add(
    records: Records, place: Place, output: dict[str, Any], topic: str, *, ranked: bool
) -> int:
    """Append the places of one output; return how many are of no document."""
    alternative = None if ranked else str(place.path[-1])
    nameless = rank = 0
    for spot, entry in records.objects(output, place, "provenance"):
        doc = _text(entry.get("wikipedia_id"))
        if not doc:
            nameless += 1
            continue
        rank += 1
        numbers = [_paragraph(records, spot, entry, key) for key in _PARAGRAPHS]
        characters = {key: entry.get(key) for key in _CHARACTERS}
        element = " ".join(f"p[{number + 1}]" for number in _distinct(numbers)) or None
        records.add(
            spot,
            topic=topic,
            doc=doc,
            element=element,
            rank=rank if ranked else None,
            alternative=alternative,
            grade=None if ranked or element else 1,
            **characters,
        )
    return nameless


def _text(value: Any) -> str:
    """Return an id as it is compared: as text, without blanks around it."""
    return "" if value is None else str(value).strip()


def _distinct(numbers: list[int | None]) -> list[int]:
    return list(dict.fromkeys(number for number in numbers if number is not None))


def _paragraph(records: Records, place: Place, entry: dict[str, Any], key: str) -> int | None:
    text = _text(entry.get(key))
    if text.isascii() and text.isdigit():
        return int(text)
    if text:
        records.refuse(place, f"{key} {quote(text)} is not a whole number")
    return None


def write_run(run: Run, *, lossy: Losses | None = None) -> bytes:
    """Return guesses in the order of the run; TableError says what the format cannot hold."""
    loss = Loss(WORDS, allowed=lossy)
    loss.of_other_columns(run, *_CHARACTERS)
    order = np.lexsort((places(run), run.topic))
    return _written(run, order, [""] * len(run), loss)


def write_qrels(qrels: Qrels, *, lossy: Losses | None = None) -> bytes:
    """Return a gold standard; TableError says what the format cannot hold."""
    loss = Loss(WORDS, allowed=lossy)
    loss.of_other_columns(qrels, *_CHARACTERS, "alternative")
    given = qrels.extra.get("alternative")
    # rows of no alternative are needed together: one output
    sets = [""] * len(qrels) if given is None else [str(name) for name in given.tolist()]
    return _written(qrels, np.argsort(qrels.topic, kind="stable"), sets, loss)


def _written(table: Run | Qrels, order: Any, sets: list[str], loss: Loss) -> bytes:
    loss.never((table.start >= 0) | (table.tree >= 0), "offsets in documents, or trees")
    names = table.elements.tolist()
    found = [_ELEMENT.fullmatch(name) for name in names]
    strange = np.array([*(match is None for match in found), False], bool)
    loss.never(strange[table.element], "elements other than paragraphs, p[6]")
    outputs: dict[int, dict[str, list[dict[str, Any]]]]
    outputs = {code: {} for code in range(len(table.topics))}
    for row in order.tolist():
        entry: dict[str, Any] = {"wikipedia_id": table.docs[int(table.doc[row])]}
        match = found[table.element[row]] if table.element[row] >= 0 else None
        if match is not None:
            first, last = int(match[1]) - 1, int(match[2] or match[1]) - 1
            entry |= dict(zip(_PARAGRAPHS, (first, last), strict=True))
        for key in _CHARACTERS:
            value = table.extra[key][row] if key in table.extra else None
            if value is not None and value == value:  # noqa: PLR0124  NaN
                entry[key] = int(value)
        outputs[int(table.topic[row])].setdefault(sets[row], []).append(entry)
    lines = []
    for code, alternatives in outputs.items():
        output = [{"provenance": entries} for entries in alternatives.values()]
        line = {"id": table.topics[code], "output": output or [{"provenance": []}]}
        lines.append(json.dumps(line, ensure_ascii=False) + "\n")
    return "".join(lines).encode()
