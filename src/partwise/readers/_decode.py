"""Bytes of a document to text, without newline translation."""

from __future__ import annotations

from partwise.errors import FormatError


def decoded(data: bytes, encoding: str, file: str) -> str:
    """Return the text of a document; bytes that do not fit are refused with their line."""
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as bad:
        line = data.count(b"\n", 0, bad.start) + 1
        name = "UTF-8" if encoding == "utf-8" else encoding
        raise FormatError(
            file,
            line,
            f"not {name} (byte 0x{data[bad.start]:02X})",
            "Say --encoding NAME if it is something else",
        ) from None
