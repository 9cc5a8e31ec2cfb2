"""The page of limits says what the code enforces."""

from __future__ import annotations

from pathlib import Path

import pytest

from partwise.files import limits, source, streams
from partwise.files.documents import xml as xml_documents
from partwise.files.documents.builder import Limits
from partwise.files.parsing import xml
from partwise.kernels import coverage as subsets
from partwise.lab import stability
from partwise.language import tokens
from partwise.tables.problems import FARTHEST

PAGE = Path(__file__).parent.parent.parent / "docs" / "limits.md"


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("bytes that a packed file", f"{streams._RATIO} times the packed size"),
        ("bytes that a packed file", f"past {streams._HARMLESS >> 20} MiB"),
        ("held in memory", f"{source._IN_MEMORY >> 30} GiB"),
        ("bytes of one document", f"{Limits().size >> 30} GiB"),
        ("elements of a document", f"{Limits().elements:,}"),
        ("starts, ends", f"{FARTHEST:,}"),
        ("models that lists", f"{stability.MOST}"),
        ("a line of a text file", f"{source.LONGEST_LINE >> 20} MiB"),
        ("columns of a table", f"{limits.MOST_COLUMNS:,}"),
        ("a name: topic", f"{limits.LONGEST_NAME:,} characters"),
        ("depth of XML", f"{xml.PLAIN_DEPTH}"),
        ("depth of XML", f"{xml_documents._MOST_DEPTH:,} in XML"),
        ("entities of an XML", f"{xml_documents._GROWTH} times the file"),
        ("entities of an XML", f"past {xml_documents._SMALL // 1_000_000} MB"),
        ("a measure expression", f"{tokens._LONGEST:,} characters, {tokens._DEEPEST} levels"),
        ("a measure expression", f"{tokens.MAX_MEASURES:,} measures"),
        ("exact ceilings", f"{subsets.MOST_PARTS} parts"),
    ],
)
def test_limits_are_those_of_the_code(row, said):
    lines = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if row in line]

    assert len(lines) == 1
    assert said in lines[0]
