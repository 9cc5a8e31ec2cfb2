"""Lines that hold all results of a topic."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.files.samples import said

import partwise as pw
from partwise.files.formats.jsonl.nested import nested_keys
from partwise.files.kinds import kind_of


def rows(run):
    docs, topics = run.docs.tolist(), run.topics.tolist()
    columns = (run.topic, run.doc, run.start, run.end, run.rank)
    return [
        (topics[t], docs[d], int(s), int(e), int(r)) for t, d, s, e, r in zip(*columns, strict=True)
    ]


def write(path, *objects):
    path.write_text("\n".join(map(json.dumps, objects)))
    return path


PARTS = [
    {"doc": "a", "start": 0, "end": 5, "score": 0.1},
    {"doc": "b", "start": 3, "end": 9, "score": 0.7},
]


def test_the_place_in_the_list_is_the_rank(tmp_path):
    path = write(
        tmp_path / "run.jsonl", {"topic": "q1", "results": PARTS}, {"topic": "q2", "results": []}
    )
    run = pw.read_run(path)
    assert rows(run) == [("q1", "a", 0, 5, 1), ("q1", "b", 3, 9, 2)]
    assert run.score is None
    assert run.extra["given_score"].tolist() == [0.1, 0.7]
    assert run.answered == ["q2"]
    assert kind_of(path) == "run"


def test_a_file_that_begins_with_nothing(tmp_path):
    nothing = {"query_id": "q0", "results": []}
    path = write(tmp_path / "run.jsonl", nothing, {"query_id": "q1", "results": PARTS})
    assert kind_of(path) == "run"
    assert pw.read_run(path).answered == ["q0"]
    assert pw.read_run(write(path, nothing)).answered == ["q0"]


def test_ids(tmp_path):
    path = write(tmp_path / "run.jsonl", {"topic": "q", "results": ["x", 7]})
    inventory = pw.Inventory.from_columns(id=[7, "x"], doc=["a", "b"], start=[0, 1], end=[5, 6])
    run = pw.read_run(path, inventory=inventory)
    assert rows(run) == [("q", "b", 1, 6, 1), ("q", "a", 0, 5, 2)]


def test_assessments(tmp_path):
    path = write(tmp_path / "gold.jsonl", {"topic": "q", "results": [{**PARTS[0], "grade": 2}]})
    qrels = pw.read_qrels(path)
    assert (qrels.start.tolist(), qrels.grade.tolist()) == ([0], [2])


def test_the_lines_of_problems(tmp_path):
    path = write(
        tmp_path / "run.jsonl",
        {"topic": "q1", "results": PARTS},
        {"topic": "q2", "results": [PARTS[0], {"doc": "a", "start": 5, "end": 3}]},
        {"topic": "q3", "results": [PARTS[0], None]},
        {"topic": "q4", "results": {}},
        {"topic": "q5", "results": [{**PARTS[0], "rank": 2}, {**PARTS[1], "rank": 1}]},
        {"topic": "q6", "results": [{**PARTS[0], "topic": "q7"}]},
    )
    assert said(pw.read_run, path).replace(f"{path}:", "").splitlines() == [
        "2: end 3 is before start 5",
        "3: result 2 is neither an object nor an id",
        "4: results must be one list of objects or ids",
        "5: rank does not increase along the results",
        '6: key "topic" occurs twice',
    ]


def test_a_column_of_that_name_beside_documents_stays(tmp_path):
    path = write(tmp_path / "run.jsonl", {"topic": "q", "doc": "a", "score": 1, "results": [3]})
    assert pw.read_run(path).extra["results"].tolist() == [[3]]


def test_the_word_results_as_a_value_is_no_list(tmp_path):
    path = write(tmp_path / "run.jsonl", {"topic": "results"}, {"topic": "q", "results": PARTS})
    assert pw.read_run(path).answered == ["results"]


def test_keys():
    assert nested_keys({"topic": 1, "results": [{"doc": 2}]}) == ["topic", "doc"]
    assert nested_keys({"topic": 1, "results": ["c"]}) == ["topic", "id"]
    assert nested_keys({"topic": 1, "doc": 2}) == ["topic", "doc"]


LISTS = st.dictionaries(
    st.sampled_from("pqrst"),
    st.lists(st.tuples(st.sampled_from("ab"), st.integers(0, 9), st.integers(1, 9)), max_size=4),
    min_size=1,
)


@given(LISTS)
def test_as_one_line_a_result(tmp_path_factory, lists):
    folder = tmp_path_factory.mktemp("nested")
    nested = [
        {"topic": t, "results": [{"doc": d, "start": s, "end": s + n} for d, s, n in found]}
        for t, found in lists.items()
    ]
    flat = [
        {"topic": t, "doc": d, "start": s, "end": s + n, "rank": rank}
        for t, found in lists.items()
        for rank, (d, s, n) in enumerate(found, 1)
    ]
    flat += [{"topic": t} for t, found in lists.items() if not found]
    one = pw.read_run(write(folder / "nested.jsonl", *nested))
    other = pw.read_run(write(folder / "flat.jsonl", *flat))
    assert sorted(one.answered) == sorted(other.answered)
    assert not len(one) or rows(one) == rows(other)


@pytest.mark.parametrize("size", [200])
def test_a_file_of_many_lists(tmp_path, size):
    lines = [{"topic": f"q{n}", "results": PARTS * 5} for n in range(size)]
    assert len(pw.read_run(write(tmp_path / "run.jsonl", *lines))) == size * 10
