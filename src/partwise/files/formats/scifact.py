"""SciFact: claims with the sentences of abstracts that support or refute them.

Grammar: one JSON object a line; further keys are allowed::

    {"id": 1, "claim": "...", "cited_doc_ids": [14, 15],
     "evidence": {"14": [{"sentences": [2, 5], "label": "SUPPORT"}]}}

Every rationale is an alternative (column ``alternative``, numbered from 0), all of whose sentences
are needed. Sentences are numbered from 0 and become the elements ``s[3]`` and ``s[6]``. A cited
document without evidence is judged and not relevant. A structure (``--structure``) with elements
``s`` says where sentences lie.
"""

from __future__ import annotations

from typing import Any

from partwise.files.options import Reading
from partwise.files.parsing.json_document import Place, kind_words
from partwise.files.parsing.records import Records, sentence
from partwise.files.source import Source
from partwise.tables.qrels import Qrels


def read_qrels(source: Source, reading: Reading) -> Qrels:
    """Read every rationale; FormatError or FormatErrors name the bad lines."""
    records = Records(source, "qrels", "scifact")
    for place, claim in records.lines():
        topic, evidence = claim.get("id"), claim.get("evidence")
        if not records.topic(topic, place, "claim"):
            continue
        if not isinstance(evidence, dict):
            said = f"{kind_words(evidence)}, not an object"
            records.refuse(place.down("evidence"), said, shape=True)
            continue
        number = 0
        for doc in evidence:
            for spot, rationale in records.objects(evidence, place.down("evidence"), doc):
                _add(records, spot, rationale, topic=topic, doc=doc, alternative=str(number))
                number += 1
        for cited in records.items(claim, place, "cited_doc_ids"):
            if not evidence.get(str(cited)):
                records.add(place, topic=topic, doc=cited, grade=0)
    return records.qrels(reading)


def read_topics(source: Source) -> dict[str, str]:
    """Return the text of each claim."""
    lines = Records(source, "qrels", "scifact").lines()
    return {str(each.get("id")): str(each.get("claim") or "") for _, each in lines}


def _add(records: Records, place: Place, rationale: dict[str, Any], **cells: Any) -> None:
    for number in records.items(rationale, place, "sentences", needed=True):
        element = sentence(records, place, number)
        if element is not None:
            records.add(place, element=element, **cells)
