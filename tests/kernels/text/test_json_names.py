"""Names with escapes, as JSON reads them."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from partwise.kernels.text.json_names import unescaped
from partwise.kernels.text.lines import PAD, padded


def block_of(*spelled):
    data = padded(" ".join(spelled).encode())
    size = np.array([len(name.encode()) for name in spelled])
    end = PAD + np.cumsum(size + 1) - 1
    return data, (end - size, end)


def names_of(*spelled):
    data, field = block_of(*spelled)
    none = np.empty(0, np.int64)
    found = unescaped(data, data.size - PAD, {"doc": field, "run": (none, none)})
    if found is None:
        return None
    block, fields = found
    assert (block[-PAD:] == 10).all()
    return [block[a:b].tobytes().decode() for a, b in zip(*fields["doc"], strict=True)]


letters = st.characters(max_codepoint=0xD7FF, exclude_characters='"\\', exclude_categories=["Cc"])


@given(st.lists(st.tuples(st.text(letters), st.booleans()), min_size=1))
def test_names_are_those_that_json_reads(names):
    spelled = [json.dumps(name, ensure_ascii=ascii_)[1:-1] for name, ascii_ in names]

    assert names_of(*spelled) == [name for name, _ in names]


def test_by_hand():
    assert names_of("a", r"\u00e4", r"x\u20ACy\u00DF", r"\uffff\u0080\u07ff\u0800") == [
        "a",
        "ä",
        "x€yß",
        "\uffff\u0080\u07ff\u0800",
    ]
    assert names_of("a", "b") == ["a", "b"]


@pytest.mark.parametrize(
    "odd", [r"\n", r"\\", r"\"", r"a\/b", r"\u0041", r"\u0000", r"\ud83d\ude00"]
)
def test_other_escapes_are_left_to_the_ordinary_reader(odd):
    assert names_of("a", odd, r"\u00e4") is None
    assert names_of("a", r"\u00e4", odd) is None
