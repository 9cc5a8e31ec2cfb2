"""Doubtful data warns Python users; ordinary data does not."""

from __future__ import annotations

import pytest

import partwise as pw

QRELS = pw.Qrels.from_columns(topic=["q"], doc=["a"], start=[0], end=[5], length=[10])
RUN = pw.Run.from_columns(topic=["q"], doc=["a"], start=[0], end=[20], score=[1.0])


def test_lengths_that_disagree_warn():
    lengths = pw.Lengths.from_columns(doc=["a"], length=[12])

    with pytest.warns(pw.PartwiseWarning, match="^1 document length differs between sources"):
        results = pw.evaluate(
            QRELS, RUN, ["CharP"], lengths=lengths, reading=pw.Reading(lenient=True)
        )

    assert results.warnings == (
        "warning: 1 document length differs between sources; the first was taken",
    )


def test_what_is_only_noted_does_not_warn():
    results = pw.evaluate(QRELS, RUN, ["CharP"])

    assert results.notes == ("run: 1 part extends past the end of its document and was truncated",)
    assert results.warnings == ()
