"""Words that users see: trade words first (findings 12), numbers of errors that exist (11.4)."""

from __future__ import annotations

import re

import pytest
from tests.conftest import ROOT

DIALECT = [
    "Truth is places in the source text",
    "Every value comes with what it is worth",
    "is the difference worth anything",
    "nothing else has to be there",
    "evaluation of evaluation",
    "is any good",
    "Of the permutation",
    "Of the bootstrap",
    "Of the judgements",
    "Share that ties",
    "Largest difference that is a tie",
    "What column 8 of an INEX run is",
    "What offsets count.",
    "Average all judged topics",
    "Repair what can be repaired, and count it",
    "Leave out topics without anything relevant",
    "What orders a run; the default",
    "Error allowed",
    "Tau that is agreement",
    "Level of p",
    '"Pairs of topic sets',
    "Share of the runs kept",
    '"Processes.',
    "combinations looked at",
    "topics drawn again",
    "Test groups of topics too",
    "Show the topics that moved most",
    "instead of the screen",
    "not the screen",
    '"Leave out what OUT cannot hold',
    "Names of the elements that count",
    "are ranked against the scores",
    "ties went by document id",
    "return after other documents",
    "pass the end of the document; clipped",
    "are no elements; nothing earned",
    "they lead nowhere new",
    "repeat text of earlier parts; kept",
    "the order of the lines is the ranking",
    "this should not have happened",
    "its rows must stand together",
    "has neither grade nor place",
    '"no lines"',
    "Say --lossy",
    "(there is ",
    "Give --structure",
    "Give --lengths",
    'Say format="',
    "a DocumentGain",
    "a Effort",
    "Entities that expand without measure",
    "One bad document refuses everything",
    "that the reader bears",
    "How many of the first documents are relevant, as many",
    "How much of everything there is to earn",
    "Read only so much",
    "How much of what k elements can give",
    "Which share of",
    "Nothing is decisive",
]
"""Left column of the table of rewordings."""


def _texts():
    if not (ROOT / "src").is_dir():
        pytest.skip("no checkout: the source is not beside the tests")
    files = [ROOT / "README.md", *(ROOT / "docs").glob("*.md"), *(ROOT / "src").rglob("*.py")]
    return {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in files}


def test_no_dialect():
    found = [(name, words) for name, text in _texts().items() for words in DIALECT if words in text]

    assert found == []


def test_options_are_used_not_said():
    """In messages and docs it is "Use --lenient", never "Say" or "Give"."""
    wrong = re.compile(r"\b(?:[Ss]ay|[Gg]ive) --[a-z]")
    found = [(name, m[0]) for name, text in _texts().items() for m in wrong.finditer(text)]

    assert found == []


def test_errors_have_no_numbers():
    cited = [
        (name, number)
        for name, text in _texts().items()
        if name.startswith("src/")
        for number in re.findall(r"\(E[0-9]{1,2}\)", text)
    ]

    assert not cited


def test_the_source_cites_no_file_that_a_reader_lacks():
    for name, text in _texts().items():
        if name.startswith("src/"):
            assert not re.search(r"\b(?:contract|findings|rulings)(?:\.md|, section)", text), name
