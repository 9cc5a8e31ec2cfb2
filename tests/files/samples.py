"""What the tests of readers and writers share."""

from __future__ import annotations

import numpy as np
import pytest
from tests.helpers import grouped_options

from partwise.errors import FormatError, FormatErrors


def said(call, *arguments, **options) -> str:
    """Return the words with which a file is refused."""
    with pytest.raises((FormatError, FormatErrors)) as caught:
        call(*arguments, **grouped_options(**options))
    return str(caught.value)


def texts(table, name: str) -> list[str | None]:
    """Return a text column of a run or of assessments, None where a cell is absent."""
    names = {"element": "elements", "last": "elements"}.get(name, f"{name}s")
    known = [*getattr(table, names).tolist(), None]
    return [known[code] for code in getattr(table, name).tolist()]


def same(one, other, *names: str) -> None:
    """Compare some columns of two tables."""
    for name in names:
        mine, theirs = getattr(one, name), getattr(other, name)
        if mine is None or theirs is None:
            assert mine is theirs
        elif hasattr(mine, "tolist") and getattr(mine, "dtype", None) is not None:
            equal = mine.dtype.kind == "f"
            assert np.array_equal(mine, theirs, equal_nan=equal), name
        else:
            assert mine == theirs, name
