"""Saved results that are damaged (findings 4.8)."""

from __future__ import annotations

import json

import pytest

from partwise.errors import FormatError
from partwise.tables.results import Results


def _saved(value):
    entry = {"measure": "AP", "mean": value, "undefined": 0, "topics": {"a": value, "b": value}}
    runs = [{"run": name, "values": [entry]} for name in "xy"]
    counts = {"judged": 2, "run": 2, "ignored": 0}
    return json.dumps({"partwise": "0.1.0", "topics": counts, "runs": runs, "notes": []}).encode()


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (_saved(0.5).replace(b'"x"', b'"a\xe9"'), "not UTF-8 (byte 0xE9)"),
        (_saved(1e308), "AP: the sum of values overflows"),
        (
            b'{"partwise":"0.1.0","x":' + b"[" * 100_000 + b"]" * 100_000 + b"}",
            "nested too deeply to be saved results",
        ),
    ],
)
def test_damaged_results_are_told_in_words(tmp_path, content, words):  # findings 4.8
    file = tmp_path / "bad.json"
    file.write_bytes(content)
    with pytest.raises(FormatError) as caught:
        Results.from_json(file)
    assert str(caught.value) == f"{file}: {words}"


def test_results_without_options_can_be_read():
    assert Results.from_json(_saved(0.5)).options == {}
