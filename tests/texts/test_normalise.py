"""The letters of documents and the way back, in small blocks and large ones."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.reference import slow_quotes

from partwise.kernels.text.letters import LetterTable
from partwise.texts import normalise
from partwise.texts.normalise import TextIndex

SIGNS = st.text("ab ﬁ漢.é🌊<\n", max_size=12)


def shelf_of(texts, **more):
    names = [str(i) for i in range(len(texts))]
    return TextIndex(names, dict(zip(names, texts, strict=True)), LetterTable(), **more)


@pytest.mark.parametrize("piece", [1, 3, 1 << 19])
@given(st.lists(SIGNS, max_size=6))
def test_every_letter_and_its_character(piece, texts):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(normalise, "PIECE", piece)
        text_index = shelf_of(texts)
        for doc, text in enumerate(texts):
            codes, source = slow_quotes.letters(text)
            low, high = int(text_index.first[doc]), int(text_index.last[doc])
            assert "".join(map(chr, text_index.codes(low, high))) == codes
            row = np.arange(low, high)
            assert text_index.source(row).tolist() == source
            assert text_index.doc_of(row).tolist() == [doc] * row.size
            begins = [True, *(b - a > 1 for a, b in pairwise(source))]
            assert text_index.edge(row).tolist() == begins[: row.size]
            assert text_index.edge(np.array([high])).all()


def test_letters_that_are_not_kept_are_worked_out_again(monkeypatch):
    texts = ["one, two ](x) three " * 5, "four", "", "five six 🌊 " * 9]
    monkeypatch.setattr(normalise, "PIECE", 16)
    whole = shelf_of(texts, without_markup=True)
    monkeypatch.setattr(normalise, "MAX_CACHE_BYTES", 8)
    monkeypatch.setattr(normalise, "_RECENT", 1)
    again = shelf_of(texts, without_markup=True)
    row = np.arange(int(whole.last[-1]))
    for doc in range(len(texts)):
        low, high = int(whole.first[doc]), int(whole.last[doc])
        assert again.codes(low, high).tolist() == whole.codes(low, high).tolist()
    assert (again.edge(row) == whole.edge(row)).all()
    for more in (0, 3, 40):
        one, other = (
            [(low, codes.tolist()) for _, low, codes in text_index.stretches(more)]
            for text_index in (whole, again)
        )
        assert one == other


def test_markup_does_not_reach_into_the_next_document():
    text_index = shelf_of(["a](x", "y) b"], without_markup=True)
    ends = zip(text_index.first, text_index.last, strict=True)
    assert ["".join(map(chr, text_index.codes(a, b))) for a, b in ends] == ["ax", "yb"]


def test_markup_can_be_left_out():
    text_index = shelf_of(["[a](x) <b>c</b>"], without_markup=True)
    assert "".join(map(chr, text_index.codes(0, 2))) == "ac"
    assert text_index.source(np.array([0, 1])).tolist() == [1, 10]
    assert text_index.letters("<i>z</i>")[0].tolist() == [ord("z")]


def test_one_rare_letter_widens_one_block(monkeypatch):
    monkeypatch.setattr(normalise, "PIECE", 4)
    widths = [codes.itemsize for _, _, codes in shelf_of(["abcd", "🌊bcd"]).stretches(0)]
    assert widths == [1, 4]


def test_no_documents():
    assert shelf_of([]).blocks == []
