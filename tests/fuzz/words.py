"""What a refusal must say: the file, the line where there is one, and nothing that steers."""

from __future__ import annotations

import re

from partwise.errors import (
    AdapterError,
    FormatError,
    FormatErrors,
    MeasureSyntaxError,
    MissingAssessmentError,
    ParameterError,
    PartwiseError,
    UnknownNameError,
)

WHOLE_FILE = re.compile(
    "|".join(
        (
            # nothing there, or nothing that can be unpacked
            r"the file is empty|nothing (in it|but comments)|a header and no rows",
            r"no (rows|results|documents)\b|is a document|more than [\d,]+ columns",
            r"cannot be read|(a )?damaged|the compressed data|.* (is damaged|cannot be unpacked)",
            r"(is )?not (text|UTF-8)|starts with a byte-order mark",
            # rows of Parquet are counted, and so are spans of traces and items of lists
            r"rows? [\d,]+|span [\d,]+:|[\d,]+ (of [\d,]+ items|contexts?|rows?)\b",
            # a column or key that no line has
            r"no (columns?|key|line|routes?|links?|assessments|header)\b|a structure needs",
            r"(both )?\S+ and \S+ (both name|are columns)|\w+ holds [A-Z]|has the column",
            r"JSON (lines )?without|traces without|[\d,]+ columns, and no line",
            # one JSON document: the place is a path in it, or it is the document itself
            r"too deeply nested|(a list|a number|text|null|true or false), expected",
            r"not saved results|holds (means only|no values)|run .*: |trace .* does not name",
            r"\w+ is not a (list of objects|span)|expected spans",
            # another kind of file; the line that decided is told in words
            r"line [\d,]+ \(|could be|a heading|a JSON array|an XML document|Parquet inside",
            r"(TREC|FOL) qrels|an? \w+ run, not assessments|elements nest deeper",
            r"not well-formed XML: no XML document",
            # the data of two files do not meet
            r"none of|[\d,]+ of [\d,]+ links",
        )
    )
)
"""Problems of a file that has no line for them."""

NOT_OF_A_FILE = (
    AdapterError,
    MeasureSyntaxError,
    MissingAssessmentError,
    ParameterError,
    UnknownNameError,
)
"""Refusals of measures, of what they need, and of what frameworks return."""


def check(error: PartwiseError) -> str | None:
    """Return what is wrong with the words of a refusal, or None."""
    words = str(error)
    if not words.strip() or len(words) > 20_000 or "\x1b" in words:
        return f"refused in these words: {words[:300]!r}"
    problems = error.problems if isinstance(error, FormatErrors) else (error,)
    for problem in problems:
        if isinstance(problem, FormatError):
            if not problem.file:
                return f"no file is named: {words[:300]!r}"
            if problem.line is None and not WHOLE_FILE.match(problem.problem):
                return f"no line is named: {words[:300]!r}"
        elif not isinstance(problem, NOT_OF_A_FILE):
            return f"{type(problem).__name__} names no file: {words[:300]!r}"
    return None
