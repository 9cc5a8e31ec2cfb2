from __future__ import annotations

import pytest
from tests.files.samples import said

from partwise.errors import UsageError
from partwise.files.decode import decoded, text_encoding


@pytest.mark.parametrize(
    ("name", "usual"),
    [("UTF8", "utf-8"), ("latin1", "iso8859-1"), ("utf_16", "utf-16"), ("windows-1252", "cp1252")],
)
def test_usual_names(name, usual):
    assert text_encoding(name) == usual


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("klingon", 'unknown encoding "klingon"'),
        ("", 'unknown encoding ""'),
        ("a\0b", r'unknown encoding "a\x00b"'),
        ("base64", '"base64" is not an encoding of text'),
        ("rot13", '"rot13" is not an encoding of text'),
        ("idna", '"idna" is not an encoding of text files'),
        ("unicode_escape", '"unicode_escape" is not an encoding of text files'),
    ],
)
def test_what_is_no_encoding_of_files(name, words):
    with pytest.raises(UsageError) as caught:
        text_encoding(name)

    assert str(caught.value) == words


def test_line_ends_and_marks_stay():
    assert decoded(b"a\r\nb\rc\n", "utf-8", "x") == "a\r\nb\rc\n"
    assert decoded(b"\xef\xbb\xbfa", "utf-8", "x") == "\ufeffa"
    assert decoded(b"caf\xe9", "latin-1", "x") == "café"
    assert decoded(b"", "utf-8", "x") == ""


def test_the_line_of_what_does_not_fit():
    hint = "Use encoding=... if it is something else"

    assert said(decoded, b"a\nb\xff\n", "utf-8", "x") == f"x:2: not UTF-8 (byte 0xFF). {hint}"
    assert said(decoded, b"\x80", "ascii", "x") == f"x:1: not ascii (byte 0x80). {hint}"


def test_lines_of_wide_characters_are_counted_as_characters():
    # U+0A05 has the byte of a newline in it, and is none
    good = "ਅਅ\nਅ".encode("utf-16-le")

    assert said(decoded, good + b"\x00\xd8", "utf-16-le", "x").startswith("x:2: not utf-16-le")
