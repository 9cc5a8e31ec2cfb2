"""Texts that stay in files are the same texts as in memory."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from partwise.errors import FormatError
from partwise.files.documents import stored
from partwise.files.documents.stored import OwnFile, Spool, TextStore, scanned

TEXT = "Tide é 🌊 rises. " * 40


@pytest.fixture
def nothing_held(monkeypatch):
    monkeypatch.setattr(stored, "HELD", 0)


@given(
    st.text(max_size=60),
    st.integers(1, 7),
    st.integers(-70, 70),
    st.integers(-70, 70),
    st.text(min_size=1, max_size=2),
)
def test_a_stored_text_is_read_like_a_string(text, step, low, high, wanted):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(stored, "HELD", 0)
        patch.setattr(stored, "STEP", step)
        patch.setattr(stored, "_SEARCHED", 5)
        kept = TextStore().kept(text)
        if not text:
            assert kept[:] == ""
            return
        assert len(kept) == len(text)
        assert kept[:] == str(kept) == text
        assert kept[low:high] == text[low:high]
        for part in (wanted, text[3:6], text[-1:]):
            if part:
                for start in range(0, len(text) + 2, 3):
                    assert kept.find(part, start) == text.find(part, start)


def test_half_characters_are_kept(nothing_held):
    assert TextStore().kept("a\ud800b")[:] == "a\ud800b"


def test_texts_are_held_up_to_a_limit(monkeypatch):
    monkeypatch.setattr(stored, "HELD", 10_000)
    store = TextStore()
    kept = [store.kept(f"{number} {TEXT}") for number in range(20)]
    in_memory = [isinstance(text, str) for text in kept]
    assert 0 < sum(in_memory) < 20
    assert [text[:] for text in kept] == [f"{number} {TEXT}" for number in range(20)]


@pytest.mark.parametrize("piece", [1, 3, 16, 1 << 20])
def test_a_large_file_is_scanned_and_never_read_at_once(tmp_path, monkeypatch, piece):
    monkeypatch.setattr(stored, "_SEARCHED", piece)
    monkeypatch.setattr(stored, "STEP", 10)
    (tmp_path / "a.txt").write_text(TEXT, "utf-8")
    kept = TextStore().of_file(str(tmp_path / "a.txt"))
    assert len(kept) == len(TEXT)
    assert kept[:] == TEXT
    assert [kept[at : at + 7] for at in range(0, len(TEXT), 9)] == [
        TEXT[at : at + 7] for at in range(0, len(TEXT), 9)
    ]


@pytest.mark.parametrize(
    ("data", "line", "byte"),
    [(b"a\nb\xff", 2, "FF"), (b"a\n\nb\xc3", 3, "C3"), (b"\xe2\x82", 1, "E2")],
)
def test_what_is_not_utf8_is_refused_with_its_line(data, line, byte):
    for cut in (1, 2, 100):
        pieces = (data[at : at + cut] for at in range(0, len(data), cut))
        with pytest.raises(FormatError, match=f"a.txt:{line}: not UTF-8 .byte 0x{byte}"):
            scanned(pieces, "a.txt")


def test_the_marks_of_a_scan_are_the_bytes_of_characters(monkeypatch):
    monkeypatch.setattr(stored, "STEP", 4)
    data = TEXT.encode()
    length, marks = scanned(iter([data[:5], data[5:6], data[6:]]), "a.txt")
    wanted = [len(TEXT[:at].encode()) for at in range(0, len(TEXT), 4)]
    assert (length, marks.tolist()) == (len(TEXT), [*wanted, len(data)])


def test_a_file_that_changes_is_refused(tmp_path):
    file = tmp_path / "a.txt"
    file.write_text("tide")
    own = OwnFile(str(file))
    assert own.read(1, 2) == b"id"
    file.write_text("ebb")
    with pytest.raises(FormatError, match="changed while it was read"):
        own.read(0, 3)
    file.unlink()
    with pytest.raises(FormatError, match="cannot be read"):
        own.read(0, 3)


def test_a_stored_text_is_pickled_as_text(nothing_held):
    assert pickle.loads(pickle.dumps(TextStore().kept(TEXT))) == TEXT


def test_a_spool_leaves_no_file(tmp_path, monkeypatch):
    monkeypatch.setattr(stored.tempfile, "tempdir", str(tmp_path))
    spool = Spool()
    begin, marks = spool.add("é")
    assert (begin, marks.tolist(), spool.add("x")[0]) == (0, [0, 2], 2)
    assert spool.read(0, 3) == "éx".encode()
    assert list(tmp_path.iterdir()) == []
    assert np.array_equal(spool.add("")[1], [0])
