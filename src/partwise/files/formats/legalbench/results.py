"""LegalBench-RAG results: tests with what was retrieved for them, JSON.

Grammar: one object, as the benchmark saves it; further keys are allowed::

    {"qa_result_list": [{"qa_gt": {"query": "...", "tags": ["nda"],
                                   "snippets": [{"file_path": "nda/a.txt", "span": [10, 42]}]},
                         "retrieved_snippets": [{"file_path": "nda/a.txt", "span": [0, 500],
                                                 "score": 1.0}]}],
     "weights": [0.25]}

Read as assessments it is the tests (``partwise formats legalbench``) with the weight of each test
in the column ``weight``; read as a run it is what was retrieved. The order of the list is the
rank; scores are kept in the column ``given_score``. The benchmark's own precision and recall are
not read.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from partwise.files.formats.legalbench.snippets import add_snippets, first_tag
from partwise.files.formats.legalbench.tests import noted
from partwise.files.options import Reading
from partwise.files.parsing.json_document import Place, kind_words
from partwise.files.parsing.records import Records, numbered
from partwise.files.source import Source
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run

_LIST = "qa_result_list"


def read_run(source: Source, reading: Reading) -> Run:
    """Read what was retrieved; FormatError or FormatErrors name what is wrong."""
    records = Records(source, "run", "legalbench-results")
    root = records.root(_LIST)
    for topic, place, result in _results(records, root):
        add_snippets(records, result, place, "retrieved_snippets", ranked=True, topic=topic)
    return records.run(reading)


def read_qrels(source: Source, reading: Reading) -> Qrels:
    """Read the tests; FormatError or FormatErrors name what is wrong."""
    records = Records(source, "qrels", "legalbench-results")
    root = records.root(_LIST)
    weights = records.items(root, Place(), "weights")
    found = root[_LIST] if isinstance(root[_LIST], list) else []
    if weights and len(weights) != len(found):
        said = f"{len(weights)} weights for {len(found)} tests"
        records.refuse(Place(path=("weights",)), said)
    for number, (topic, place, result) in enumerate(_results(records, root)):
        test = result.get("qa_gt")
        if not isinstance(test, dict):
            said = f"{kind_words(test)}, not an object"
            records.refuse(place.down("qa_gt") if "qa_gt" in result else place, said, shape=True)
            continue
        place = place.down("qa_gt")  # noqa: PLW2901  the test stands one step below its result
        more = {"topic": topic, "tag": first_tag(records, test, place)}
        weight = weights[number] if number < len(weights) else None
        add_snippets(records, test, place, "snippets", ranked=False, weight=weight, **more)
    return noted(records.qrels(reading))


def read_topics(source: Source) -> dict[str, str]:
    """Return the query of each test."""
    records = Records(source, "qrels", "legalbench-results")
    found = {}
    for topic, _, result in _results(records, records.root(_LIST)):
        test = result.get("qa_gt")
        found[topic] = str(test.get("query") or "") if isinstance(test, dict) else ""
    return found


def _results(records: Records, root: dict[str, Any]) -> Iterator[tuple[str, Place, dict[str, Any]]]:
    """Yield topic, place and object of each result."""
    found = records.objects(root, Place(), _LIST, needed=True)
    for number, (place, result) in enumerate(found):
        topic = numbered(number)
        records.topic(topic, place)
        yield topic, place, result
