"""Names of elements as tables spell them, and their conversion to spans."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeVar, get_args

import numpy as np
from numpy.typing import NDArray

from partwise._typing import Flags, Ints
from partwise.errors import SHOWN_PROBLEMS, UsageError, quote
from partwise.geometry.resolution import Trees, points_at
from partwise.geometry.spans import resolve_qrels, resolve_run, with_entry_points
from partwise.kernels.ragged import distinct
from partwise.messages import Note, Notes
from partwise.spelling import spelt
from partwise.tables.columns import ABSENT, encode
from partwise.tables.names import EMPTY, Names
from partwise.tables.paths import completed, is_path, not_paths, split_point
from partwise.tables.problems import RowsError
from partwise.tables.qrels import Qrels
from partwise.tables.rows import taken_rows
from partwise.tables.run import Run

if TYPE_CHECKING:
    from partwise.tables.lengths import Inventory
    from partwise.tables.structure.table import Structure


# Without a structure every text may be the name of an element. With one an element is a path of it
#: a name would be found nowhere. Lenient reading completes ``/a/b`` to ``/a[1]/b[1]`` where
# the structure has that element, and leaves every other name as it is.

Table = TypeVar("Table", bound="Run | Qrels | Inventory")

HINT = "Use --lenient to read a step without [n] as [1]"
CHECKED = frozenset({"inex-run", "inex-run-ends", "inex-submission", "xrai", "xrai-2004"})
"""Formats whose readers refuse everything but paths unless they are lenient."""


def with_elements(
    table: Table, structure: Structure | None, *, lenient: bool = False
) -> tuple[Table, list[Note]]:
    """Apply the rule for names to a table; return it with notes.

    Raises
    ------
    RowsError
        With a structure, for cells that are no paths.
    """
    if getattr(table, "ranked", False) or (_format(table) in CHECKED and not lenient):
        return table, []
    cells = [cell for cell in _cells(table) if cell.names]
    if not cells:
        return table, []
    from partwise.geometry.spans import COUNTED, with_counted

    if _format(table) in COUNTED:
        return (table if structure is None else with_counted(table, structure)), []  # type: ignore[type-var]
    if structure is None:
        return table, _counted_names(table, cells)
    from partwise.geometry.resolution import Trees

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
    """Return the note on the number of completed paths."""
    return Note("{n:path} had a step without [n], read as [1]", n=n)


def name_problem(name: str) -> str:
    """Return the message for an element name where a measure needs a path."""
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
    columns_of_names = []
    for label, columns in (("elements", ("element", "last")), ("trees", ("tree",))):
        names = getattr(table, label, None)
        if names is None or not len(names):
            continue
        codes = {name: getattr(table, name, None) for name in columns}
        present = {name: column for name, column in codes.items() if column is not None}
        texts = names.tolist()
        bad = not_paths(texts, tree=label == "trees")
        if "last" in present:  # ranges were split into their points
            bad = [code for code in bad if not is_path(split_point(texts[code])[0])]
        used = set(distinct(np.concatenate([*present.values()])).tolist()) if bad else set()
        columns_of_names.append(
            _Cells(label, present, texts, [code for code in bad if code in used])
        )
    entries = table.extra.get("bep_path") if hasattr(table, "extra") else None
    if entries is not None:
        columns_of_names.append(_entries(entries))
    return columns_of_names


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
    has_element = np.zeros(table.doc.size, np.bool_)
    for label in ("element", "tree"):
        column = getattr(table, label, None)
        if column is not None and column.size:
            has_element |= column >= 0
    template = "{n} of {m} {m:element cell|element cells} "
    template += "{n:is a name, not a path|are names, not paths}"
    return [Note(template, n=int(named.sum()), m=int(has_element.sum()))]


def _refusal(table: Any, cells: list[_Cells], inside: Ints, trees: Trees) -> RowsError:
    """Return the error for rows whose elements are no paths, with a hint if lenient helps."""
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
            problem = f"path {quote(text)} is not {kind}"
            hint = f". {spelt(HINT)}" if repaired[row] else ""
            problems.append((row, problem + hint))
    return RowsError(table.source, sorted(problems)[:SHOWN_PROBLEMS], total)


def _complete(cell: _Cells, inside: Ints, trees: Trees, changed: dict[str, Any]) -> Flags:
    """Complete the cells whose elements the structure then has; return a mask of their rows.

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
        completed_texts = _completed_cells(
            [cell.texts[text_code] for text_code in code.tolist()], doc, trees
        )
        new = np.full(keys.size, ABSENT, np.int32)
        for key_number, text in enumerate(completed_texts):
            if text is not None:
                new[key_number] = index.setdefault(text, len(index))
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


def _completed_cells(texts: list[str], doc: Ints, trees: Trees) -> list[str | None]:
    """Each cell with its bare steps completed, None where the document lacks such an element."""
    whole: list[list[tuple[str, str]] | None] = []
    path_codes: dict[str, int] = {}
    sought: list[tuple[int, int]] = []
    for index, text in enumerate(texts):
        parts = [split_point(part) for part in text.replace("|", " ").split(" ")]
        paths = [completed(path) for path, _ in parts]
        if any(path is None for path in paths):
            whole.append(None)
            continue
        ends = [inside for _, inside in parts]
        whole.append([(path or "", end) for path, end in zip(paths, ends, strict=True)])
        sought += [(index, path_codes.setdefault(path or "", len(path_codes))) for path in paths]
    if not sought:
        return [None] * len(texts)
    owner, code = (np.array(column) for column in zip(*sought, strict=True))
    exists = trees.find(doc[owner], Names.of(path_codes), code.astype(np.int32)) >= 0
    missing = set(owner[~exists].tolist())
    joint = ["|" if "|" in text else " " for text in texts]
    return [
        None
        if parts is None or index in missing
        else joint[index].join(p + end for p, end in parts)
        for index, parts in enumerate(whole)
    ]


def spelt_apart(run: Run, qrels: Qrels) -> list[Note]:
    """Return a warning on elements that run and assessments name with and without ``[1]``.

    Without a structure nothing tells that ``/news`` and ``/news[1]`` are one element.
    """
    judged = qrels.elements.tolist()
    if not judged or not len(run.elements):
        return []
    run_elements = run.elements.index
    pairs = [(text, completed(text) or text) for text in judged]
    pairs += [(text, text.replace("[1]", "")) for text in judged]
    differing = [
        (text, spelling)
        for text, spelling in pairs
        if spelling != text and spelling in run_elements
    ]
    if not differing:
        return []
    template = "{pairs:+element} {pairs:is|are} named with [1] in one file and without it in the "
    template += "other ({pairs:1}); they are not the same"
    examples = [f"{quote(a)} in the run, {quote(b)} in the assessments" for b, a in differing]
    return [Note(template, pairs=examples, level="warning")]


# Nothing is guessed: a span becomes an element only in the way that the caller names, and what has
# no counterpart is refused with the row.

Convertible = TypeVar("Convertible", Run, Qrels)

How = Literal["exact", "around", "inside", "leaves"]
HOWS: tuple[str, ...] = get_args(How)


def with_offsets(table: Convertible, structure: Structure) -> Convertible:
    """Fill in the offsets of elements and trees; they stay named."""
    if isinstance(table, Run):
        return resolve_run(table, structure)
    qrels = with_entry_points(table, structure)
    spans = resolve_qrels(qrels, structure)
    return replace(qrels, start=spans.start, end=spans.end, notes=spans.notes)


def as_spans(table: Convertible, structure: Structure, *, whole: bool = False) -> Convertible:
    """Replace elements and trees by their spans.

    Whole documents stay whole; with `whole` those of a run become spans too, where the structure
    has them. In assessments only what is highlighted becomes a span; graded elements stay
    elements. Lengths of documents are filled in.
    """
    if isinstance(table, Run):
        run = resolve_run(table, structure)
        if whole:
            run = _documents_as_spans(run, structure)
        nothing = np.full(len(run), ABSENT, np.int32)
        return replace(run, elements=EMPTY, element=nothing, last=None, trees=EMPTY, tree=nothing)
    qrels = resolve_qrels(table, structure)
    code = Trees(structure).documents(qrels.docs)[qrels.doc]
    doc_length = np.append(structure.length, ABSENT)[code]
    extra = {k: v for k, v in qrels.extra.items() if k not in ("bep_path", "whitespace")}
    length = np.where(qrels.length >= 0, qrels.length, doc_length)
    return _tidied(replace(qrels, length=length, extra=extra))


def _documents_as_spans(run: Run, structure: Structure) -> Run:
    code = Trees(structure).documents(run.docs)[run.doc]
    bare = (run.start < 0) & (code >= 0)
    length = np.append(structure.length, ABSENT)[code]
    return replace(run, start=np.where(bare, 0, run.start), end=np.where(bare, length, run.end))


def as_elements(
    table: Convertible, structure: Structure, how: How, *, lossy: bool = False
) -> Convertible:
    """Replace spans by elements.

    Parameters
    ----------
    table : Run or Qrels
        Rows that name elements, trees or whole documents stay as they are.
    structure : Structure
        The elements.
    how : {'exact', 'around', 'inside', 'leaves'}
        The element with exactly this extent (of several the deepest); the smallest element around
        the span; the largest elements inside it; the elements without children inside it. The
        last two make several rows of one, with its score and rank.
    lossy : bool
        Drop spans that hold no element instead of refusing them.
    """
    if how not in HOWS:
        raise UsageError(f"spans become elements by {', '.join(HOWS)}, not {how!r}")
    trees = Trees(structure)
    rows = np.flatnonzero((table.start >= 0) & (table.element < 0) & (table.tree < 0))
    doc = trees.documents(table.docs)[table.doc[rows]]
    start, end = table.start[rows], table.end[rows]
    if how in ("exact", "around"):
        node = trees.around(doc, start, end)
        _check_placed(table, rows, (start, end), node, trees, exact=how == "exact")
        return _named(table, rows, node, np.arange(rows.size + 1), trees)
    find = trees.largest_inside if how == "inside" else trees.leaves_inside
    node, offsets = find(doc, start, end)
    empty = np.diff(offsets) == 0
    if empty.any() and not lossy:
        problems = [
            (int(rows[index]), f"no element lies inside {start[index]}..{end[index]}")
            for index in np.flatnonzero(empty)[:SHOWN_PROBLEMS].tolist()
        ]
        raise RowsError(table.source, problems, int(empty.sum()))
    return _named(table, rows, node, offsets, trees)


def _check_placed(
    table: Run | Qrels,
    rows: Ints,
    span: tuple[Ints, Ints],
    node: Ints,
    trees: Trees,
    *,
    exact: bool,
) -> None:
    s = trees.structure
    start, end = span
    lost = node < 0
    if exact:
        lost |= (s.start[node] != start) | (s.end[node] != end)
    problems = []
    for index in np.flatnonzero(lost)[:SHOWN_PROBLEMS].tolist():
        name = table.docs[table.doc[rows[index]]]
        code = s.docs.index.get(name)
        if code is None:
            problem = f"document {name} is not in the structure"
        elif node[index] < 0:
            length = f"{s.length[code]:,}"
            problem = f"{start[index]}..{end[index]} passes the end of document {name} ({length})"
        else:
            around = trees.paths(node[index : index + 1])[0]
            problem = f"no element is exactly {start[index]}..{end[index]} (around it is {around})"
        problems.append((int(rows[index]), problem))
    if problems:
        raise RowsError(table.source, problems, int(lost.sum()))


def _named(table: Convertible, rows: Ints, node: Ints, offsets: Ints, trees: Trees) -> Convertible:
    """Put elements in the place of rows; row i gets the nodes offsets[i]:offsets[i + 1]."""
    count = np.ones(len(table), np.int64)
    count[rows] = np.diff(offsets)
    source = np.repeat(np.arange(len(table)), count)
    changed = np.zeros(len(table), np.bool_)
    changed[rows] = True
    new = changed[source]
    distinct, place = np.unique(node, return_inverse=True)
    added, names = encode(trees.paths(distinct), "element") if distinct.size else (place, EMPTY)
    repeated_table = taken_rows(table, source)
    notes = Notes(repeated_table.notes)
    empty = np.flatnonzero(np.diff(offsets) == 0)
    if empty.size:
        notes.add(
            "{kept} of {n:span} became {new:element}; {lost} left out "
            "(no element inside; first: row {row})",
            kept=rows.size - empty.size,
            n=rows.size,
            new=new.sum(),
            lost=empty.size,
            row=str(rows[empty[0]]),
        )
    elif int(new.sum()) != rows.size:
        notes.add("{n:span} became {new:element}", n=rows.size, new=new.sum())
    return replace(_renamed(repeated_table, new, names, added[place]), notes=tuple(notes))


def _renamed(
    table: Convertible, rows: Ints | Flags, names: Iterable[str], which: NDArray[Any]
) -> Convertible:
    """Return a table in which rows are the elements of these names and no spans any more."""
    element_codes = dict(table.elements.index)
    codes = np.array(
        [element_codes.setdefault(name, len(element_codes)) for name in names], np.int32
    )
    element, start, end = table.element.copy(), table.start.copy(), table.end.copy()
    element[rows] = codes[which]
    start[rows] = end[rows] = ABSENT
    elements = type(table.elements).of(element_codes)
    return replace(table, elements=elements, element=element, start=start, end=end)


def as_points(qrels: Qrels, structure: Structure) -> Qrels:
    """Replace highlighted spans and entry points by points in text nodes, as X-Rai names them."""
    trees = Trees(structure)
    rows = np.flatnonzero((qrels.start >= 0) & (qrels.element < 0) & (qrels.tree < 0))
    low = _points(qrels, rows, qrels.start[rows], trees, ahead=0)
    high = _points(qrels, rows, qrels.end[rows], trees, ahead=-1)
    cells = [f"{a} {b}" for a, b in zip(low, high, strict=True)]
    named = _renamed(qrels, rows, cells, np.arange(rows.size))
    grade, extra = qrels.grade.copy(), dict(qrels.extra)
    grade[rows[grade[rows] == 1]] = np.nan  # highlighted, no more: what else has a grade keeps it
    entries = np.flatnonzero(qrels.bep >= 0)
    if entries.size and "bep_path" not in extra:
        paths = np.full(len(qrels), "", np.dtypes.StringDType())
        paths[entries] = _points(qrels, entries, qrels.bep[entries], trees, ahead=0)
        extra["bep_path"] = paths
    return replace(
        named,
        grade=grade,
        bep=np.full(len(qrels), ABSENT, np.int64),
        length=np.full(len(qrels), ABSENT, np.int64),
        extra=extra,
    )


def _points(qrels: Qrels, rows: Ints, position: Ints, trees: Trees, *, ahead: int) -> list[str]:
    """Name the point at each position by the text node of the character there, or before it."""
    doc = trees.documents(qrels.docs)[qrels.doc[rows]]
    character = position + ahead
    node = trees.around(doc, character, character + 1)
    _check_placed(qrels, rows, (character, character + 1), node, trees, exact=False)
    number, start = points_at(trees.structure, node, character)
    paths = trees.paths(node)
    offsets = (position - start).tolist()
    return [
        f"{path}/text()[{n}].{k}"
        for path, n, k in zip(paths, number.tolist(), offsets, strict=True)
    ]


def graded_elements(qrels: Qrels) -> Flags:
    """Mark rows that grade an element or a tree: no highlights."""
    named = (qrels.element >= 0) | (qrels.tree >= 0)
    graded: Flags = ~(np.isnan(qrels.grade) & np.isnan(qrels.e) & np.isnan(qrels.s))
    return named & graded


def _tidied(qrels: Qrels) -> Qrels:
    """Forget names of elements that no row uses."""
    if (qrels.element >= 0).any() or (qrels.tree >= 0).any():
        return qrels
    return replace(qrels, elements=EMPTY, trees=EMPTY)
