"""Agreement of assessors as a table."""

from __future__ import annotations

import partwise as pw
from partwise.lab.agreement import agreement
from partwise.report.lab import agreement as document


def found(names=("x", "y")):
    n = len(names)
    qrels = pw.Qrels.from_columns(
        topic=["t"] * n, doc=["A"] * n, start=[0] * n, end=[*range(5, 5 + n)], assessor=names
    )
    return agreement(qrels)


def test_levels_are_rows():
    shown = str(found())
    assert "agreement of x, y" in shown
    rows = {row.split()[0]: row.split()[1:] for row in shown.splitlines() if row.strip()}
    assert rows["documents"] == ["1", "1", "1.0000", "-", "-"]
    assert rows["characters"] == ["1", "1", "0.8333", "-", "-"]
    assert rows["exact"] == ["1", "1", "0.0000", "-", "-"]


def test_many_assessors_are_counted():
    assert "a, b, c, d, e, f and 2 more" in str(found([*"abcdefgh"]))


def test_records_have_null_for_what_is_undefined():
    assert next(iter(document(found()).records())) == ("documents", None, 1, 1, 1.0, None, None)
