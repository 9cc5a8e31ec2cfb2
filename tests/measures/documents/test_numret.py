"""NumRet, worked out by hand."""

from __future__ import annotations

from tests.measures.worlds import edges, graded, value


def test_all_documents_count():
    assert value("NumRet", graded()) == 5


def test_edges():
    assert edges("NumRet", graded()) == (5, 0)
