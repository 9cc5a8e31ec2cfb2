"""Base classes of counts of documents."""

from __future__ import annotations

import partwise as pw
from partwise.measures.documents import CountMeasure, RelevantCountMeasure


def test_numbers_of_relevant_documents_have_one_base():
    assert issubclass(pw.NumRel, RelevantCountMeasure)
    assert issubclass(pw.NumRelRet, RelevantCountMeasure)
    assert issubclass(pw.NumRet, CountMeasure)
