"""LlamaIndex question-answer datasets: queries with the nodes that answer them, JSON.

Grammar: one object; further keys are allowed::

    {"queries": {"q1": "..."}, "corpus": {"node-7": "text of the node"},
     "relevant_docs": {"q1": ["node-7"]}}

Nodes are named by ids. With ``--inventory``, a table with ids and places, they are found in their
documents; without it each node is a document of its own. Read as an inventory, the file gives
ids and texts of the nodes.
"""

from __future__ import annotations

from typing import Any

from partwise.files.options import Reading
from partwise.files.parsing.json_document import Place, kind_words
from partwise.files.parsing.records import Records
from partwise.files.source import Source
from partwise.tables.qrels import Qrels
from partwise.tables.schema import Schema
from partwise.tables.table import Table

_NAME = "llama-index-qa"


def read_qrels(source: Source, reading: Reading) -> Qrels:
    """Read the relevant nodes; FormatError or FormatErrors name what is wrong."""
    records = Records(source, "qrels", _NAME)
    place, found = _object(records, "relevant_docs")
    for topic in found:
        records.topic(topic, place.down(topic), "query")
        for at, node in enumerate(records.items(found, place, topic)):
            records.add(place.down(topic, at), topic=topic, doc=node, id=node, grade=1)
    words = "{n:row} {n:names|name} nodes by id: documents of their own, unless --inventory "
    records.notes.add(words + "places them", n=len(records))
    return records.qrels(reading)


def read_table(source: Source, schema: Schema) -> Table:
    """Read the nodes as an inventory."""
    records = Records(source, schema.what, _NAME)
    place, corpus = _object(records, "corpus")
    for node, text in corpus.items():
        records.add(place.down(node), doc=node, id=node, text=text)
    return records.table()


def read_topics(source: Source) -> dict[str, str]:
    """Return the text of each query."""
    _, queries = _object(Records(source, "qrels", _NAME), "queries")
    return {topic: str(text) for topic, text in queries.items()}


def _object(records: Records, key: str) -> tuple[Place, dict[str, Any]]:
    """Return the object at a key, and its place."""
    value, place = records.root(key)[key], Place(path=(key,))
    if isinstance(value, dict):
        return place, value
    records.refuse(place, f"{kind_words(value)}, not an object", shape=True)
    records.problems.refuse()
    return place, {}
