"""ragas datasets: what was retrieved for questions, and what should have been.

Grammar: one JSON object a line; further keys are allowed::

    {"user_input": "...", "retrieved_contexts": ["text"], "retrieved_context_ids": ["c7"],
     "reference_contexts": ["text"], "reference_context_ids": ["c7"]}

The same file is a run (what was retrieved, in rank order) and assessments (the references). Rows
have no ids: a topic is ``q`` and the number of its row from 0, with at least three digits
(``q000``). Ids of contexts are found in their documents by ``--inventory``, a table with ids and
places; without it each context is a document of its own. Contexts without ids are quotes, which
``--texts`` places in the documents.
"""

from __future__ import annotations

import re
from typing import Any

from partwise.files.options import Reading
from partwise.files.parsing.records import Records, numbered
from partwise.files.registry import Kind
from partwise.files.source import Source
from partwise.messages import plural
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run
from partwise.tables.schema import What
from partwise.tables.table import Table

_KEYS = {"run": "retrieved", "qrels": "reference"}
_HEAD = 1 << 16


def read_run(source: Source, reading: Reading) -> Run:
    """Read what was retrieved; FormatError or FormatErrors name the bad lines."""
    return _with_ids(source, "run").run(reading)


def read_qrels(source: Source, reading: Reading) -> Qrels:
    """Read the references; FormatError or FormatErrors name the bad lines."""
    return _with_ids(source, "qrels").qrels(reading)


def read_topics(source: Source) -> dict[str, str]:
    """Return the text of each question."""
    lines = Records(source, "qrels", "ragas").lines()
    return {numbered(at): str(row.get("user_input") or "") for at, (_, row) in enumerate(lines)}


def read_quotes(source: Source, kind: Kind | None) -> Table | None:
    """Return contexts that have no ids, to be located by their texts; None where all have ids."""
    records, bare = _read(source, kind or kind_of(source), "quotes")
    return records.table() if bare else None


def kind_of(source: Source) -> Kind:
    """Tell what a file is taken for: a run, unless nothing was retrieved."""
    return "run" if re.search(rb'"retrieved_context(?:s|_ids)"', source.head(_HEAD)) else "qrels"


def _with_ids(source: Source, kind: Kind) -> Records:
    records, bare = _read(source, kind, kind)
    if bare:
        problem = f"{plural(bare, 'context', 'is', 'are')} text without an id"
        raise source.error(None, problem, "Use --texts to place them by their text")
    words = "{n:row} {n:names|name} contexts by id: documents of their own, unless --inventory "
    records.notes.add(words + "places them", n=len(records))
    return records


def _read(source: Source, kind: Kind, what: What) -> tuple[Records, int]:
    """Read the contexts of one kind, and count those without ids."""
    records = Records(source, what, "ragas")
    name, bare, there = _KEYS[kind], 0, False
    keys = (f"{name}_contexts", f"{name}_context_ids")
    for number, (place, row) in enumerate(records.lines()):
        topic = numbered(number)
        if what != "quotes":
            records.topic(topic, place)
        texts, ids = (records.items(row, place, key) for key in keys)
        there = there or any(key in row for key in keys)
        if texts and ids and len(texts) != len(ids):
            records.refuse(place, f"{len(texts)} {keys[0]} and {len(ids)} {keys[1]}", shape=True)
            continue
        bare += 0 if ids else len(texts)
        if what == "quotes" and kind == "run" and not texts and not ids:
            records.add(place, topic=topic)  # answered with nothing
        for at in range(len(ids) or len(texts)):
            cells = _cells(ids[at] if ids else None, texts[at] if texts else None)
            more = {"rank": at + 1} if kind == "run" else {"grade": 1}
            records.add(place.down(keys[bool(ids)], at), topic=topic, **cells, **more)
    if not there:
        raise source.error(None, f'no line has "{keys[0]}" or "{keys[1]}"')
    return records, bare


def _cells(name: Any, text: Any) -> dict[str, Any]:
    return {"doc": name, "id": name, "text": text}
