"""Telling JSON lines of ours from the JSON of others."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from partwise.files.formats.jsonl.columns import nested_keys
from partwise.files.registry import Kind
from partwise.files.source import Source
from partwise.tables.schema import our_names

_KEY = re.compile(r'"([\w-]+)"\s*:')
_TEXT = r'"(?:[^"\\]|\\.)*+"'
_READ = {
    "traces": (
        {"resourceSpans"},
        *({"run_type", other} for other in ("outputs", "inputs")),
        *({"attributes", other} for other in ("context", "spanId", "span_id")),
    ),
    "bioasq": ({"questions"},),
    "legalbench-results": ({"qa_result_list"},),
    "legalbench": ({"tests"},),
    "kilt": ({"output", "provenance"},),
    "squad": ({"data", "paragraphs"},),
    "scifact": ({"claim", "evidence"},),
    "hotpot": ({"supporting_facts", "context"},),
    "llama-index-qa": ({"queries", "relevant_docs"},),
    "trec-rag": ({"references", "answer"},),
    "ragas": tuple(
        {"user_input", f"{kind}_{what}"}
        for kind in ("retrieved", "reference")
        for what in ("contexts", "context_ids")
    ),
}
"""Formats, and sets of keys of the file or of its first object each of which tells it."""

_INNER = frozenset({"provenance", "paragraphs"})
"""Of these keys such as stand inside the object, wherever they are seen."""

_EVIDENCE = re.compile(r'"evidence"\s*:\s*([\[{])')
_BEGINNINGS = (
    (re.compile(r'\s*\{\s*"queries"\s*:\s*\{'), "llama-index-qa"),
    (
        re.compile(
            rf"\s*\{{(?:\s*{_TEXT}\s*:\s*\{{\s*\}}\s*,)*\s*{_TEXT}\s*:\s*\{{\s*"
            rf"(?:\}}\s*\}}|{_TEXT}\s*:\s*-?[0-9])"
        ),
        "ranx",
    ),
)
"""How files begin whose keys may be out of sight or are the names of queries."""

_UNREAD = (
    ({"retrieval_context"}, "a DeepEval export"),
    ({"record_id", "app_id"}, "a TruLens export"),
    ({"trace_id", "spans"}, "an MLflow export"),
)
_WRITE_A_TABLE = (
    "Write a table with topic, doc, start, end (partwise formats tsv), or use --columns"
)
"""What to do about a format that is known and not read."""

_PLACES = {"length", "start", "element"}
_NEEDED = {"lengths": "keys doc and length", "inventory": "key doc"}


def detect_json(
    source: Source,
    head: str,
    kind: Kind | None,
    columns: Mapping[str, str] | None = None,
    *,
    cut: bool,
) -> str:
    """Return ``jsonl`` for a table of ours, or the format of others that the keys tell.

    Lines that are not JSON or do not end in sight do not decide: the reader will say what is
    wrong with them.

    Parameters
    ----------
    source : Source
        The file.
    head : str
        Its beginning.
    kind : {'run', 'qrels', 'lengths', 'inventory'}, optional
        What it should be.
    columns : mapping of str to str, optional
        Our names of columns to those of the file, where the user gave any.
    cut : bool
        Whether its first line goes on after `head`.
    """
    line = next(line for line in head.split("\n") if line.strip())
    keys = our_names(keys_of(line), columns)
    if _is_ours(keys) or (kind == "inventory" and "doc" in keys):
        return "jsonl"
    anywhere = our_names(_KEY.findall(head), columns)
    other = _of_others(source, head, keys or anywhere, anywhere)
    if other is not None:
        return other
    if line.lstrip().startswith("[") and not cut:
        problem = "a JSON array, not JSON lines"
        raise source.error(None, problem, "Write one object a line, without the brackets")
    if _is_ours(anywhere) or cut:
        return "jsonl"
    if "topic" in keys and anywhere <= {"topic", "run"} and kind in (None, "run"):
        return "jsonl"  # every topic was answered with nothing
    if "topic" in keys:
        there = ", ".join(keys_of(line))
        raise source.error(None, f"JSON lines without the key doc (available: {there})")
    missing = _NEEDED.get(kind or "", "keys topic and doc")
    hint = "partwise formats lists the JSON of other tools that is read"
    raise source.error(None, f"JSON without the {missing}", hint)


def _of_others(source: Source, head: str, keys: set[str], anywhere: set[str]) -> str | None:
    """Return the format of others that the keys tell; one that is not read is refused by name."""
    inner = anywhere & _INNER
    for found, ways in _READ.items():
        if any(needed <= keys | inner for needed in ways):
            return _of_claims(head) if found == "scifact" else found
    for begins, name in _BEGINNINGS:
        if begins.match(head):
            return name
    for needed, what in _UNREAD:
        if needed <= keys:
            raise source.error(None, f"{what}; partwise does not read it", _WRITE_A_TABLE)
    return None


def _of_claims(head: str) -> str:
    """Tell SciFact, whose evidence is an object, from FEVER, whose evidence is a list."""
    begins = _EVIDENCE.search(head)
    return "fever" if begins is not None and begins[1] == "[" else "scifact"


def _is_ours(keys: set[str]) -> bool:
    if {"topic", "id"} <= keys:  # parts that an inventory knows
        return True
    return "doc" in keys and ("topic" in keys or bool(keys & _PLACES))


def keys_of(line: str) -> list[str]:
    """Return the keys of an object; of a broken one those that can be seen, in order."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return list(dict.fromkeys(_KEY.findall(line)))
    return nested_keys(found) if isinstance(found, dict) else []
