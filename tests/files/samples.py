"""What the tests of readers and writers share."""

from __future__ import annotations

import pytest

from partwise.errors import FormatError, FormatErrors


def said(call, *arguments, **options) -> str:
    """Return the words with which a file is refused."""
    with pytest.raises((FormatError, FormatErrors)) as caught:
        call(*arguments, **options)
    return str(caught.value)


def texts(table, name: str) -> list[str | None]:
    """Return a text column of a run or of assessments, None where a cell is absent."""
    names = {"element": "elements", "last": "elements"}.get(name, f"{name}s")
    known = [*getattr(table, names).tolist(), None]
    return [known[code] for code in getattr(table, name).tolist()]
