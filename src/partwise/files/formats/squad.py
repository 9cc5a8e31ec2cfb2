"""SQuAD and files of its form: questions on paragraphs, answered by spans.

Grammar: one JSON object; further keys are allowed::

    {"data": [{"title": "Ann", "paragraphs": [{"context": "Ann was ...",
      "qas": [{"id": "q1", "question": "...", "is_impossible": false,
               "answers": [{"text": "Ann", "answer_start": 0}]}]}]}]}

Each paragraph is a document: the title, ``#`` and the number of the paragraph from 0 (``Ann#0``).
Spans count code points of the context from 0 and are as long as their text, which has to stand
there; lenient reading leaves other answers out and counts them. Answers are alternatives, one for
each distinct answer (column ``alternative``). A question without answers is judged, and nothing is
relevant for it. The contexts are the texts: the file also serves as ``--texts``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from partwise.errors import quote
from partwise.files.options import Reading
from partwise.files.parsing.json_document import Place
from partwise.files.parsing.records import Records
from partwise.files.source import Source
from partwise.tables.qrels import Qrels

_LENIENT = "Use --lenient to leave such answers out"


def read_qrels(source: Source, reading: Reading) -> Qrels:
    """Read every answer; FormatError or FormatErrors name what is wrong."""
    records = Records(source, "qrels", "squad")
    lost = 0
    for place, doc, paragraph in _paragraphs(records):
        context = str(paragraph.get("context") or "")
        for spot, question in records.objects(paragraph, place, "qas", needed=True):
            topic = question.get("id")
            if not records.topic(topic, spot):
                continue
            known: dict[tuple[int, str], None] = {}
            for at, answer in records.objects(question, spot, "answers"):
                text, start = answer.get("text"), answer.get("answer_start")
                if not isinstance(text, str) or not isinstance(start, int) or not text:
                    said = 'no text and whole number at the keys "text" and "answer_start"'
                    records.refuse(at, said, shape=True)
                elif context[max(start, 0) :][: len(text)] != text or start < 0:
                    lost += 1
                    if not reading.lenient:
                        records.refuse(at, _differs(doc, context, start, text), _LENIENT)
                elif (start, text) not in known:
                    known[start, text] = None
                    span = {"start": start, "end": start + len(text), "text": text}
                    number = str(len(known) - 1)
                    records.add(at, topic=topic, doc=doc, alternative=number, **span)
    records.notes.add("{n:answer} left out: the context has another text there", n=lost)
    return records.qrels(reading)


def read_texts(source: Source) -> dict[str, str]:
    """Return the context of each paragraph."""
    found = _paragraphs(Records(source, "qrels", "squad"))
    return {doc: str(paragraph.get("context") or "") for _, doc, paragraph in found}


def read_topics(source: Source) -> dict[str, str]:
    """Return the text of each question."""
    records = Records(source, "qrels", "squad")
    found: dict[str, str] = {}
    for place, _, paragraph in _paragraphs(records):
        for _, each in records.objects(paragraph, place, "qas"):
            found[str(each.get("id"))] = str(each.get("question") or "")
    return found


def _paragraphs(records: Records) -> Iterator[tuple[Place, str, dict[str, Any]]]:
    """Yield place, document and object of each paragraph; those of one title count on."""
    root = records.root("data")
    count: dict[str, int] = {}
    for place, article in records.objects(root, Place(), "data", needed=True):
        title = str(article.get("title") or place.path[-1])
        for spot, paragraph in records.objects(article, place, "paragraphs", needed=True):
            number = count[title] = count.get(title, -1) + 1
            yield spot, f"{title}#{number}", paragraph


def _differs(doc: str, context: str, start: int, text: str) -> str:
    """Say what stands in the place of an answer."""
    found = context[max(start, 0) :][: len(text)]
    return f"text {quote(text)} differs from {doc}[{start}:{start + len(text)}], {quote(found)}"
