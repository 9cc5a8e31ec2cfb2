"""Snippets of LegalBench-RAG: a file and a span of it."""

from __future__ import annotations

from typing import Any

import numpy as np

from partwise.files.parsing.json_document import Place, kind_words
from partwise.files.parsing.records import Records
from partwise.tables.qrels import Qrels

_PAIR = 2


def add_snippets(
    records: Records, test: dict[str, Any], place: Place, key: str, *, ranked: bool, **more: Any
) -> None:
    """Append the snippets of a test; those of a run have ranks.

    Parameters
    ----------
    records : Records
        The table.
    test : dict
        What holds the list.
    place : Place
        Where the test stands.
    key : str
        The key of the list.
    ranked : bool
        Whether they were retrieved.
    more
        Further cells of each row, the topic among them.
    """
    for rank, (spot, snippet) in enumerate(records.objects(test, place, key, needed=True), 1):
        span, path = snippet.get("span"), snippet.get("file_path")
        if not isinstance(path, str) or not path:
            records.refuse(spot, 'no text at the key "file_path"', shape=True)
        elif not isinstance(span, list) or len(span) != _PAIR:
            found = kind_words(span) if not isinstance(span, list) else f"{len(span)} numbers"
            records.refuse(spot.down("span"), f"{found}, expected [start, end]", shape=True)
        else:
            start, end = span
            ranks = {"rank": rank, "given_score": snippet.get("score")} if ranked else {}
            text = snippet.get("answer") or None
            records.add(spot, doc=path, start=start, end=end, text=text, **ranks, **more)


def first_tag(records: Records, test: dict[str, Any], place: Place) -> str | None:
    """Return the first tag of a test."""
    tags = records.items(test, place, "tags")
    return str(tags[0]) if tags else None


def touching(qrels: Qrels) -> int:
    """Count the snippets that touch or overlap one before them in their document."""
    order = np.lexsort((qrels.end, qrels.start, qrels.doc, qrels.topic))
    topic, doc, start, end = (
        column[order] for column in (qrels.topic, qrels.doc, qrels.start, qrels.end)
    )
    new = np.ones(order.size, bool)
    new[1:] = (topic[1:] != topic[:-1]) | (doc[1:] != doc[:-1])
    # shifting each document past all others lets one running maximum serve them all
    shift = np.cumsum(new) * (int(end.max(initial=0)) + 1)
    reach = np.maximum.accumulate(end + shift)
    return int((~new[1:] & ((start + shift)[1:] <= reach[:-1])).sum())
