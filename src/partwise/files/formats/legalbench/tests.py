"""LegalBench-RAG tests: questions with the places of their answers, JSON.

Grammar: one object; further keys are allowed::

    {"tests": [{"query": "...", "tags": ["nda"],
                "snippets": [{"file_path": "nda/a.txt", "span": [10, 42], "answer": "..."}]}]}

Tests have no ids: a topic is ``q`` and the number of the test from 0, with at least three digits
(``q000``). ``file_path`` is the document. Spans count code points from 0, the end is exclusive;
``answer`` is the text between them. The first tag is kept in the column ``tag``. A test without
snippets is judged, and nothing is relevant for it. Snippets of one test that touch or overlap,
which LegalBench-RAG itself refuses, are accepted with a note.
"""

from __future__ import annotations

from dataclasses import replace

from partwise.files.formats.legalbench.snippets import add_snippets, first_tag, touching
from partwise.files.options import Reading
from partwise.files.parsing.json_document import Place
from partwise.files.parsing.records import Records, numbered
from partwise.files.source import Source
from partwise.messages import Notes
from partwise.tables.qrels import Qrels


def read_qrels(source: Source, reading: Reading) -> Qrels:
    """Read every snippet; FormatError or FormatErrors name what is wrong."""
    records = Records(source, "qrels", "legalbench")
    root = records.root("tests")
    for number, (place, test) in enumerate(records.objects(root, Place(), "tests", needed=True)):
        topic = numbered(number)
        records.topic(topic, place)
        tag = first_tag(records, test, place)
        add_snippets(records, test, place, "snippets", ranked=False, topic=topic, tag=tag)
    return noted(records.qrels(reading))


def noted(qrels: Qrels) -> Qrels:
    """Note snippets that the tool would refuse."""
    notes = Notes(qrels.notes)
    words = "{n:snippet} {n:touches or overlaps|touch or overlap} another of the same test "
    notes.add(words + "(LegalBench-RAG refuses that)", n=touching(qrels))
    return replace(qrels, notes=tuple(notes))


def read_topics(source: Source) -> dict[str, str]:
    """Return the query of each test."""
    records = Records(source, "qrels", "legalbench")
    tests = records.objects(records.root("tests"), Place(), "tests")
    return {numbered(at): str(test.get("query") or "") for at, (_, test) in enumerate(tests)}
