"""Bytes of a document to text, without newline translation."""

from __future__ import annotations

import codecs

from partwise.errors import FormatError, UsageError, quote

_NO_FILES = frozenset({"idna", "punycode", "raw-unicode-escape", "undefined", "unicode-escape"})
"""Encodings of single words or of program text: no file is written in them."""


def text_encoding(name: str) -> str:
    """Return the usual name of an encoding; UsageError unless it turns bytes into text."""
    try:
        found = codecs.lookup(name).name
    except (LookupError, ValueError):
        raise UsageError(f"unknown encoding {quote(name)}") from None
    try:
        b"a".decode(found)
    except UnicodeError:
        pass  # one byte is not enough for some
    except LookupError:
        raise UsageError(f"{quote(name)} is not an encoding of text") from None
    if found.replace("_", "-") in _NO_FILES:
        raise UsageError(f"{quote(name)} is not an encoding of text files")
    return found


def decoded(data: bytes, encoding: str, file: str) -> str:
    """Return the text of a document; bytes that do not fit are refused with their line."""
    encoding = text_encoding(encoding)
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as bad:
        line = data[: bad.start].decode(encoding, "ignore").count("\n") + 1
        name = "UTF-8" if encoding == "utf-8" else encoding
        raise FormatError(
            file,
            line,
            f"not {name} (byte 0x{data[bad.start]:02X})",
            "Use --encoding NAME if it is something else",
        ) from None
