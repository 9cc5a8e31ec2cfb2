"""FEVER: claims with the sentences of Wikipedia pages that support or refute them.

Grammar: one JSON object a line; further keys are allowed::

    {"id": 7, "claim": "...", "label": "SUPPORTS",
     "evidence": [[[101, 201, "Ann_-LRB-film-RRB-", 3], [101, 202, "Bob", 0]],
                  [[102, 203, "Ann", 1]]]}

The outer list holds alternatives (column ``alternative``, numbered from 0); an inner list holds
the sentences that one of them needs, as annotation, evidence, page and sentence. The page is
the document, escaped as in the file (``-LRB-``). Sentences are numbered from 0 and become the
element ``s[4]``. Where page or sentence is null there is no evidence: such a claim is judged, and
nothing is relevant for it. A structure (``--structure``) with elements ``s`` says where sentences
lie.
"""

from __future__ import annotations

from typing import Any

from partwise.files.options import Reading
from partwise.files.parsing.json_document import Place, kind_words
from partwise.files.parsing.records import Records, sentence
from partwise.files.source import Source
from partwise.tables.qrels import Qrels

_FOUR = 4


def read_qrels(source: Source, reading: Reading) -> Qrels:
    """Read every evidence set; FormatError or FormatErrors name the bad lines."""
    records = Records(source, "qrels", "fever")
    for place, claim in records.lines():
        topic = claim.get("id")
        if not records.topic(topic, place, "claim"):
            continue
        for number, found in enumerate(records.items(claim, place, "evidence", needed=True)):
            spot = place.down("evidence", number)
            if not isinstance(found, list):
                records.refuse(spot, f"{kind_words(found)}, not a list of sentences", shape=True)
                continue
            for at, each in enumerate(found):
                _add(records, spot.down(at), each, topic=topic, alternative=str(number))
    return records.qrels(reading)


def read_topics(source: Source) -> dict[str, str]:
    """Return the text of each claim."""
    lines = Records(source, "qrels", "fever").lines()
    return {str(each.get("id")): str(each.get("claim") or "") for _, each in lines}


def _add(records: Records, place: Place, found: Any, **cells: Any) -> None:
    if not isinstance(found, list) or len(found) != _FOUR:
        said = "expected [annotation, evidence, page, sentence]"
        records.refuse(place, f"{kind_words(found)}, {said}", shape=True)
        return
    page, number = found[2:]
    if page is None or number is None:
        return
    element = sentence(records, place, number)
    if element is not None:
        records.add(place, doc=page, element=element, **cells)
