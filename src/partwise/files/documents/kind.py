"""What kind of document a file is: by its suffix, else by its first bytes."""

from __future__ import annotations

import re
from typing import Literal

from partwise.errors import FormatError
from partwise.files.documents.walk import Found

Kind = Literal["xml", "html", "markdown", "text"]

KINDS_BY_SUFFIX: dict[str, Kind] = {
    ".xml": "xml",
    ".nxml": "xml",
    ".html": "html",
    ".htm": "html",
    ".xhtml": "html",
    ".md": "markdown",
    ".markdown": "markdown",
    ".txt": "text",
    ".text": "text",
}
_HTML = re.compile(rb"<!doctype\s+html|<html[\s>]", re.IGNORECASE)


def has_known_suffix(path: str) -> bool:
    """Tell whether a file's name says what kind of document it is."""
    return suffix_of(path) in KINDS_BY_SUFFIX


def suffix_of(path: str) -> str:
    """Return the suffix in lower case, with its dot."""
    name = path.rpartition("/")[2]
    dot = name.rfind(".")
    return name[dot:].lower() if dot > 0 else ""


def kind_by_content(found: Found) -> Kind:
    """Tell the kind of a document whose name does not say it."""
    head = found.data[:4096].lstrip(b"\xef\xbb\xbf \t\r\n")
    if not head.startswith(b"<"):
        if b"\x00" in found.data[:4096]:
            raise FormatError(found.place, None, "is not text", "Use --kind if it is")
        return "text"
    return "html" if _HTML.search(head) else "xml"
