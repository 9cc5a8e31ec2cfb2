"""BioASQ Task b: snippets of articles, as gold standard or as system answers.

Grammar: one JSON object; gold standards and answers have the same form::

    {"questions": [{"id": "5c56", "body": "...",
                    "snippets": [{"document": "http://www.ncbi.nlm.nih.gov/pubmed/304",
                                  "beginSection": "abstract", "offsetInBeginSection": 10,
                                  "endSection": "abstract", "offsetInEndSection": 42,
                                  "text": "..."}]}]}

The document is the last part of the address, a slash and the section (``304/abstract``); of
``sections.0`` the section is ``0``. Offsets count from 0 inside the section; the end is exclusive.
The order of the list is the rank. A question whose snippets are absent or empty was answered with
nothing; in a gold standard nothing is relevant for it. Only snippets are read: the lists of
documents and the exact answers are not. A snippet that ends in another section than it begins in
is refused. Offsets may be UTF-16 units, as Java counts: with ``--texts``, the texts of the sections
by ``304/abstract``, the unit is proved.
"""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from partwise.files.options import Reading
from partwise.files.parsing.json_document import Place
from partwise.files.parsing.losses import Loss, Losses, places
from partwise.files.parsing.records import Records
from partwise.files.source import Source
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run
from partwise.tables.schema import What

WORDS = "BioASQ JSON"
_ADDRESS = "http://www.ncbi.nlm.nih.gov/pubmed/"
_SECTIONS = "sections."


def read_run(source: Source, reading: Reading) -> Run:
    """Read the answers of a system; FormatError or FormatErrors name what is wrong."""
    return _read(source, "run").run(reading)


def read_qrels(source: Source, reading: Reading) -> Qrels:
    """Read a gold standard; FormatError or FormatErrors name what is wrong."""
    return _read(source, "qrels").qrels(reading)


def read_topics(source: Source) -> dict[str, str]:
    """Return the text of each question."""
    records = Records(source, "qrels", "bioasq")
    found = records.objects(records.root("questions"), Place(), "questions")
    return {str(each.get("id")): str(each.get("body") or "") for _, each in found}


def _read(source: Source, what: What) -> Records:
    records = Records(source, what, "bioasq")
    root = records.root("questions")
    for place, question in records.objects(root, Place(), "questions", needed=True):
        topic = question.get("id")
        if not records.topic(topic, place):
            continue
        snippets = records.objects(question, place, "snippets")
        for rank, (spot, snippet) in enumerate(snippets, start=1):
            _add(records, spot, snippet, topic, rank if what == "run" else None)
    return records


def _add(
    records: Records, place: Place, snippet: dict[str, Any], topic: Any, rank: int | None
) -> None:
    for key in ("document", "beginSection"):
        if not isinstance(snippet.get(key), str) or not snippet[key]:
            records.refuse(place, f'no text at the key "{key}"', shape=True)
            return
    if records.lacks(snippet, place, "offsetInBeginSection", "offsetInEndSection"):
        return
    address, begin = snippet["document"], snippet["beginSection"]
    end = snippet.get("endSection", begin)
    if begin != end:
        problem = f"question {topic}: a snippet begins in {begin} and ends in {end}"
        records.refuse(place, problem, "Not supported")
        return
    article, section = address.rstrip("/").rpartition("/")[2], begin.partition(".")[2] or begin
    records.add(
        place,
        topic=topic,
        doc=f"{article}/{section}",
        start=snippet["offsetInBeginSection"],
        end=snippet["offsetInEndSection"],
        rank=rank,
        text=snippet.get("text") or None,
    )


def write_run(run: Run, *, lossy: Losses | None = None) -> bytes:
    """Return answers in the order of the run; TableError says what the format cannot hold."""
    loss = Loss(WORDS, allowed=lossy)
    loss.of_other_columns(run, "text")
    return _written(run, np.lexsort((places(run), run.topic)), loss)


def write_qrels(qrels: Qrels, *, lossy: Losses | None = None) -> bytes:
    """Return a gold standard; TableError says what the format cannot hold."""
    loss = Loss(WORDS, allowed=lossy)
    loss.of_other_columns(qrels, "text")
    return _written(qrels, np.argsort(qrels.topic, kind="stable"), loss)


def _written(table: Run | Qrels, order: Any, loss: Loss) -> bytes:
    loss.never(table.start < 0, "a part without offsets")
    loss.of_rows((table.element >= 0) | (table.tree >= 0), "elements beside offsets")
    docs = [name.rpartition("/") for name in table.docs.tolist()]
    bare = np.array([not before or not section for before, _, section in docs], bool)
    loss.never(bare[table.doc], "a document that is not named by article and section")
    text = table.extra.get("text")
    found: dict[int, list[dict[str, Any]]] = {code: [] for code in range(len(table.topics))}
    for row in order.tolist():
        article, _, name = docs[table.doc[row]]
        section = f"{_SECTIONS}{name}" if name.isdigit() else name
        snippet: dict[str, Any] = {
            "document": f"{_ADDRESS}{article}",
            "beginSection": section,
            "endSection": section,
            "offsetInBeginSection": int(table.start[row]),
            "offsetInEndSection": int(table.end[row]),
        }
        if text is not None and text[row]:
            snippet["text"] = str(text[row])
        found[int(table.topic[row])].append(snippet)
    questions = [{"id": table.topics[code], "snippets": each} for code, each in found.items()]
    content = json.dumps({"questions": questions}, ensure_ascii=False, indent=1)
    return f"{content}\n".encode()
