"""Cells that name elements: by a path, or by any other text.

Without a structure every text may be the name of an element. With one an element is a path of it
(E9): a name would be found nowhere. Lenient reading completes ``/a/b`` to ``/a[1]/b[1]`` where the
structure has that element, and leaves every other name as it is.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Flags, Ints
from partwise.errors import SHOWN_PROBLEMS, quote
from partwise.kernels.ragged import distinct
from partwise.messages import Note
from partwise.spelling import spelt
from partwise.tables.columns import ABSENT
from partwise.tables.names import Names
from partwise.tables.paths import completed, is_path, not_paths, split_point
from partwise.tables.row_errors import RowsError

if TYPE_CHECKING:
    from partwise.geometry.resolve.trees import Trees
    from partwise.tables.lengths import Inventory
    from partwise.tables.qrels import Qrels
    from partwise.tables.run import Run
    from partwise.tables.structure.table import Structure

Table = TypeVar("Table", bound="Run | Qrels | Inventory")

HINT = "Use --lenient to read a step without [n] as [1]"
CHECKED = frozenset({"inex-run", "inex-submission", "xrai", "xrai-2004"})
"""Formats whose readers refuse everything but paths unless they are lenient."""


def with_elements(
    table: Table, structure: Structure | None, *, lenient: bool = False
) -> tuple[Table, list[Note]]:
    """Apply the rule for names to a table; return it with what is to be noted.

    Raises
    ------
    RowsError
        With a structure, for cells that are no paths (E9).
    """
    if getattr(table, "ranked", False) or (_format(table) in CHECKED and not lenient):
        return table, []
    cells = [cell for cell in _cells(table) if cell.names]
    if not cells:
        return table, []
    from partwise.geometry.resolve.counted import COUNTED, with_counted

    if _format(table) in COUNTED:
        return (table if structure is None else with_counted(table, structure)), []  # type: ignore[type-var]
    if structure is None:
        return table, _counted_names(table, cells)
    from partwise.geometry.resolve.trees import Trees

    trees = Trees(structure)
    inside = trees.documents(table.docs)[table.doc]
    if not lenient:
        raise _refusal(table, cells, inside, trees)
    changed: dict[str, Any] = {}
    repaired = np.zeros(table.doc.size, np.bool_)
    for cell in cells:
        repaired |= _complete(cell, inside, trees, changed)
    if "extra" in changed:
        changed["extra"] = {**getattr(table, "extra", {}), **changed["extra"]}
    n = int(repaired.sum())
    return replace(table, **changed), [path_repairs(n)] if n else []


def path_repairs(n: int) -> Note:
    """Say how many paths were completed."""
    return Note("{n:path} had a step without [n], read as [1]", n=n)


def name_problem(name: str) -> str:
    """Word an element that is told by its name where a measure needs its place in a tree."""
    return f"{name} is a name, not an element of a structure"


class _Cells(NamedTuple):
    """A column of elements or trees that holds names."""

    label: str
    """Attribute of the dictionary."""
    codes: dict[str, NDArray[np.int32]]
    """Columns that share the dictionary, by attribute."""
    texts: list[str]
    names: list[int]
    """Codes that are no paths."""

    def rows(self) -> Flags:
        """Rows that hold a name."""
        rows: Flags = np.logical_or.reduce(
            [np.isin(codes, self.names) for codes in self.codes.values()]
        )
        return rows


def _format(table: Any) -> str | None:
    return getattr(table, "format", None)


def _cells(table: Run | Qrels | Inventory) -> list[_Cells]:
    found = []
    for label, columns in (("elements", ("element", "last")), ("trees", ("tree",))):
        names = getattr(table, label, None)
        if names is None or not len(names):
            continue
        codes = {name: getattr(table, name, None) for name in columns}
        known = {name: column for name, column in codes.items() if column is not None}
        texts = names.tolist()
        bad = not_paths(texts, tree=label == "trees")
        if "last" in known:  # ranges were split into their points
            bad = [code for code in bad if not is_path(split_point(texts[code])[0])]
        used = set(distinct(np.concatenate([*known.values()])).tolist()) if bad else set()
        found.append(_Cells(label, known, texts, [code for code in bad if code in used]))
    entries = table.extra.get("bep_path") if hasattr(table, "extra") else None
    if entries is not None:
        found.append(_entries(entries))
    return found


def _entries(column: NDArray[Any]) -> _Cells:
    """Best entry points that X-Rai files give as points."""
    texts = [str(path or "") for path in column.tolist()]
    index = {text: code for code, text in enumerate(dict.fromkeys(filter(None, texts)))}
    codes = np.array([index.get(text, ABSENT) for text in texts], np.int32)
    bad = [code for text, code in index.items() if not is_path(split_point(text)[0])]
    return _Cells("bep_path", {"bep_path": codes}, list(index), bad)


def _counted_names(table: Run | Qrels | Inventory, cells: list[_Cells]) -> list[Note]:
    named = np.zeros(table.doc.size, np.bool_)
    for cell in cells:
        if cell.label != "bep_path":
            named |= cell.rows()
    if not named.any():
        return []
    given = np.zeros(table.doc.size, np.bool_)
    for label in ("element", "tree"):
        column = getattr(table, label, None)
        if column is not None and column.size:
            given |= column >= 0
    words = "{n} of {m} {m:element cell|element cells} "
    words += "{n:is a name, not a path|are names, not paths}"
    return [Note(words, n=int(named.sum()), m=int(given.sum()))]


def _refusal(table: Any, cells: list[_Cells], inside: Ints, trees: Trees) -> RowsError:
    """Name the rows whose elements are no paths (E9), and whether lenient reading helps."""
    problems: list[tuple[int, str]] = []
    total = 0
    for cell in cells:
        rows = np.flatnonzero(cell.rows())
        total += rows.size
        repaired = _complete(cell, inside, trees, {})
        for row in rows[:SHOWN_PROBLEMS].tolist():
            code = next(int(c[row]) for c in cell.codes.values() if int(c[row]) in cell.names)
            text = cell.texts[code]
            tree = cell.label == "trees" and "|" in text
            kind = "a tree of element paths" if tree else "an element path"
            said = f"path {quote(text)} is not {kind}"
            hint = f". {spelt(HINT)}" if repaired[row] else ""
            problems.append((row, said + hint))
    return RowsError(table.source, sorted(problems)[:SHOWN_PROBLEMS], total)


def _complete(cell: _Cells, inside: Ints, trees: Trees, changed: dict[str, Any]) -> Flags:
    """Complete the cells whose elements the structure then has; tell in which rows.

    `inside` is the document of each row in the structure; new columns go to `changed`.
    """
    index = {text: code for code, text in enumerate(cell.texts)}
    repaired = np.zeros(inside.size, np.bool_)
    columns = {}
    for name, codes in cell.codes.items():
        rows = np.flatnonzero(np.isin(codes, cell.names) & (inside >= 0))
        key = inside[rows] * len(cell.texts) + codes[rows]
        keys, which = np.unique(key, return_inverse=True)
        doc, code = keys // len(cell.texts), keys % len(cell.texts)
        found = _found([cell.texts[at] for at in code.tolist()], doc, trees)
        new = np.full(keys.size, ABSENT, np.int32)
        for at, text in enumerate(found):
            if text is not None:
                new[at] = index.setdefault(text, len(index))
        column = codes.copy()
        good = new[which] >= 0 if which.size else np.zeros(0, np.bool_)
        column[rows[good]] = new[which][good]
        repaired[rows[good]] = True
        columns[name] = column
    texts = list(index)
    if cell.label == "bep_path":
        absent = np.array([*texts, ""], dtype=np.dtypes.StringDType())
        changed["extra"] = {"bep_path": absent[columns["bep_path"]]}
    else:
        changed |= {cell.label: Names.of(texts), **columns}
    return repaired


def _found(texts: list[str], doc: Ints, trees: Trees) -> list[str | None]:
    """Each cell with its bare steps completed, None where the document lacks such an element."""
    whole: list[list[tuple[str, str]] | None] = []
    wanted: dict[str, int] = {}
    asked: list[tuple[int, int]] = []
    for at, text in enumerate(texts):
        parts = [split_point(part) for part in text.replace("|", " ").split(" ")]
        paths = [completed(path) for path, _ in parts]
        if any(path is None for path in paths):
            whole.append(None)
            continue
        ends = [inside for _, inside in parts]
        whole.append([(path or "", end) for path, end in zip(paths, ends, strict=True)])
        asked += [(at, wanted.setdefault(path or "", len(wanted))) for path in paths]
    if not asked:
        return [None] * len(texts)
    owner, code = (np.array(column) for column in zip(*asked, strict=True))
    there = trees.find(doc[owner], Names.of(wanted), code.astype(np.int32)) >= 0
    missing = set(owner[~there].tolist())
    joint = ["|" if "|" in text else " " for text in texts]
    return [
        None if parts is None or at in missing else joint[at].join(p + end for p, end in parts)
        for at, parts in enumerate(whole)
    ]


def spelt_apart(run: Run, qrels: Qrels) -> list[Note]:
    """Warn of elements that run and assessments name with and without ``[1]``.

    Without a structure nothing tells that ``/news`` and ``/news[1]`` are one element.
    """
    judged = qrels.elements.tolist()
    if not judged or not len(run.elements):
        return []
    there = run.elements.index
    pairs = [(text, completed(text) or text) for text in judged]
    pairs += [(text, text.replace("[1]", "")) for text in judged]
    found = [(text, other) for text, other in pairs if other != text and other in there]
    if not found:
        return []
    words = "{pairs:+element} {pairs:is|are} named with [1] in one file and without it in the "
    words += "other ({pairs:1}); they are not the same"
    said = [f"{quote(a)} in the run, {quote(b)} in the assessments" for b, a in found]
    return [Note(words, pairs=said, level="warning")]
