"""Columns that callers hand over, as frozen arrays of codes and numbers."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from partwise.errors import TableError, quote
from partwise.tables.names import Names

ABSENT = -1
"""An absent offset, code or count."""

_LEAST, _MOST = -(1 << 63), (1 << 63) - 1
_EXACT = float(1 << 53)
"""Below it a float holds every whole number."""

Column = Any
"""A list, an array or a column of a frame."""

ColumnNames = Mapping[str, str]
"""Our names of columns to those of a file or a frame."""


def freeze(array: NDArray[Any]) -> NDArray[Any]:
    """Return a read-only view, so that no table can be changed behind a measure's back."""
    view = array.view()
    view.flags.writeable = False
    return view


class Coded(NamedTuple):
    """A text column that is dictionary-encoded already; the empty string is a name like others."""

    codes: NDArray[np.int32]
    names: Names

    def __len__(self) -> int:
        return self.codes.size

    def take(self, rows: NDArray[np.int64] | slice) -> Coded:
        """Return some rows of the column."""
        return Coded(self.codes[rows], self.names)


def encode(column: Column, what: str, *, optional: bool = False) -> tuple[NDArray[np.int32], Names]:
    """Dictionary-encode a text column: codes in order of first appearance, and the names."""
    if isinstance(column, Coded):
        return _checked(column, what, optional=optional)
    values = np.asarray(as_column(column, what), dtype=object)
    _check_flat(values, what)
    codes = np.empty(values.size, np.int32)
    index: dict[str, int] = {}
    for row, value in enumerate(values.tolist()):
        if is_absent(value) or (optional and value == ""):
            if not optional:
                raise TableError(row, f"{what} is missing")
            codes[row] = ABSENT
            continue
        text = _text(value, what, row)
        codes[row] = index.setdefault(text, len(index))
    return codes, Names.of(index)


def _checked(column: Coded, what: str, *, optional: bool) -> tuple[NDArray[np.int32], Names]:
    names = column.names.tolist()
    codes = column.codes
    if optional and "" in names:
        codes = np.where(codes == names.index(""), np.int32(ABSENT), codes)
    elif not optional and (codes < 0).any():
        raise TableError(int(np.argmax(codes < 0)), f"{what} is missing")
    bad = (code for code, name in enumerate(names) if "\x00" in name or not (name or optional))
    for code in bad:  # the row is looked for only where a message needs it
        _text(names[code], what, int(np.argmax(codes == code)))
    return codes, column.names


def used_names(column: Coded) -> Coded:
    """Return the column with only the names that occur in it, in their old order."""
    is_used = np.zeros(len(column.names), bool)
    is_used[column.codes[column.codes >= 0]] = True
    if is_used.all():
        return column
    used = np.flatnonzero(is_used)
    code = np.full(len(column.names) + 1, ABSENT, np.int32)
    code[used] = np.arange(used.size)
    return Coded(code[column.codes], column.names.take(used))


def is_absent(value: object) -> bool:
    """Return whether a cell is absent: None or NaN."""
    return value is None or (isinstance(value, float) and math.isnan(value))


def _text(value: object, what: str, row: int) -> str:
    if isinstance(value, str):
        text = value
    elif isinstance(value, (int, np.integer)) and not isinstance(value, bool):
        text = str(int(value))
    else:
        raise TableError(row, f"{what} {quote(str(value))} is not text")
    if not text:
        raise TableError(row, f"{what} is empty")
    if "\x00" in text:
        raise TableError(row, f"{what} {quote(text)} holds a NUL character")
    return text


def whole_numbers(column: Column, what: str) -> NDArray[np.int64]:
    """Read a column of whole numbers that are not negative; absent values become -1."""
    values = _cells(column, what)
    if values.dtype == np.bool_:
        raise TableError(None, f"column {what} holds truth values, not numbers")
    if values.dtype.kind in "iu":
        return _checked_sign(values, what)
    numbers = real_numbers(values, what)
    absent = np.isnan(numbers)
    bad = ~absent & ((numbers != np.trunc(numbers)) | np.isinf(numbers))
    if bad.any():
        row = int(np.argmax(bad))
        raise TableError(row, f"{what} {quote(str(values[row]))} is not a whole number")
    large = np.abs(numbers) >= 2.0**63
    if values.dtype == object:  # integers beyond 2**53 must not pass through a float
        whole = [0 if is_absent(v) or v == "" else int(v) for v in values.tolist()]
        large = np.array([not _LEAST <= v <= _MOST for v in whole], bool)
        numbers = np.where(large, 0, np.array(whole, object))
    if large.any():
        row = int(np.argmax(large))
        raise TableError(row, f"{what} {quote(str(values[row]))} is beyond 64 bits")
    out = _checked_sign(np.where(absent, 0, numbers).astype(np.int64), what)
    out[absent] = ABSENT
    return out


def _checked_sign(values: NDArray[Any], what: str) -> NDArray[np.int64]:
    """Raise for numbers beyond 64 bits and negative ones: splitters write -1 for "not found"."""
    if values.dtype == np.uint64 and values.size and int(values.max()) >= 2**63:
        row = int(np.argmax(values >= 2**63))
        raise TableError(row, f'{what} "{values[row]}" is beyond 64 bits')
    if values.size and values.min() < 0:
        row = int(np.argmax(values < 0))
        where = {"rank": "rank", "tokens": "count"}.get(what, "offset")
        raise TableError(
            row, f"{what} {values[row]} is negative. Use None where there is no {where}"
        )
    return values.astype(np.int64)


def as_column(column: Column, what: str) -> Column:
    """Return what has a length; a generator becomes a list."""
    if hasattr(column, "__len__"):
        return column
    try:
        return list(column)
    except TypeError:
        raise _not_flat(what, 0) from None


def given_columns(columns: Mapping[str, Column | None]) -> dict[str, Column]:
    """Return the columns that were given, each with a length."""
    return {name: as_column(cells, name) for name, cells in columns.items() if cells is not None}


def _not_flat(what: str, dimensions: int) -> TableError:
    return TableError(None, f"column {what} must have one dimension, not {dimensions}")


def _check_flat(values: NDArray[Any], what: str) -> None:
    if values.ndim != 1:
        raise _not_flat(what, values.ndim)


def _cells(column: Column, what: str) -> NDArray[Any]:
    """Return the cells of a column that is to hold numbers."""
    if isinstance(column, Coded):
        return plain(column, what)
    given = as_column(column, what)
    try:
        values = np.asarray(given)
    except ValueError:  # lists of several lengths
        return plain(given, what)
    # numpy makes texts of numbers for one text, and rounds large ones for one float or NaN
    rounded = values.dtype == np.float64 and bool((np.abs(values) >= _EXACT).any())
    if values.dtype.kind in "US" or rounded:
        values = np.asarray(given, object)
    _check_flat(values, what)
    return values


def real_numbers(column: Column, what: str) -> NDArray[np.float64]:
    """Read a column of numbers; absent values become NaN."""
    values = _cells(column, what)
    if values.dtype.kind in "iuf":
        return values.astype(np.float64)
    out = np.empty(values.size)
    for row, value in enumerate(values.tolist()):
        if value is None or value == "":
            out[row] = np.nan
        elif isinstance(value, (int, float, np.number)) and not isinstance(value, bool):
            out[row] = _double(value, what, row)
        else:
            raise TableError(row, f"{what} {quote(str(value))} is not a number")
    return out


def _double(value: Any, what: str, row: int) -> float:
    try:
        return float(value)
    except OverflowError:  # only whole numbers of Python are that large
        raise TableError(row, f"{what} {quote(str(value)[:80])} is beyond 64 bits") from None


def same_size(columns: Mapping[str, NDArray[Any]]) -> int:
    """Check that all columns have one length, and return it."""
    sizes = {name: column.size for name, column in columns.items()}
    if len(set(sizes.values())) > 1:
        listed = ", ".join(f"{name} {size:,}" for name, size in sizes.items())
        raise TableError(None, f"columns differ in length: {listed}")
    return next(iter(sizes.values()), 0)


def plain(column: Column, what: str) -> NDArray[Any]:
    """Return any column as an array of its values, one for each row; a value may be a list."""
    if isinstance(column, Coded):
        return np.array(decode(column.codes, column.names), dtype=object)
    given = as_column(column, what)
    try:
        values = np.asarray(given)
    except ValueError:  # lists of several lengths
        return np.fromiter(given, object, len(given))
    if values.ndim > 1:
        return np.fromiter(values.tolist(), object, len(values))
    _check_flat(values, what)
    return values


def constant_text(column: Column | None) -> str | None:
    """Return the one value of a column, or None when it is absent or varies."""
    if column is None or len(column) == 0:
        return None
    if isinstance(column, Coded):
        return column.names[0] if len(column.names) == 1 and column.codes.min() >= 0 else None
    values = set(np.asarray(column, object).tolist())
    only = values.pop() if len(values) == 1 else None
    return None if is_absent(only) else str(only)


def decode(codes: NDArray[np.int32], names: Names) -> list[str | None]:
    """Return the strings of a coded column, None where absent."""
    texts = [*names.tolist(), None]
    return [texts[code] for code in codes.tolist()]


def decoded(column: Coded) -> NDArray[Any]:
    """Return a text column as one array of variable-width strings, absent cells empty."""
    texts = np.array([*column.names.tolist(), ""], dtype=np.dtypes.StringDType())
    cells: NDArray[Any] = texts[column.codes]
    return cells


def joined(first: Coded, second: Coded) -> tuple[NDArray[np.int32], NDArray[np.int32], Names]:
    """Give two columns one dictionary."""
    at = second.names.codes_in(first.names)
    new = np.flatnonzero(at < 0)
    at[new] = len(first.names) + np.arange(new.size)
    if not at.size:
        return first.codes, second.codes, first.names
    codes = np.where(second.codes < 0, second.codes, at[second.codes]).astype(np.int32)
    both = (first.names, second.names.take(new))
    blob = np.concatenate([names.blob() for names in both])
    ends = np.cumsum(np.concatenate([names.lengths for names in both]))
    return first.codes, codes, Names.from_blob(blob, ends)


def first(bad: NDArray[np.bool_]) -> int | None:
    """Return the first row where `bad` holds, or None."""
    return int(np.argmax(bad)) if bad.any() else None
