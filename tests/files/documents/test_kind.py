from __future__ import annotations

import pytest
from tests.files.samples import said

from partwise.files.documents.folder import Found, has_known_suffix, kind_by_content, suffix_of


@pytest.mark.parametrize(
    ("path", "suffix"),
    [
        ("a.XML", ".xml"),
        ("a/b.c/d", ""),
        ("a.b/c.tar.md", ".md"),
        (".xml", ""),  # a hidden file, not a suffix
        ("a/.xml", ""),
        ("a.", "."),
        ("", ""),
    ],
)
def test_suffixes(path, suffix):
    assert suffix_of(path) == suffix


def test_suffixes_that_say_what_a_document_is():
    assert all(map(has_known_suffix, ("a.nxml", "a.HTM", "a.markdown", "a.text", "a.xhtml")))
    assert not any(map(has_known_suffix, ("a.png", "a", ".txt", "a.xml.gz", "xml")))


def kind(data: bytes) -> str:
    return kind_by_content(Found("a/b", "b", data))


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (b"<?xml version='1.0'?><a/>", "xml"),
        (b"\xef\xbb\xbf\r\n <a/>", "xml"),
        (b"<!-- c --><!DOCTYPE  HTML>", "html"),
        (b"<HTML>", "html"),
        (b"<html lang='en'>", "html"),
        (b"<htmlish>", "xml"),
        (b"# Title", "text"),
        (b"a < b <html>", "text"),
        (b"", "text"),
        (b"\xff\xfe", "text"),
        (b"x" * 5000 + b"\x00", "text"),  # beyond what is looked at
    ],
)
def test_content(data, found):
    assert kind(data) == found


def test_what_is_no_text_at_all():
    assert said(kind, b"\x89PNG\x00\x01") == "a/b: is not text. Use kind=... if it is"
