"""AutoRAG questions: with the passages that answer them, Parquet.

Columns ``qid``, ``query`` and ``retrieval_gt``: lists of lists of passage ids. Every outer list is
a group (column ``group``, numbered from 0): all groups are needed. The ids of an inner list are
alternatives (column ``alternative``): any one is enough. Ids are those of the corpus: with
``--inventory corpus.parquet`` they are found in their documents; without it each passage is a
document of its own.
"""

from __future__ import annotations

from typing import Any

from partwise.files.options import Reading
from partwise.files.parsing.json_document import Place
from partwise.files.parsing.parquet import parquet_frame
from partwise.files.parsing.records import Records
from partwise.files.source import Source
from partwise.tables.qrels import Qrels

_NAME = "autorag-qa"
_SHAPE = "expected lists of lists of ids"


def read_qrels(source: Source, reading: Reading) -> Qrels:
    """Read the passages of every question; FormatError or FormatErrors name the bad rows."""
    records = Records(source, "qrels", _NAME)
    frame = parquet_frame(source, ("qid", "retrieval_gt"))
    pairs = zip(frame["qid"].to_list(), frame["retrieval_gt"].to_list(), strict=True)
    for row, (topic, groups) in enumerate(pairs):
        place = Place(path=(row,))
        if records.topic(topic, place):
            _add(records, place, topic, groups)
    words = "{n:row} {n:names|name} passages by id: documents of their own, unless --inventory "
    records.notes.add(words + "places them", n=len(records))
    return records.qrels(reading)


def read_topics(source: Source) -> dict[str, str]:
    """Return the text of each question."""
    frame = parquet_frame(source, ("qid",))
    texts = frame["query"].to_list() if "query" in frame.columns else [""] * frame.height
    return {str(t): str(q or "") for t, q in zip(frame["qid"].to_list(), texts, strict=True)}


def _add(records: Records, place: Place, topic: Any, groups: Any) -> None:
    for group, inner in enumerate(groups if isinstance(groups, list) else [None]):
        if not isinstance(inner, list):
            records.refuse(place, f"retrieval_gt: {_SHAPE}", shape=True)
            return
        for at, node in enumerate(inner):
            cells = {"group": str(group), "alternative": str(at)}
            records.add(place, topic=topic, doc=node, id=node, grade=1, **cells)
