"""Which formats without a header a line could belong to, by its columns."""

from __future__ import annotations

import re

from partwise.files.registry import Kind

_RUN_OF = {6: "trec-run", 7: "inex-run", 8: "inex-run"}
_WHOLE = re.compile(r"[+-]?[0-9]+")
_NUMBER = re.compile(
    r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?|[+-]?inf(?:inity)?", re.I
)
PASSAGE = re.compile(r"[0-9]+:[0-9]+")


def split(line: str) -> list[str]:
    """Split at blanks as the readers do: a no-break space is part of a name."""
    return [cell.decode() for cell in line.encode("utf-8", "replace").split()]


def fitting(line: str, cells: list[str], *, passages: bool, idle: bool) -> set[str]:
    """Return the formats that a line could belong to."""
    tabbed = line.split("\t")
    if len(tabbed) == 5 and are_whole(*tabbed[2:4]) and not are_numbers(tabbed[4].strip()):
        return {"genomics-gold"}
    tests = {
        "trec-qrels": len(cells) == 4 and are_numbers(cells[3]),
        "trec-run": _is_trec_run(cells),
        "fol-qrels": _is_fol_qrels(cells, passages=passages, idle=idle),
        "inex-run": _is_inex_run(cells),
        "genomics-run": _is_genomics_run(cells),
    }
    return {name for name, fits in tests.items() if fits}


def resembling(cells: list[str], kind: Kind | None, *, colon: bool) -> set[str]:
    """Return the format that a line looks like, with something wrong in it."""
    width, marked = len(cells), is_marked(cells)
    if kind != "run" and marked and width > 4 and (colon or kind == "qrels"):
        return {"fol-qrels"}
    if kind != "run" and width in (3, 4) and (marked or kind == "qrels"):
        return {"trec-qrels"}
    if kind != "qrels" and width in _RUN_OF and (marked or kind == "run"):
        return {_RUN_OF[width]}
    short = width == 5 and (cells[1] == "Q0" or kind == "run")
    return {"trec-run"} if kind != "qrels" and short else set()


def fitting_shortened(cells: list[str]) -> set[str]:
    """Return the formats that a line would fit without its last columns."""
    found = {"trec-run"} if len(cells) > 6 and _is_trec_run(cells[:6]) else set()
    return found | ({"trec-qrels"} if len(cells) > 4 and are_numbers(cells[3]) else set())


def is_marked(cells: list[str]) -> bool:
    """Tell whether the second column is what TREC writes there, Q0 or 0."""
    return cells[1:2] in (["Q0"], ["0"])


def _is_trec_run(cells: list[str]) -> bool:
    return len(cells) == 6 and are_whole(cells[3]) and are_numbers(cells[4])


def _is_fol_qrels(cells: list[str], *, passages: bool, idle: bool) -> bool:
    if len(cells) >= 7:
        return are_whole(*cells[3:6]) and any(map(PASSAGE.fullmatch, cells[6:]))
    if len(cells) < 5 or not is_marked(cells):
        return False
    if len(cells) == 5:
        return (passages or idle) and are_whole(*cells[3:5])
    return passages and are_numbers(*cells[3:5]) and are_whole(cells[5])


def _is_inex_run(cells: list[str]) -> bool:
    places = cells[6:]
    return len(cells) in (7, 8) and (all(cell[0] == "/" for cell in places) or are_whole(*places))


def _is_genomics_run(cells: list[str]) -> bool:
    if len(cells) == 5:
        return not is_marked(cells) and are_whole(*cells[2:5])
    return len(cells) in (6, 7) and cells[1] != "Q0" and _genomics(cells)


def _genomics(cells: list[str]) -> bool:
    return are_whole(cells[2], *cells[4:6]) and are_numbers(cells[3])


def are_whole(*cells: str) -> bool:
    """Tell whether all cells are whole numbers."""
    return all(map(_WHOLE.fullmatch, cells))


def are_numbers(*cells: str) -> bool:
    """Tell whether all cells are numbers."""
    return all(map(_NUMBER.fullmatch, cells))
