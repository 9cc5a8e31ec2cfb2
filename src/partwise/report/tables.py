"""Tables for the terminal, Markdown, LaTeX, HTML and CSV."""

from __future__ import annotations

import io
import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from partwise._record import record
from partwise.messages import all_visible, plural, visible
from partwise.tables.results import Results
from partwise.tables.rows import taken_rows
from partwise.tables.structure.table import Structure

_LATEX = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "&": r"\&",
        "%": r"\%",
        "$": r"\$",
        "#": r"\#",
        "_": r"\_",
        "{": r"\{",
        "}": r"\}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "<": "$<$",
        ">": "$>$",
        "|": "$|$",
        "↓": r"$\downarrow$",
        "…": r"\dots{}",
    }
)
_MARKDOWN = r"[\\|<>`*_]"
_NUMBER = r"(?i)[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?|[+-]?(inf|nan)"


class Code(str):
    """Text that is set in code font: the name of a measure."""

    __slots__ = ()


def latex(text: str) -> str:
    """Write text for LaTeX; a percent sign keeps its distance from the number."""
    return visible(text).translate(_LATEX).replace(r" \%", r"\,\%")


def markdown(text: str) -> str:
    """Write text for a cell of a Markdown table."""
    printable = visible(text)
    if isinstance(text, Code):
        fence = "``" if "`" in printable else "`"
        return f"{fence}{printable}{fence}".replace("|", "\\|")
    return re.sub(_MARKDOWN, r"\\\g<0>", printable)


def spreadsheet(text: str) -> str:
    """Keep a spreadsheet from taking text for a formula; numbers stay numbers."""
    if text[:1] in ("=", "+", "-", "@") and not re.fullmatch(_NUMBER, text):
        return f"'{text}"
    return text


# Runs are rows and measures columns, unless that is wider than the screen: then
# measures become rows. The best value of each measure stands out, and measures
# for which less is better are marked.

_UNDEFINED = "-"
_NUMERIC = r"([<>=]{1,2} ?)?([-+]?[\d.,]+([/ ][\d.,]+)*( %)?)?( \(.*\))?( \*)?|-|\[.*\]"
"""Cells of a column of numbers: values, shares, counts, p-values, intervals, nothing."""
_BOLD = ("\x1b[1m", "\x1b[0m")


Line = tuple[str, list[str], list[bool]]
"""A row: its name, its cells, and the cells that stand out."""


@dataclass(frozen=True)
class Grid:
    """Cells of a table with the ones that stand out."""

    corner: str
    columns: list[str]
    rows: list[Line]
    rules: tuple[int, ...] = ()

    def is_text(self, column: int) -> bool:
        """Return True if a column holds text, which is left-aligned, and not numbers."""
        cells = [cells[column] for _, cells, _ in self.rows]
        return not all(re.fullmatch(_NUMERIC, cell) for cell in cells)

    def first(self, count: int) -> Grid:
        """Return the first rows, and how many more there are."""
        rest = len(self.rows) - count
        if rest <= 0:
            return self
        blank = [""] * len(self.columns), [False] * len(self.columns)
        rest_row = (f"… and {plural(rest, 'more row')}", *blank)
        rules = tuple(rule for rule in self.rules if rule < count)
        return Grid(self.corner, self.columns, [*self.rows[:count], rest_row], rules)

    def turned(self) -> Grid:
        """Return the grid with rows and columns exchanged."""
        rows = [
            (name, [cells[i] for _, cells, _ in self.rows], [bold[i] for _, _, bold in self.rows])
            for i, name in enumerate(self.columns)
        ]
        return Grid(self.corner, [name for name, _, _ in self.rows], rows)


def grid(results: Results, *, arrow: str = "↓") -> Grid:
    """Lay out the means."""
    means = results.mean_table
    best = _best(means, results.better)
    rows = [
        (run, [_number(x) for x in means[r].tolist()], best[r].tolist())
        for r, run in enumerate(results.runs)
    ]
    return Grid("run", _headers(results, arrow), rows)


def topic_grid(results: Results, run: int, *, arrow: str = "↓") -> Grid:
    """Lay out the values of one run, a row per topic and the mean last."""
    plain = [False] * len(results.measures)
    rows = [
        (topic, [_number(x) for x in values], plain)
        for topic, values in zip(results.topics, results.table[run].T.tolist(), strict=True)
    ]
    rows.append(("all", [_number(x) for x in results.mean_table[run].tolist()], plain))
    return Grid(results.runs[run], _headers(results, arrow), rows, rules=(len(rows) - 1,))


def _headers(results: Results, arrow: str) -> list[str]:
    names = [label or measure for label, measure in results.keys]
    pairs = zip(names, results.better, strict=True)
    return [measure_name(name, better, arrow) for name, better in pairs]


def measure_name(name: str, better: str, arrow: str = "↓") -> Code:
    """Return a measure's name as it stands in a table; less is better where it is marked."""
    return Code(f"{name} {arrow}" if better == "lower" else name)


def _best(means: NDArray[np.float64], better: tuple[str, ...]) -> NDArray[np.bool_]:
    """Mark the best runs per measure as printed; nothing when all print the same."""
    sign = np.array([1.0 if b == "higher" else -1.0 for b in better])
    printed = np.round(means, 4) * sign
    filled = np.where(np.isnan(printed), -np.inf, printed)
    if means.shape[0] < 2:
        return np.zeros(means.shape, np.bool_)
    top = filled.max(axis=0)
    differs = (filled != top).any(axis=0)
    marks: NDArray[np.bool_] = (filled == top) & ~np.isnan(means) & differs
    return marks


def _number(value: float) -> str:
    return _UNDEFINED if np.isnan(value) else f"{value:.4f}"


def to_text(laid: Grid, *, width: int | None = None, bold: bool = False) -> str:
    """Write a grid with aligned columns; turn it when it is wider than `width`."""
    if (
        width is not None
        and not laid.rules
        and width_of(laid) > width
        and width_of(laid.turned()) < width_of(laid)
    ):
        laid = laid.turned()
    widths = _widths(laid)
    is_left = [laid.is_text(column) for column in range(len(laid.columns))]

    def row(name: str, cells: list[str], marks: list[bool]) -> str:
        first, *others = all_visible([name, *cells])
        aligned = [
            _emphasised(_set(cell, size, is_left=text), mark=mark and bold)
            for cell, size, text, mark in zip(others, widths[1:], is_left, marks, strict=True)
        ]
        return "  ".join([first.ljust(widths[0]), *aligned]).rstrip()

    head = row(laid.corner, laid.columns, [False] * len(laid.columns))
    rule = "-" * (sum(widths) + 2 * (len(widths) - 1))
    lines = [head, rule]
    for index, (name, cells, marks) in enumerate(laid.rows):
        lines += [rule] if index in laid.rules else []
        lines.append(row(name, cells, marks))
    return "\n".join(lines) + "\n"


def _set(cell: str, size: int, *, is_left: bool) -> str:
    return cell.ljust(size) if is_left else cell.rjust(size)


def _widths(laid: Grid) -> list[int]:
    """Characters of each column, the names of rows first."""
    rows = [[laid.corner, *laid.columns], *([name, *cells] for name, cells, _ in laid.rows)]
    printable = [all_visible(row) for row in rows]
    return [max(map(len, column)) for column in zip(*printable, strict=True)]


def width_of(laid: Grid) -> int:
    """Characters of a line."""
    widths = _widths(laid)
    return sum(widths) + 2 * (len(widths) - 1)


def _emphasised(cell: str, *, mark: bool) -> str:
    if not mark:
        return cell
    text = cell.strip()
    before, _, after = cell.partition(text)
    return f"{before}{_BOLD[0]}{text}{_BOLD[1]}{after}"


def to_markdown(laid: Grid) -> str:
    """Write a grid as a Markdown table."""

    def row(cells: list[str]) -> str:
        return "| " + " | ".join(cells) + " |"

    columns = range(len(laid.columns))
    lines = [row([markdown(head) for head in (laid.corner, *laid.columns)])]
    lines.append(row(["---", *("---" if laid.is_text(i) else "---:" for i in columns)]))
    for name, cells, marks in laid.rows:
        cell_texts = [markdown(cell) for cell in cells]
        cell_texts = [f"**{c}**" if mark else c for c, mark in zip(cell_texts, marks, strict=True)]
        lines.append(row([markdown(name), *cell_texts]))
    return "\n".join(lines) + "\n"


def to_latex(laid: Grid) -> str:
    """Write a grid as a LaTeX tabular (needs the package booktabs)."""

    def row(cells: list[str]) -> str:
        return " & ".join(cells) + r" \\"

    kinds = ["l" if laid.is_text(i) else "r" for i in range(len(laid.columns))]
    lines = [
        rf"\begin{{tabular}}{{l{''.join(kinds)}}}",
        r"\toprule",
        row([latex(head) for head in (laid.corner, *laid.columns)]),
        r"\midrule",
    ]
    for index, (name, cells, marks) in enumerate(laid.rows):
        lines += [r"\midrule"] if index in laid.rules else []
        cell_texts = [latex(cell) for cell in cells]
        cell_texts = [
            rf"\textbf{{{c}}}" if mark else c for c, mark in zip(cell_texts, marks, strict=True)
        ]
        # after a line break LaTeX would take a bracket or star for its argument
        guard = "{}" if name[:1] in ("[", "*") else ""
        lines.append(row([guard + latex(name), *cell_texts]))
    lines += [r"\bottomrule", r"\end{tabular}"]
    return "\n".join(lines) + "\n"


_LINES = 4096
"""Rows that are joined into one text at a time, which bounds memory."""

_BLANKS = {9: " ", 10: " ", 13: " "}
"""Code points that would end a cell or a line of TSV."""


@record
class Sheet:
    """A table with a title; an empty title is not shown."""

    title: str
    grid: Grid
    narrow: Callable[[int], list[Sheet]] | None = None
    """Function from a width in characters to narrower sheets, for a table that does not fit."""


def render(
    sheets: Sequence[Sheet], form: str, *, width: int | None = None, bold: bool = False
) -> str:
    """Write sheets as ``table``, ``md`` or ``latex``; sheets without rows are left out."""
    blocks = []
    for sheet in _fitting(sheets, width):
        if not sheet.grid.rows:
            continue
        if form == "md":
            title = f"**{markdown(sheet.title)}**\n\n" if sheet.title else ""
            blocks.append(title + to_markdown(sheet.grid))
        elif form == "latex":
            title = f"% {latex(sheet.title)}\n" if sheet.title else ""
            blocks.append(title + to_latex(sheet.grid))
        else:
            title = f"{visible(sheet.title)}\n" if sheet.title else ""
            blocks.append(title + to_text(sheet.grid, width=width, bold=bold))
    return "\n".join(blocks)


def _fitting(sheets: Sequence[Sheet], width: int | None) -> Iterator[Sheet]:
    """Replace sheets that are wider than the screen by their narrow versions, if any."""
    for sheet in sheets:
        if width is not None and sheet.narrow is not None and width_of(sheet.grid) > width:
            yield from sheet.narrow(width)
        else:
            yield sheet


def delimited(
    header: Sequence[str], rows: Iterable[Sequence[object]], form: str, *, raw: bool = False
) -> str:
    """Write records as ``tsv`` or ``csv``; empty = undefined.

    Numbers have the fewest digits that read back the same. A spreadsheet would take text that
    begins with ``= + - @`` for a formula: unless `raw`, an apostrophe stands before it.
    """
    if form == "csv":
        import csv

        text = _WrittenNames(str if raw else spreadsheet)
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(header)
        writer.writerows([_cell(v, text) for v in row] for row in rows)
        return out.getvalue()
    one_line = names_of_tsv(raw=raw)
    pieces = ["\t".join(header)]
    stream = iter(rows)
    while block := list(islice(stream, _LINES)):
        columns = (_column(values, one_line) for values in zip(*block, strict=True))
        even = len(set(map(len, block))) == 1
        cells = zip(*columns, strict=True) if even else (_column(row, one_line) for row in block)
        pieces.append("\n".join(map("\t".join, cells)))
    return "\n".join(pieces) + "\n"


def number(value: float | None, digits: int = 4, *, sign: bool = False) -> str:
    """Write a number for people; ``-`` where it is undefined."""
    if value is None or math.isnan(value):
        return "-"
    return f"{value:+.{digits}f}" if sign else f"{value:.{digits}f}"


def p_value(value: float | None) -> str:
    """Write a p-value for people, never as zero."""
    if value is None or math.isnan(value):
        return "-"
    return "<0.0001" if value < 0.0001 else f"{value:.4f}"


class _WrittenNames(dict[str, str]):
    """Cache of names as written: runs, topics and measures repeat in many rows."""

    def __init__(self, write: Callable[[str], str]) -> None:
        super().__init__()
        self._write = write

    def __missing__(self, name: str) -> str:
        self[name] = written = self._write(name)
        return written


def names_of_tsv(*, raw: bool = False) -> Mapping[str, str]:
    """Return names as cells of TSV; see `delimited`."""
    text = str if raw else spreadsheet
    return _WrittenNames(lambda name: text(name).translate(_BLANKS))


def numbers_of_tsv(values: Sequence[float]) -> list[str]:
    """Return numbers as cells of TSV; see `delimited`."""
    written = list(map(repr, values))
    return ["" if text == "nan" else text for text in written] if "nan" in written else written


def _column(values: Sequence[object], text: Mapping[str, str]) -> list[str]:
    """Write a column: most hold names or numbers alone."""
    kinds = set(map(type, values))
    if kinds == {str}:
        return list(map(text.__getitem__, values))  # type: ignore[arg-type]
    if kinds == {float}:
        return numbers_of_tsv(values)  # type: ignore[arg-type]
    return [_cell(value, text) for value in values]


def _cell(value: object, text: Mapping[str, str]) -> str:
    if isinstance(value, str):
        return text[value]
    if isinstance(value, float):
        return "" if math.isnan(value) else float.__repr__(value)
    return "" if value is None else str(value)


@record
class Document:
    """A result with its renderers: tables, records, JSON and further formats."""

    json: Callable[[], str]
    sheets: Callable[[str], list[Sheet]]
    """Tables for people, given the mark of lower-is-better measures."""
    header: Sequence[str]
    records: Callable[[], Iterable[Sequence[object]]]
    """Rows for programs, below the header."""
    heading: str = ""
    """Line above all tables."""
    sentences: Sequence[str] = ()
    """Sentences below the tables."""
    notes: Sequence[str] = ()
    tsv: Callable[[bool], str] | None = None
    """The records as TSV where that takes less than row by row, given whether names stay as is."""
    others: Mapping[str, Callable[[], str | bytes]] = field(default_factory=dict)
    """Content in further formats, by their names."""


ROWS = 5


def head(table: Any) -> Sheet:
    """Return the size of a table and its first rows."""
    columns = _of_structure(table) if isinstance(table, Structure) else _of_rows(table)
    names = list(columns)
    lines = list(zip(*columns.values(), strict=True))
    rows = [
        (str(cells[0]), [_head_cell(cell) for cell in cells[1:]], [False] * (len(names) - 1))
        for cells in lines
    ]
    return Sheet(repr(table), Grid(names[0], names[1:], rows))


def _of_rows(table: Any) -> dict[str, list[Any]]:
    first = taken_rows(table, np.arange(min(ROWS, len(table)), dtype=np.int64))
    frame = first.to_frame().head(ROWS)
    return {name: frame[name].to_list() for name in frame.columns}


def _of_structure(table: Structure) -> dict[str, list[Any]]:
    rows = slice(0, ROWS)
    return {
        "doc": [table.docs[code] for code in table.doc[rows].tolist()],
        "tag": [table.tags[code] for code in table.tag[rows].tolist()],
        "start": table.start[rows].tolist(),
        "end": table.end[rows].tolist(),
    }


def _head_cell(value: Any) -> str:
    if value is None:
        return ""
    return f"{value:g}" if isinstance(value, float) else str(value)
