"""Topics that two files of one tool number by their rows: joined by the text of the question."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from partwise.errors import FormatError, quote
from partwise.files.registry import format_named
from partwise.files.source import Source
from partwise.tables.names import Names

if TYPE_CHECKING:
    from partwise.tables.qrels import Qrels
    from partwise.tables.run import Run

_JOINED = {("legalbench", "legalbench-results")}
"""Formats of assessments and runs that number the same questions apart."""


def joined_topics(run: Run, qrels: Qrels) -> Run:
    """Return the run with its topics numbered as in the assessments.

    A question that the assessments do not have becomes a topic of its own. Where both files hold
    the same questions in the same order nothing has to be joined, even where texts repeat.

    Raises
    ------
    FormatError
        For a question whose text stands twice in one of the files (E37).
    """
    if (qrels.format, run.format) not in _JOINED or run.source is None or qrels.source is None:
        return run
    asked, judged = _questions(run), _questions(qrels)
    if list(asked.values()) == list(judged.values()):
        return run
    topics = _by_text(judged, qrels.source)
    texts = {topic: text for text, topic in _by_text(asked, run.source).items()}
    names = [texts[topic] for topic in run.topics.tolist()]
    return replace(run, topics=Names.of([topics.get(text, text) for text in names]))


def _questions(table: Run | Qrels) -> dict[str, str]:
    """Return the text of each topic of a file."""
    found = format_named(table.format or "").load()
    questions: dict[str, str] = found.read_topics(Source(table.source or "", lenient=True))
    return questions


def _by_text(questions: dict[str, str], file: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for topic, text in questions.items():
        if text in found:
            problem = f"query {quote(text)} occurs twice ({found[text]} and {topic})"
            hint = "Its results cannot be joined by text; use tests in the order of the results"
            raise FormatError(file, None, problem, hint)
        found[text] = topic
    return found
