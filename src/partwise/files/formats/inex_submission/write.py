"""Runs as INEX submissions in XML."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape, quoteattr

import numpy as np

from partwise.files.parsing.losses import (
    Loss,
    Losses,
    checked_xml,
    given_ranks,
    refuse_name,
    refuse_ties_by_rank,
    xml_attributes,
)
from partwise.messages import plural
from partwise.tables.run_order import GIVEN_RANK, disagreement

if TYPE_CHECKING:
    from collections.abc import Iterator

    from partwise.tables.names import Names
    from partwise.tables.run import Run

WORDS = "an INEX submission"
_PREFIXES = ("submission:", "topic-fields:", "topic:", "result:")
_ATTRIBUTE = re.compile(r"[A-Za-z_][\w.-]*")


def submission_bytes(run: Run, *, lossy: Losses | None) -> bytes:
    """Return the content of a file; TableError says what the format cannot hold."""
    loss = Loss(WORDS, allowed=lossy)
    loss.never(run.tree >= 0, "trees")
    loss.of_rows((run.start >= 0) & (run.element >= 0), "both offsets and element of a part")
    kept = given_ranks(run)
    held = set() if kept is None else {GIVEN_RANK}
    others = [name for name in run.extra if name not in held and not _is_held(name)]
    loss.of_columns(run, [*others, *(["tokens"] if run.tokens is not None else [])])
    for what, names in (("topic", run.topics), ("document", run.docs), ("path", run.elements)):
        _check(names, what)
    return ("\n".join(_lines(run, loss)) + "\n").encode()


def _check(names: Names, what: str) -> None:
    for name in names:
        if checked_xml(name, what, WORDS) != name.strip():
            refuse_name(name, what, WORDS, ": blanks at its ends would be lost")


def _is_held(column: str) -> bool:
    """Tell whether a submission has a place for a column that is kept as it came."""
    if column == "submission":
        return True
    attribute = column.partition(":")[2]
    return column.startswith(_PREFIXES) and _ATTRIBUTE.fullmatch(attribute) is not None


def _numbers(run: Run, loss: Loss) -> tuple[list[int] | None, list[float] | None]:
    """Return ranks and scores; where they disagree, only those that order the run."""
    rank, score = given_ranks(run) if run.rank is None else run.rank, run.score
    if run.natural == "file" and (rank is not None or score is not None):
        loss.of_fact(
            f"{WORDS} cannot hold rank and score beside the order of the file",
            "ranks and scores left out: the order of the lines ranks the run",
        )
        return None, None
    if rank is not None and score is not None and disagreement(run.topic, rank, score):
        by_rank = run.natural == "rank"
        what, other = ("score", "ranks") if by_rank else ("rank", "scores")
        loss.of_fact(
            f"{WORDS} cannot hold the column {what}, which the {other} contradict",
            f"column {what} left out ({plural(len(run), 'value')}): the {other} contradict it",
        )
        rank, score = (rank, None) if by_rank else (None, score)
    if run.natural == "score":
        refuse_ties_by_rank(run, loss, WORDS)
    return (
        None if rank is None else rank.tolist(),
        None if score is None else score.tolist(),
    )


def _lines(run: Run, loss: Loss) -> Iterator[str]:
    extra = {name: column.tolist() for name, column in run.extra.items() if _is_held(name)}
    rank, score = _numbers(run, loss)
    root = _constant(extra, "submission", loss) or "inex-submission"
    attributes = _constants(extra, "submission:", loss)
    description = attributes.pop("description", None)
    collections = attributes.pop("collections", None)
    attributes = {"run-id": run.name, **attributes}
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield f"<{root}{_attributes(attributes)}>"
    if fields := _constants(extra, "topic-fields:", loss):
        yield f"<topic-fields{_attributes(fields)}/>"
    if description:
        checked_xml(description, "description", WORDS)
        yield f"<description>{escape(description)}</description>"
    if collections:
        checked_xml(collections, "collections", WORDS)
        named = "".join(f"<collection>{escape(c)}</collection>" for c in collections.split())
        yield f"<collections>{named}</collections>"
    places = _places(run)
    docs = [escape(name) for name in run.docs]
    order = np.argsort(run.topic, kind="stable")
    bounds = np.searchsorted(run.topic[order], np.arange(len(run.topics) + 1))
    own = {name: values for name, values in extra.items() if name.startswith("result:")}
    for code, topic in enumerate(run.topics):
        rows = order[bounds[code] : bounds[code + 1]].tolist()
        shared = {
            name.removeprefix("topic:"): _same([values[row] for row in rows], name, loss)
            for name, values in extra.items()
            if name.startswith("topic:")
        }
        yield f"<topic{_attributes({'topic-id': topic, **shared})}>"
        for row in rows:
            given = {name.removeprefix("result:"): v[row] for name, v in own.items()}
            text = f"<result{_attributes(given)}><file>{docs[run.doc[row]]}</file>{places(row)}"
            if rank is not None:
                text += f"<rank>{rank[row]}</rank>"
            if score is not None:
                text += f"<rsv>{score[row]!r}</rsv>"
            yield f"{text}</result>"
        yield "</topic>"
    yield f"</{root}>"


def _places(run: Run) -> Any:
    paths = [escape(path) for path in run.elements]

    def place(row: int) -> str:
        if run.start[row] >= 0:
            start, end = int(run.start[row]), int(run.end[row])
            return f'<fol offset="{start}" length="{end - start}"/>'
        if run.element[row] < 0:
            return ""
        first = paths[run.element[row]]
        if run.last is not None and run.last[row] >= 0:
            last = run.elements[run.last[row]]
            ends = (quoteattr(path) for path in (run.elements[run.element[row]], last))
            return "<passage start={} end={}/>".format(*ends)
        return f"<path>{first}</path>"

    return place


def _attributes(given: dict[str, Any]) -> str:
    return xml_attributes(given, WORDS)


def _constants(extra: dict[str, list[Any]], prefix: str, loss: Loss) -> dict[str, Any]:
    found = {
        name.removeprefix(prefix): _constant(extra, name, loss)
        for name in extra
        if name.startswith(prefix)
    }
    return {name: value for name, value in found.items() if value not in (None, "")}


def _constant(extra: dict[str, list[Any]], name: str, loss: Loss) -> Any:
    return _same(extra.get(name, []), name, loss)


def _same(values: list[Any], name: str, loss: Loss) -> Any:
    if len(set(values)) > 1:
        others = plural(len(set(values)) - 1, "other value")
        loss.of_fact(
            f"{WORDS} cannot hold the column {name} with several values",
            f"column {name}: {others} left out",
        )
    return values[0] if values else None
