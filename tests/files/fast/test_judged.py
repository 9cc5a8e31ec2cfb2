from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.files.fast.samples import names

from partwise.files.fast.judged import Judged
from partwise.kernels.text.names import fingerprints
from partwise.tables.doc_ids import reduced
from partwise.tables.names import Names


def found(known: list[str], *asked: str) -> tuple[list[int], bool]:
    """Codes of some names, and whether one of them looks like a judged one."""
    judged = Judged(Names.of(known))
    data, span = names(*asked)
    signs = bytes(sign for sign in b"/\\." if sign in data.tobytes())
    codes = judged.find(data, span, fingerprints(data, span, fold=True), signs)
    return codes.tolist(), judged.close


def test_codes_of_names():
    assert found(
        ["b", "long-name-of-a-document", "é"], "é", "x", "b", "long-name-of-a-document"
    ) == (
        [2, 3, 0, 1],
        False,
    )


def test_nothing_judged_and_nothing_asked():
    assert found([], "a", "b.txt") == ([0, 0], False)
    assert found(["a"]) == ([], False)


@pytest.mark.parametrize(
    ("known", "asked"),
    [
        ("Lamp", "lamp"),
        ("lamp", "corpora/lamp"),
        ("corpora/lamp", "lamp"),
        ("corpora\\lamp", "lamp"),
        ("lamp", "corpora\\lamp"),
        ("lamp", "lamp.md"),
        ("lamp.md", "lamp"),
        ("a/lamp.md", "b/lamp.txt"),
        ("lamp", "lamp/"),
        ("lamp", "a/lamp//"),
    ],
)
def test_slips_are_noticed(known, asked):
    assert found([known, "other"], asked) == ([2], True)


@pytest.mark.parametrize(
    ("known", "asked"),
    [
        ("lamp", "lamps"),
        ("lamp", ".md"),
        ("lamp", "/"),
        ("lamp.tar.gz", "lamp"),
        ("x", "1.5"),
    ],
)
def test_what_is_no_slip(known, asked):
    assert found([known, "other"], asked) == ([2], False)


def test_judged_documents_that_would_be_one_say_nothing():
    assert found(["a/lamp", "b/lamp"], "lamp") == ([2], False)
    assert found(["lamp.md", "lamp.txt"], "lamp") == ([2], False)


def test_what_is_judged_is_no_slip_of_another():
    assert found(["lamp", "a/lamp"], "a/lamp", "lamp") == ([1, 0], False)


def test_a_slip_is_remembered():
    judged = Judged(Names.of(["lamp"]))
    for asked in ("LAMP", "other"):
        data, span = names(asked)
        judged.find(data, span, fingerprints(data, span, fold=True), b"")

    assert judged.close


word = st.text("aB./\\", min_size=1, max_size=5)


@given(st.lists(word, min_size=1, max_size=4, unique=True), st.lists(word, min_size=1, max_size=4))
def test_no_slip_that_names_tell_is_missed(known, asked):
    codes, close = found(known, *asked)
    assert codes == [known.index(name) if name in known else len(known) for name in asked]
    for how in ("casefold", "name", "stem"):
        short = [reduced(name, how) for name in known]
        strangers = {reduced(name, how) for name in asked if name not in known}
        if len(set(short)) == len(short) and strangers & set(short):
            assert close
