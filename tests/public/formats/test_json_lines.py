"""Runs in JSON lines, compared with a slow reading of each line."""

from __future__ import annotations

import json

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.conftest import examples

import partwise as pw

TEXT = st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1, max_size=5)
WHOLE = st.integers(0, 99)
NUMBER = st.floats(allow_nan=False) | st.integers(-9, 9)
VALUE = st.recursive(
    TEXT | NUMBER | st.booleans() | st.none(),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(TEXT, inner, max_size=2),
    max_leaves=4,
)
ROW = st.fixed_dictionaries(
    {"topic": TEXT | WHOLE, "doc": TEXT | WHOLE, "score": NUMBER | NUMBER.map(str)},
    optional={"tokens": WHOLE | WHOLE.map(str) | WHOLE.map(float) | st.none(), "colour": VALUE},
)


def absent(value):
    return value is None or value == ""


@settings(max_examples=examples(200), deadline=None)
@given(
    rows=st.lists(ROW, min_size=1, max_size=6),
    shuffled=st.randoms(use_true_random=False),
    ascii_only=st.booleans(),
    end=st.sampled_from(["\n", "\r\n", "\n\n"]),
)
def test_every_line_is_read_as_python_reads_it(tmp_path_factory, rows, shuffled, ascii_only, end):
    path = tmp_path_factory.mktemp("lines") / "run.jsonl"
    for place, row in enumerate(rows):
        keys = shuffled.sample([*row], len(row))
        rows[place] = {key: row[key] for key in keys}
    lines = [json.dumps(row, ensure_ascii=ascii_only) + end for row in rows]
    path.write_text("".join(lines), encoding="utf-8", newline="")

    run = pw.read_run(path, format="jsonl")

    expected = [json.loads(line) for line in lines]
    topics, docs = run.topics.tolist(), run.docs.tolist()
    assert [topics[code] for code in run.topic] == [str(row["topic"]) for row in expected]
    assert [docs[code] for code in run.doc] == [str(row["doc"]) for row in expected]
    assert run.score.tolist() == [float(row["score"]) for row in expected]
    tokens = [row.get("tokens") for row in expected]
    if any(token is not None for token in tokens):
        assert run.tokens.tolist() == [-1 if t is None else int(float(t)) for t in tokens]
    else:
        assert run.tokens is None
    if any("colour" in row for row in expected):
        for value, row in zip(run.extra["colour"].tolist(), expected, strict=True):
            colour = row.get("colour")
            same = value == colour and type(value) is type(colour)
            assert same or (absent(value) and absent(colour))
