from __future__ import annotations

import pytest

from partwise.tables.texts import Texts


def test_texts_are_a_mapping():
    texts = Texts({"a": "lamp", "b": ""})

    assert (texts["a"], list(texts), len(texts)) == ("lamp", ["a", "b"], 2)
    assert "c" not in texts
    with pytest.raises(KeyError):
        texts["c"]
    assert repr(texts) == "Texts(2 documents)"
    assert repr(Texts({"a": ""})) == "Texts(1 document)"


def test_lengths_count_code_points():
    lengths = Texts({"b": "\U0001f600é", "a": "e\u0301", "c": ""}).lengths()

    assert lengths.docs.tolist() == ["b", "a", "c"]
    assert lengths.length.tolist() == [2, 2, 0]
    assert len(Texts({}).lengths()) == 0
