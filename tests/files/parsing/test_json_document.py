from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.files.samples import said

from partwise.files.parsing.json_document import (
    JsonDocument,
    JsonPaths,
    Place,
    json_lines,
    kind_words,
    path_words,
    wrong_shape,
)
from partwise.tables.problems import Problems

TEXT = """{
 "a": [1,
       {"b": "x,]}",
        "c": [10, 20]}],
 "d": null
}
"""


def test_lines_of_values(source):
    document = JsonDocument(source(TEXT))

    assert document.value == json.loads(TEXT)
    lines = {(): 1, ("a",): 2, ("a", 0): 2, ("a", 1): 3, ("a", 1, "b"): 3, ("d",): 5}
    lines |= {("a", 1, "c"): 4, ("a", 1, "c", 1): 4}
    assert {path: document.line(path) for path in lines} == lines
    assert {path: document.line(path) for path in reversed(lines)} == lines  # whatever came before


shapes = st.recursive(
    st.just(0),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=12,
)


def _numbered(shape, count, path=()):
    """Return a value of some shape whose numbers all differ; `count` gets their paths."""
    if isinstance(shape, dict):
        return {key: _numbered(inner, count, (*path, key)) for key, inner in shape.items()}
    if isinstance(shape, list):
        return [_numbered(inner, count, (*path, at)) for at, inner in enumerate(shape)]
    count.append(path)
    return 1_000_000 + len(count)


@given(shape=shapes, indent=st.sampled_from([None, 0, 2]))
def test_every_number_is_found(tmp_path_factory, shape, indent):
    from partwise.files.source import Source

    file, paths = tmp_path_factory.mktemp("json") / "x", []
    text = json.dumps(_numbered(shape, paths), indent=indent)
    file.write_text(text)
    document = JsonDocument(Source(file))
    for number, path in enumerate(paths, start=1_000_001):
        (line,) = [n for n, words in enumerate(text.split("\n"), 1) if str(number) in words]
        assert document.line(path) == line


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"a":\n 1,}', "x:2: not JSON (at character"),
        ('{"a": 1, "a": 2}', 'x:1: key "a" occurs twice in one object'),
        ('{"a": {"a": "}"},\n "b": [{"a": 1}, "a", {"c": "a",\n"c": 2}]}', 'x:3: key "c" occurs'),
        ('{"a": "NaN",\n "b": NaN}', "x:2: NaN is not JSON"),
        ("[1,\n -Infinity]", "x:2: -Infinity is not JSON"),
        ("[" * 100_000, "x: too deeply nested"),
        (f'{{"a": {"1" * 5000}}}', "x: a number of thousands of digits"),
        ('{"a": "\0"}', "x:1: a NUL byte"),
    ],
)
def test_text_that_is_no_json(source, text, words):
    assert said(JsonDocument, source(text)).startswith(words)


def test_bytes_that_are_no_text(source):
    assert said(JsonDocument, source(b'{"a":\n"\xe9"}')).startswith("x:2: not UTF-8 (byte 0xE9)")


def test_one_object_a_line(source):
    file = source('{"a": 1}\n\n{"a": \n[1]\n{"a": 2}')
    problems = Problems(file)

    assert list(json_lines(file, problems)) == [(Place(1), {"a": 1}), (Place(5), {"a": 2})]
    words = said(problems.refuse).splitlines()
    assert words[0].startswith("x:3: not JSON (at character")
    assert words[1] == "x:4: a list, not a JSON object"


def test_paths_of_rows(source):
    lines = JsonPaths(JsonDocument(source(TEXT)), [("a", 0), ("a", 1, "c")])

    assert (len(lines), lines.of(1), lines.path(1)) == (2, 4, "a[1].c")


def test_words(source):
    assert path_words(()) == ""
    assert path_words((0, "b c", 2)) == "[0].b c[2]"
    assert [kind_words(each) for each in (None, {}, [], "", True, 1.5)] == [
        "null", "an object", "a list", "text", "true or false", "a number",
    ]  # fmt: skip
    words = "x: a list, expected an object. See partwise formats kilt"
    assert str(wrong_shape(source("[]"), [], "an object", "kilt")) == words
    assert Place(3, ("a",)).down("b", 1) == Place(3, ("a", "b", 1))
