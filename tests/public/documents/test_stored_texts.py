"""Texts that stay in files: any stretch of them is that of the text."""

from __future__ import annotations

import os
import pickle
import random
import zipfile

import pytest
from tests.helpers import small_text_cache

import partwise as pw

STEP = 1 << 16
"""Characters between two places whose bytes are known."""
SEARCHED = 1 << 20
"""Characters that are searched at a time."""
LARGE = 8 << 20
"""Bytes of a file that is never read at once."""


@pytest.fixture
def _no_cache():
    small_text_cache(0)
    yield
    small_text_cache(64 << 20)


def words(size: int) -> str:
    """Text of characters of one to four bytes."""
    return "".join(random.Random(size).choices("ab \n\u00e9\u20ac\U0001f600", k=size))


TEXTS = {"a": words(3 * STEP + 17), "b": "", "c": words(STEP), "d": words(2 * STEP), "e": "x"}


@pytest.fixture(params=["folder", "zip", "html", "table"])
def texts(request, tmp_path, _no_cache):
    """The same texts from files of their own, an archive, pages and a table."""
    if request.param == "table":
        rows = "".join(f'{doc},"{text}"\n' for doc, text in TEXTS.items())
        (tmp_path / "t.csv").write_text(f"doc,text\n{rows}", encoding="utf-8")
        return pw.read_texts(tmp_path / "t.csv")
    suffix = "html" if request.param == "html" else "txt"
    for doc, text in TEXTS.items():
        start = "<body><p>" if suffix == "html" else ""  # blanks before a page's text are lost
        file = tmp_path / f"{doc}.{suffix}"
        file.write_text(start + text, encoding="utf-8", newline="")
    if request.param != "zip":
        return pw.read_texts(tmp_path)
    with zipfile.ZipFile(tmp_path / "t.zip", "w") as packed:
        for doc in TEXTS:
            packed.write(tmp_path / f"{doc}.txt", f"{doc}.txt")
    return pw.read_texts(tmp_path / "t.zip")


def test_all_of_each(texts):
    assert dict(texts) == TEXTS
    assert {doc: len(text) for doc, text in texts.documents.items()} == {
        doc: len(text) for doc, text in TEXTS.items()
    }


def test_stretches(texts):
    rng = random.Random(5)
    for doc in rng.choices("abcde", k=300):
        text, held = TEXTS[doc], texts.documents[doc]
        near = rng.choice([0, STEP, 2 * STEP, len(text), len(text) // 2])
        low = near + rng.randint(-3, 3)
        high = low + rng.choice([0, 1, 2, 5, STEP, 2 * STEP])
        if low >= 0:
            assert held[low:high] == text[low:high]
        assert held[:high] == text[:high]
        assert held[-5:] == text[-5:]
        assert held[low:high:3] == text[low:high:3]


def test_single_characters(texts):
    text, held = TEXTS["d"], texts.documents["d"]
    for at in (0, 1, STEP - 1, STEP, 2 * STEP - 1, -1, -2, -STEP):
        assert held[at] == text[at]


def test_stretches_far_apart(texts):
    """More stretches than are kept at a time, each read twice."""
    held, text = texts.documents["a"], TEXTS["a"]
    places = [(at * 2999) % len(text) for at in range(200)]
    assert [held[at : at + 3] for at in places + places] == [
        text[at : at + 3] for at in places + places
    ]


def test_pickled(texts):
    assert pickle.loads(pickle.dumps(texts.documents["c"])) == TEXTS["c"]
    assert str(texts.documents["c"]) == TEXTS["c"]


@pytest.mark.usefixtures("_no_cache")
@pytest.mark.parametrize("at", [0, 5, SEARCHED - 5, SEARCHED - 1, SEARCHED, 2 * SEARCHED - 2])
def test_found(tmp_path, at):
    text = "\u00e9" * at + "needle" + "n" * (2 * SEARCHED + 100 - at)
    (tmp_path / "x.txt").write_text(text, encoding="utf-8")
    held = pw.read_texts(tmp_path).documents["x"]

    for start in (0, at, at + 1, max(at - 1, 0), len(text), len(text) - 2):
        assert held.find("needle", start) == text.find("needle", start)
        assert held.find("nn", start) == text.find("nn", start)
    assert held.find("needle") == at
    assert held.find("none") == -1


def test_large_file(tmp_path):
    text = words(LARGE * 5 // 8)
    (tmp_path / "x.txt").write_text(text, encoding="utf-8", newline="")
    held = pw.read_texts(tmp_path).documents["x"]

    assert not isinstance(held, str)
    assert len(held) == len(text)
    for low in (0, STEP - 1, 5 * STEP, SEARCHED - 2, 2 * SEARCHED + 1, len(text) - 4):
        assert held[low : low + 7] == text[low : low + 7]
    assert held[:] == text


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"a\n" * (LARGE // 2) + b"b\n\n\xe9x", "line 4194307: not UTF-8 (byte 0xE9)"),
        (b"\n" * (LARGE + 1) + b"\xc3", "line 8388610: not UTF-8 (byte 0xC3)"),
        (b"\n" * SEARCHED + b"\xff" + b"a" * LARGE, "line 1048577: not UTF-8 (byte 0xFF)"),
    ],
)
def test_large_file_that_is_not_utf8(tmp_path, content, said):
    (tmp_path / "x.txt").write_bytes(content)
    with pytest.raises(pw.PartwiseError) as error:
        pw.read_texts(tmp_path)
    assert said.replace("line ", "") in str(error.value).replace(",", "")


def test_large_files_of_other_kinds(tmp_path):
    body = "x" * LARGE + "\u00e9"
    (tmp_path / "a.html").write_text(f"<p>{body}</p>", encoding="utf-8")
    (tmp_path / "b.txt").write_text(body[8:], encoding="utf-8")
    (tmp_path / "c.md").write_text(body, encoding="utf-8")
    texts = pw.read_texts(tmp_path)

    assert texts["a"] == body
    assert texts["b"] == body[8:]
    assert isinstance(texts.documents["b"], str) != isinstance(texts.documents["c"], str)
    assert texts["c"][-3:] == "xx\u00e9"
    small = tmp_path / "b.txt"
    small.write_bytes(b"x" * LARGE)
    assert isinstance(pw.read_texts(small).documents["b"], str)


@pytest.mark.usefixtures("_no_cache")
def test_changed_file(tmp_path):
    file = tmp_path / "x.txt"
    file.write_text("before", encoding="utf-8")
    texts = pw.read_texts(file)

    file.write_text("longer than before", encoding="utf-8")
    with pytest.raises(pw.FormatError, match="changed while it was read"):
        texts.documents["x"][:]
    file.write_text("before", encoding="utf-8")
    os.utime(file, ns=(1, 1))
    with pytest.raises(pw.FormatError, match="changed while it was read"):
        texts.documents["x"][:]
    os.utime(file, ns=(2, 2))
    later = pw.read_texts(file)
    file.unlink()
    with pytest.raises(pw.FormatError, match="cannot be read"):
        later.documents["x"][:]
