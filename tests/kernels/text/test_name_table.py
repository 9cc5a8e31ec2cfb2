"""Names that are known."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.kernels.text.test_names import long, names, short, span_of

from partwise.kernels.text import names as text_names
from partwise.kernels.text.names import NameTable


@given(st.lists(st.one_of(short, long), max_size=25, unique=True), names)
def test_known_names_are_found(known, texts):
    data, span = span_of(texts)
    table = NameTable(*span_of(known))
    codes = table.find(data, span)

    index = {text: code for code, text in enumerate(known)}
    assert codes.tolist() == [index.get(text, -1) for text in texts]


@pytest.mark.parametrize("many", [3_000, 9_000, 40_000, 70_000])
def test_known_names_are_found_among_many(many):
    known, texts = [f"doc-{n}" for n in range(many)], [f"doc-{3 * n}" for n in range(many)]
    data, span = span_of(texts)
    codes = NameTable(*span_of(known)).find(data, span)

    assert codes.tolist() == [3 * n if 3 * n < many else -1 for n in range(many)]


@example(["a", "b", "c"], ["c", "d", "b", "a"])
@given(st.lists(short, max_size=12, unique=True), names)
def test_known_names_are_found_though_all_fingerprints_collide(known, texts):
    data, span = span_of(texts)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            text_names,
            "fingerprints",
            lambda data, span: np.zeros(span[0].size, np.uint64),
        )
        codes = NameTable(*span_of(known)).find(data, span)

    index = {text: code for code, text in enumerate(known)}
    assert codes.tolist() == [index.get(text, -1) for text in texts]
