"""Files of other tools with any value in any place: read, or refused in words."""

from __future__ import annotations

import copy
import json
from functools import partial

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.conftest import examples

from partwise.errors import PartwiseError
from partwise.files.options import Reading
from partwise.files.reading import read_inventory, read_qrels, read_run
from partwise.files.registry import FORMATS
from partwise.files.source import Source

SNIPPET = {"file_path": "a", "span": [1, 4], "answer": "abc"}
PLACE = {"wikipedia_id": 1, "start_paragraph_id": 2, "end_paragraph_id": 2, "start_character": 1}
GOOD = {
    "bioasq": {"questions": [{"id": "q", "body": "?", "snippets": [{
        "document": "http://x/12", "beginSection": "abstract", "endSection": "abstract",
        "offsetInBeginSection": 1, "offsetInEndSection": 4, "text": "abc"}]}]},
    "legalbench": {"tests": [{"query": "?", "snippets": [SNIPPET], "tags": ["t"]}]},
    "legalbench-results": {"qa_result_list": [{
        "qa_gt": {"query": "?", "snippets": [SNIPPET], "tags": ["t"]},
        "retrieved_snippets": [{**SNIPPET, "score": 1.0}]}], "weights": [0.5]},
    "kilt": [{"id": 1, "input": "?", "output": [{"answer": "a", "provenance": [PLACE]}]}],
    "squad": {"data": [{"title": "A", "paragraphs": [{"context": "abc", "qas": [{
        "id": "q", "question": "?", "answers": [{"text": "abc", "answer_start": 0}]}]}]}]},
    "scifact": [{"id": 1, "claim": "c", "evidence": {"4": [{"sentences": [1]}]},
                 "cited_doc_ids": [4, 5]}],
    "fever": [{"id": 1, "claim": "c", "evidence": [[[1, 2, "A", 3]]]}],
    "hotpot": [{"_id": "q", "supporting_facts": [["A", 0]], "context": [["A", ["s"]]],
                "question": "?"}],
    "ranx": {"q": {"d": 1, "e": 2}},
    "llama-index-qa": {"queries": {"q": "?"}, "corpus": {"n": "t"}, "relevant_docs": {"q": ["n"]}},
    "trec-rag": [{"topic_id": 1, "references": ["a"], "metadata": {"run_id": "r"},
                  "answer": [{"text": "t", "citations": [0]}]}],
    "ragas": [{"user_input": "?", "retrieved_contexts": ["t"], "retrieved_context_ids": ["c"],
               "reference_contexts": ["t"], "reference_context_ids": ["c"]}],
}  # fmt: skip
READ = {"run": read_run, "qrels": read_qrels, "inventory": read_inventory}

odd = st.sampled_from(
    [None, True, -1, 0, 7, 1e99, 2.5, 1 << 70, "", "x", "a\0b", "\ud800", [], [[]], [None], {},
     {"x": 1}, ["x", "y", "z"], [1, 2], [3, 1], {"title": 3}, "9" * 30]
)  # fmt: skip


def paths(value, path=()):
    """Return the ways to all values."""
    steps = {dict: lambda: list(value.items()), list: lambda: enumerate(value)}
    inner = steps.get(type(value), tuple)()
    return [path, *(way for step, each in inner for way in paths(each, (*path, step)))]


def changed(value, path, new):
    """Return a value with another one at a place; a list asks to leave out or repeat it."""
    if not path:
        return new
    value = copy.deepcopy(value)
    parent = value
    for step in path[:-1]:
        parent = parent[step]
    if new == "again" and isinstance(parent, list):
        parent.append(parent[path[-1]])
    elif new == "gone":
        del parent[path[-1]]
    else:
        parent[path[-1]] = new
    return value


@pytest.mark.parametrize("name", GOOD)
def test_the_samples_are_good(tmp_path, name):
    file = tmp_path / "x"
    file.write_text(_text(name, GOOD[name], lines=True))

    for kind in FORMATS[name].kinds:
        assert READ[kind](file) is not None


def _text(name, value, *, lines):
    if isinstance(GOOD[name], list) and isinstance(value, list) and lines:
        return "".join(json.dumps(each) + "\n" for each in value)
    return json.dumps(value, indent=1)


def _refused(call) -> str | None:
    """Return the words with which a file is refused."""
    try:
        call()
    except PartwiseError as refused:
        return str(refused)
    return None


@pytest.mark.parametrize("name", GOOD)
@settings(max_examples=examples(50), deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_whatever_stands_there(tmp_path_factory, name, data):
    value = GOOD[name]
    for _ in range(data.draw(st.integers(1, 2))):
        way = data.draw(st.sampled_from(paths(value)))
        value = changed(value, way, data.draw(odd | st.sampled_from(["gone", "again"])))
    file = tmp_path_factory.mktemp("shapes") / "x"
    file.write_text(_text(name, value, lines=data.draw(st.booleans())))
    calls = [
        partial(READ[kind], Source(file), format=format_, reading=Reading(lenient=lenient))
        for kind in FORMATS[name].kinds
        for format_ in (name, None)
        for lenient in (False, True)
    ]
    module = FORMATS[name].load()
    others = (getattr(module, read, None) for read in ("read_topics", "read_texts", "kind_of"))
    calls += [partial(read, Source(file)) for read in others if read is not None]
    for call in calls:
        words = _refused(call)
        assert words is None or words.startswith(str(file)), words
