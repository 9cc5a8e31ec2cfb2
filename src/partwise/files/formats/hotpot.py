"""HotpotQA: questions with their supporting facts, sentences of several articles.

Grammar: a JSON list of objects, or one object a line; both shapes of the lists exist::

    {"_id": "q1", "question": "...", "supporting_facts": [["Ann", 0], ["Bob", 2]],
     "context": [["Ann", ["First.", " Second."]], ["Bob", ["..."]]]}
    {"id": "q1", "supporting_facts": {"title": ["Ann", "Bob"], "sent_id": [0, 2]},
     "context": {"title": ["Ann", "Bob"], "sentences": [["First.", " Second."], ["..."]]}}

The title is the document. Sentences are numbered from 0 and become the element ``s[1]``; all
facts of a question are one group (column ``group``): they are needed together. A fact beyond the
sentences of its article in the context is left out and counted. The contexts, sentences joined as
they are, are the texts: the file also serves as ``--texts``. A structure (``--structure``) with
elements ``s`` says where sentences lie.
"""

from __future__ import annotations

from typing import Any

from partwise.files.options import Reading
from partwise.files.parsing.json_document import Place, kind_words
from partwise.files.parsing.records import Records, sentence
from partwise.files.source import Source
from partwise.tables.qrels import Qrels

_PAIR = 2
_GROUP = "facts"


def read_qrels(source: Source, reading: Reading) -> Qrels:
    """Read every supporting fact; FormatError or FormatErrors name what is wrong."""
    records = Records(source, "qrels", "hotpot")
    beyond = 0
    for place, question in records.lines():
        topic = _id(question)
        if not records.topic(topic, place):
            continue
        known = dict(_pairs(records, place, question, "context", "sentences"))
        facts = _pairs(records, place, question, "supporting_facts", "sent_id")
        for at, (title, number) in enumerate(facts):
            spot = place.down("supporting_facts", at)
            element = sentence(records, spot, number)
            if element is None:
                continue
            if isinstance(known.get(title), list) and number >= len(known[title]):
                beyond += 1
            else:
                records.add(spot, topic=topic, doc=title, element=element, group=_GROUP)
    records.notes.add(
        "{n:fact} left out: {n:its article has|their articles have} fewer sentences", n=beyond
    )
    return records.qrels(reading)


def read_texts(source: Source) -> dict[str, str]:
    """Return the text of each article."""
    records = Records(source, "qrels", "hotpot")
    found: dict[str, str] = {}
    for place, question in records.lines():
        for title, sentences in _pairs(records, place, question, "context", "sentences"):
            text = "".join(map(str, sentences if isinstance(sentences, list) else [sentences]))
            if found.setdefault(title, text) != text:
                records.refuse(place.down("context"), f"document {title} came with another text")
    records.problems.refuse()
    return found


def read_topics(source: Source) -> dict[str, str]:
    """Return the text of each question."""
    lines = Records(source, "qrels", "hotpot").lines()
    return {str(_id(each)): str(each.get("question") or "") for _, each in lines}


def _id(question: dict[str, Any]) -> Any:
    return question.get("_id", question.get("id"))


def _pairs(
    records: Records, place: Place, question: dict[str, Any], key: str, second: str
) -> list[tuple[str, Any]]:
    """Return titles and what stands beside them, in either shape."""
    value = question.get(key)
    if isinstance(value, dict):
        titles, others = (records.items(value, place.down(key), name) for name in ("title", second))
        pairs = [list(each) for each in zip(titles, others, strict=False)]
        if len(titles) != len(others):
            records.refuse(place.down(key), f"title and {second} differ in length", shape=True)
    elif isinstance(value, list):
        pairs = value
    else:
        records.refuse(
            place.down(key) if key in question else place,
            f"{key} is {kind_words(value)}",
            shape=True,
        )
        return []
    good = [each for each in pairs if isinstance(each, list) and len(each) == _PAIR]
    if len(good) < len(pairs):
        records.refuse(place.down(key), f"expected pairs of title and {second}", shape=True)
    return [(str(title), found) for title, found in good]
