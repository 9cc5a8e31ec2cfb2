"""Runs and assessments of other evaluation packages, told by their shape; none is imported."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from partwise.errors import UsageError
from partwise.tables.part_ids import of_run
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run


def qrels_of(given: Any, inventory: Any = None) -> Qrels | None:
    """Return the assessments of ranx, ir_measures or ir_datasets, or of gold items by topic.

    Items and lists of ids get their places from the `inventory`.
    """
    if _is_lists(given):
        from partwise.tables.frames import lists_ids

        if lists_ids(given):
            return Qrels.from_dict(given, inventory=of_run(inventory, None))
        return Qrels.from_results(given, inventory=with_its_ids(of_run(inventory, None)))
    if _offers(given, "qrels", "to_dict"):
        return Qrels.from_dict(given.to_dict())
    if _offers(given, "run", "to_dict"):
        kind = type(given)
        raise UsageError(f"qrels must be assessments, not {kind.__module__}.{kind.__qualname__}")
    if callable(getattr(given, "qrels_iter", None)):
        given = given.qrels_iter()
    rows = list(given) if isinstance(given, Iterator) else given
    if not _is_rows(rows, "relevance"):
        return None
    columns: dict[str, Any] = {
        ours: [getattr(row, theirs) for row in rows] for ours, theirs in _QRELS.items()
    }
    return Qrels.from_columns(**columns)


def run_of(given: Any, inventory: Any = None) -> Run | None:
    """Return the run of ranx or ir_measures, or of items or ids by topic."""
    if _is_lists(given):
        chosen = of_run(inventory, "run")
        from partwise.tables.frames import lists_ids

        if lists_ids(given):
            return Run.from_dict(given, inventory=chosen)
        return Run.from_results(given, inventory=with_its_ids(chosen))
    if _offers(given, "run", "to_dict"):
        return Run.from_dict(given.to_dict(), name=getattr(given, "name", None))
    if not _is_rows(given, "score"):
        return None
    columns: dict[str, Any] = {
        ours: [getattr(row, theirs) for row in given] for ours, theirs in _RUN.items()
    }
    return Run.from_columns(**columns)


def with_its_ids(inventory: Any) -> Any:
    """Return an inventory that knows ids, None for any other."""
    return inventory if getattr(inventory, "id", None) is not None else None


def one_run(given: Any) -> Any:
    """Return a run of another package in a list of its own, anything else as it is."""
    if _is_lists(given) or _offers(given, "run", "to_dict"):
        return [given]
    if isinstance(given, Iterator):
        first = next(given, None)
        if first is None:
            return []
        if _has(first, "score"):
            return [[first, *given]]
        return _again([first], given)
    return [given] if _is_rows(given, "score") else given


def _again(held: list[Any], rest: Iterator[Any]) -> Iterator[Any]:
    """Give back what was looked at; it is not held beyond its turn."""
    yield held.pop()
    yield from rest


_QRELS = {"topic": "query_id", "doc": "doc_id", "grade": "relevance"}
_RUN = {"topic": "query_id", "doc": "doc_id", "score": "score"}


def _is_lists(given: Any) -> bool:
    """Tell ``{topic: [item, ...]}``, where at least one topic has a list."""
    if not isinstance(given, Mapping) or not given:
        return False
    return all(isinstance(found, (list, tuple)) for found in given.values())


def _offers(given: Any, *names: str) -> bool:
    """Tell an object that has these attributes; those of a frame may be its columns."""
    other = isinstance(given, Mapping | Run | Qrels) or hasattr(type(given), "columns")
    return not other and all(hasattr(given, name) for name in names)


def _has(row: Any, number: str) -> bool:
    return _offers(row, "query_id", "doc_id", number)


def _is_rows(given: Any, number: str) -> bool:
    """Tell rows of ir_measures and ir_datasets, or anything with their fields."""
    return (
        isinstance(given, (list, tuple)) and bool(given) and all(_has(row, number) for row in given)
    )
