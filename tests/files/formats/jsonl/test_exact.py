"""JSON lines: what is refused, in its words."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from partwise.errors import FormatError, FormatErrors
from partwise.files import reading as api
from partwise.files.kinds import kind_of
from partwise.files.options import Reading

GOOD = '{"topic": "q", "doc": "a", "start": 1, "end": 2, "score": 1.5}\n'


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def said(*lines: str, read=api.read_run) -> str:
    Path("x.jsonl").write_text(GOOD + "".join(f"{line}\n" for line in lines))
    with pytest.raises((FormatError, FormatErrors)) as caught:
        read("x.jsonl")
    return str(caught.value)


def cell(**values: str) -> str:
    """A good line with some values spelt as JSON."""
    base = {"topic": '"q"', "doc": '"b"', "start": "1", "end": "2", "score": "1"}
    return "{" + ", ".join(f'"{name}": {value}' for name, value in (base | values).items()) + "}"


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"topic": '["q"]'}, 'topic "[...]" is not text'),
        ({"doc": '{"id": 1}'}, 'doc "{...}" is not text'),
        ({"doc": "true"}, 'doc "true" is not text'),
        ({"topic": "1.5"}, 'topic "1.5" is not text'),
        ({"score": "NaN"}, 'score "NaN" is not a number'),
        ({"score": '"nan"'}, 'score "nan" is not a number'),
        ({"score": '"1_0"'}, 'score "1_0" is not a number'),
        ({"score": "true"}, 'score "true" is not a number'),
        ({"score": "[1]"}, 'score "[...]" is not a number'),
        ({"score": "1e999"}, 'score "1e999" is beyond 64 bits'),
        ({"start": "true"}, 'start "true" is not a whole number'),
        ({"start": "0.5"}, 'start "0.5" is not a whole number'),
        ({"start": "NaN"}, 'start "NaN" is not a whole number'),
        ({"start": "-1"}, "start -1 is negative"),
        ({"end": "18446744073709551616"}, 'end "18446744073709551616" is beyond 64 bits'),
        ({"end": "1e30"}, 'end "1e30" is beyond 64 bits'),
        ({"doc": r'"a\ud800b"'}, "doc holds half of a character (a lone surrogate)"),
        ({"doc": r'"a\u0000b"'}, "doc holds a NUL character"),
        ({"note": r'"\ud800"'}, "note holds half of a character (a lone surrogate)"),
    ],
)
def test_values_that_are_refused(values, words):
    assert said(cell(**values)) == f"x.jsonl:2: {words}"


def test_a_negative_rank():
    Path("x.jsonl").write_text(GOOD.replace("1.5", '1.5, "rank": -1'))
    with pytest.raises(FormatError, match=r"^x\.jsonl:1: rank -1 is negative$"):
        api.read_run("x.jsonl")


@pytest.mark.parametrize("name", ["topic", "score", "start", "note"])
def test_a_key_twice(name):
    line = cell(note="1")[:-1] + f', "{name}": 1}}'
    assert said(line) == f'x.jsonl:2: key "{name}" occurs twice'
    # once too often here, missing there
    missing = cell(**({"note": "1"} if name != "note" else {})).replace(f'"{name}"', '"other"')
    assert f'x.jsonl:2: key "{name}" occurs twice' in said(line, missing)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('{"topic": ', "not JSON (at character 11)"),
        ('  {"topic" 1}', "not JSON (at character 12)"),
        ('{"é": 1} x', "not JSON (at character 10)"),
        ('{"topic": 1}{"topic": 2}', "not JSON (at character 13)"),
        ("[1, 2]", "not a JSON object"),
        ("null", "not a JSON object"),
        ("[" * 200_000, "too deeply nested"),
        ('{"topic": ' + "[" * 200_000, "too deeply nested"),
    ],
)
def test_lines_that_are_no_objects(line, words):
    assert said(line) == f"x.jsonl:2: {words}"


def test_depth_in_the_first_line():
    Path("x.jsonl").write_text("[" * 200_000)
    with pytest.raises(FormatError, match=r"x\.jsonl:1: too deeply nested"):
        api.read_run("x.jsonl")
    assert kind_of("x.jsonl") == "run"


def test_a_broken_line_hides_nothing():
    bad = [cell(score='"abc"'), '{"topic": ', "", cell(start="true"), "[]"]
    assert said(*bad).splitlines() == [
        'x.jsonl:2: score "abc" is not a number',
        "x.jsonl:3: not JSON (at character 11)",
        'x.jsonl:5: start "true" is not a whole number',
        "x.jsonl:6: not a JSON object",
    ]
    many = said(*[cell(score="NaN")] * 30).splitlines()
    assert many[0].startswith("x.jsonl:2, 3, 4 and 17 more: ")
    assert many[1:] == ["... and 10 more problems"]


def test_a_broken_first_line_is_named():
    Path("x.jsonl").write_text('{"topic": 1, "doc": }\n')
    with pytest.raises(FormatError, match=r"^x\.jsonl:1: not JSON \(at character 21\)$"):
        api.read_run("x.jsonl")
    Path("x.jsonl").write_text('{"doc": 1, "length": }\n')
    with pytest.raises(FormatError, match=r"^x\.jsonl:1: not JSON \(at character 22\)$"):
        api.read_lengths("x.jsonl")


@pytest.mark.parametrize("before", ["", GOOD])
def test_a_line_of_100_megabytes(before):
    with Path("x.jsonl").open("wb") as file:
        file.write(before.encode() + b'{"topic": "')
        for _ in range(100):
            file.write(b"a" * 1_000_000)
    line = 2 if before else 1
    with pytest.raises(FormatError) as caught:
        api.read_run("x.jsonl")
    assert str(caught.value) == (
        f"x.jsonl:{line}: a line of more than 16,777,216 bytes. Is this a text file?"
    )


def test_what_programs_write_is_read():
    Path("x.jsonl").write_text(
        cell(topic="301", doc="2.0", score="Infinity", start="1.0", end='"5"', run="null")
        + "\n"
        + cell(topic='"q"', score="-Infinity", tags='["x", {"n": 1}]')
        + "\r\n\n"
        + cell(score='"-1e-3"', start="null", end='""')
    )
    run = api.read_run("x.jsonl", reading=Reading(missing="document"))
    assert run.topics.tolist() == ["301", "q"]
    assert run.docs.tolist() == ["2", "b"]
    assert run.score.tolist() == [np.inf, -np.inf, -0.001]
    assert (run.start.tolist(), run.end.tolist()) == ([1, 1, -1], [5, 2, -1])
    assert run.extra["tags"].tolist() == [None, ["x", {"n": 1}], None]
