"""Telling formats without a header apart by their columns.

The first lines decide if all of them fit exactly one format. Otherwise up to 1,000 are
looked at, and a format is taken only where nine of ten lines are of it, or are what the format
looks like with something wrong in it: its reader then says what.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from partwise.errors import FormatError
from partwise.files.registry import FORMATS, Kind
from partwise.files.source import Source
from partwise.messages import plural

_FIRST, SAMPLE = 32, 1000
_ENOUGH = 0.9
_HEADED: dict[Kind | None, str] = {
    "lengths": "Lengths are a table with the columns doc and length; see partwise formats tsv",
    "inventory": "An inventory is a table with the columns doc, start, end or element; "
    "see partwise formats tsv",
}
"""What is read from tables with a header only."""

_PLAIN_RUN = re.compile(
    rb"[^\s#]\S*+ Q0 \S++ [+-]?[0-9]++ "
    rb"[+-]?(?:[0-9]++\.?[0-9]*+|\.[0-9]++)(?:[eE][+-]?[0-9]++)? \S++"
)


def by_columns(source: Source, lines: Iterator[tuple[int, str]], kind: Kind | None) -> str:
    """Return the name of a format without a header, or refuse the file.

    Parameters
    ----------
    source : Source
        The file.
    lines : iterator of (int, str)
        Its lines that are neither blank nor comments, with their numbers.
    kind : {'run', 'qrels', 'lengths', 'inventory'}, optional
        What the user said it is.
    """
    first = list(islice(lines, _FIRST))
    if kind in _HEADED:
        number, line = first[0]
        width = plural(len(split(line)), "column")
        raise source.error(number, f"{width} that are no header of a table", _HEADED[kind])
    votes = _Votes(first, kind)
    found = votes.unanimous or _Votes(first, None).unanimous
    if found is not None:
        source.could_be = votes.others(found)
        return found
    some = [*first, *islice(lines, SAMPLE - _FIRST)]
    votes, others = _Votes(some, kind), _Votes(some, None)
    found = votes.taken() or others.taken() or votes.alike() or others.alike()
    if found is None:
        raise (votes if any(line.fits for line in votes.lines) else others).error(source)
    source.could_be = votes.others(found)
    return found


def is_plain_run(head: bytes, *, cut: bool) -> bool:
    """Tell a TREC run as programs write it: six columns with Q0, a rank and a score between blanks.

    Such lines fit no other format, and most files of a large evaluation are made of them. Whatever
    looks otherwise has to be looked at more closely.

    Parameters
    ----------
    head : bytes
        The beginning of the file.
    cut : bool
        Whether the file goes on after it.
    """
    lines = head.split(b"\n", _FIRST)
    if len(lines) <= _FIRST and (cut or lines[-1]):
        return False  # long lines, or no newline at the end
    return all(map(_PLAIN_RUN.fullmatch, lines[: min(_FIRST, len(lines) - 1)])) and len(lines) > 1


def likely_kind_of(lines: Iterator[tuple[int, str]]) -> Kind | None:
    """Tell a run from assessments by most of the lines."""
    votes = _Votes(list(islice(lines, SAMPLE)), None)
    found = votes.unanimous or votes.taken() or votes.alike()
    if found is not None:
        return kind_of_format(found)
    kinds = [{kind_of_format(name) for name in line.fits} for line in votes.lines]
    most = Counter(next(iter(each)) for each in kinds if len(each) == 1).most_common(2)
    return most[0][0] if most and (len(most) == 1 or most[0][1] > most[1][1]) else None


def kind_of_format(name: str) -> Kind:
    """Return what files of a format without a header are."""
    return FORMATS[name].kind


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of a file.

    Parameters
    ----------
    number, width : int
        Its number, and how many columns it has.
    fits : frozenset of str
        Formats that it could belong to.
    alike : frozenset of str
        Formats that it looks like, with something wrong in it, where it fits none.
    longer : frozenset of str
        Formats that it would fit without its last columns.
    five : bool
        Whether it is FOL qrels or has one column more than TREC qrels.
    three : bool
        Whether it has three columns of which the last is a whole number.
    """

    number: int
    width: int
    fits: frozenset[str]
    alike: frozenset[str]
    longer: frozenset[str]
    five: bool
    three: bool


class _Votes:
    """What the lines of a file say about its format."""

    def __init__(self, lines: list[tuple[int, str]], kind: Kind | None) -> None:
        cells = [(number, line, split(line)) for number, line in lines]
        passages = any(PASSAGE.fullmatch(cell) for _, _, row in cells for cell in row[6:])
        idle = all(row[3:4] == ["0"] for _, _, row in cells if len(row) == 5)
        colon = any(":" in cell for _, _, row in cells for cell in row[6:])
        self._kind = kind
        self.lines = []
        for number, line, row in cells:
            fits = self._wanted(fitting(line, row, passages=passages, idle=idle))
            alike = set() if fits else resembling(row, kind, colon=colon)
            longer = set() if fits else fitting_shortened(row)
            five = not fits and len(row) == 5 and is_marked(row) and are_whole(*row[3:5])
            named = self._wanted(alike), self._wanted(longer)
            three = len(row) == 3 and are_whole(row[2])
            self.lines.append(_Line(number, len(row), fits, *named, five, three))

    def _wanted(self, names: Iterable[str]) -> frozenset[str]:
        kind = self._kind
        return frozenset(name for name in names if kind is None or kind in FORMATS[name].kinds)

    @property
    def unanimous(self) -> str | None:
        """The only format that every line fits."""
        common = frozenset.intersection(*(line.fits for line in self.lines))
        return next(iter(common)) if len(common) == 1 else None

    def taken(self) -> str | None:
        """Return the format that some lines fit and nine of ten fit or look like."""
        enough = self.enough()
        best = [name for name, fits in enough.items() if fits == max(enough.values())]
        return best[0] if len(best) == 1 else None

    def others(self, found: str) -> tuple[str, ...]:
        """Return the formats of the same kind that were nearly as good."""
        kinds = FORMATS[found].kinds
        enough = self.enough()
        return tuple(n for n in enough if n != found and FORMATS[n].kinds == kinds)

    def enough(self) -> dict[str, int]:
        """Return the formats that nine of ten lines fit or look like: how many lines fit each."""
        fits = Counter(name for line in self.lines for name in line.fits)
        near = Counter(fits)
        for line in self.lines:
            halves = {name for name in line.longer if 2 * fits[name] >= len(self.lines)}
            near.update(line.alike | halves)
        return {name: n for name, n in fits.items() if near[name] >= _ENOUGH * len(self.lines)}

    def alike(self) -> str | None:
        """Return the format that nine of ten lines look like; its reader says what is wrong."""
        if self._are("five") or self._are("three"):
            return None
        near = Counter(name for line in self.lines for name in line.alike)
        enough = [name for name, n in near.items() if n >= _ENOUGH * len(self.lines)]
        return enough[0] if len(enough) == 1 else None

    def _are(self, what: str) -> bool:
        count = sum(bool(getattr(line, what)) for line in self.lines)
        return count >= _ENOUGH * len(self.lines)

    def error(self, source: Source) -> FormatError:
        """Say that a file is of no format that can be told."""
        n = len(self.lines)
        if self._are("three"):
            return source.error(
                None,
                'could be "beir" (topic doc grade) or "msmarco" (topic doc rank): 3 columns',
                "Use --format-qrels beir or --format-run msmarco",
            )
        if self._are("five"):
            return source.error(
                None,
                "5 columns, and no line has passages: it may be FOL qrels or qrels with one "
                "more column",
                "Use --format-qrels fol-qrels or --format-qrels trec-qrels (column 4 is the grade)",
            )
        fitting = [line for line in self.lines if line.fits]
        if len(fitting) < _ENOUGH * n:
            bad = next(line for line in self.lines if not line.fits)
            return source.error(
                None,
                f"line {bad.number} ({plural(bad.width, 'column')}) fits no known format",
                "Use --format-run or --format-qrels if you know it; partwise formats lists them",
            )
        shown = frozenset.union(*(line.fits for line in fitting))
        widths = sorted({line.width for line in fitting})
        columns = " and ".join(map(str, widths))
        if len(widths) > 3:
            columns = f"{widths[0]} to {widths[-1]}"
        names = [name for name in FORMATS if name in shown]
        could = " or ".join(f'"{name}"' for name in names)
        hint = " or ".join(f"--format-{kind_of_format(name)} {name}" for name in names)
        return source.error(None, f"could be {could} ({columns} columns)", f"Use {hint}")


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


_FIRST = 32
_ITERATION = re.compile(r"[Qq]?[+-]?[0-9]+")
_OFFSET = re.compile(r"[0-9]{1,18}")


def refuse_headless(
    source: Source, lines: Iterator[tuple[int, str]], kind: Kind | None = None
) -> None:
    """Refuse a file whose columns look like places under a header that is not there.

    Parameters are those of `by_columns`.
    """
    if kind not in (None, "run", "qrels"):
        return
    rows = [split(line) for _, line in islice(lines, _FIRST)]
    width = len(rows[0]) if rows else 0
    if width not in (4, 5):
        return
    named = len({row[1] for row in rows if len(row) > 1}) > 1  # an iteration is the same everywhere
    if sum(_is_placed(row, width, named=named) for row in rows) < _ENOUGH * len(rows):
        return
    names = ["topic", "doc", "start", "end"]
    known = "--format-qrels trec-qrels if column 3 is the document"
    if width == 5:
        if kind != "qrels" and all(are_whole(*row[4:]) for row in rows):
            return  # a Genomics run: rank, offset, length
        names.append("grade" if kind == "qrels" else "score")
        known = f"--format-{kind or 'run'} if you know the format"
    raise source.error(
        None,
        f"no header, and its {width} columns look like {' '.join(names)}",
        f"Use a first line {'<TAB>'.join(names)} with tabs between all columns, or {known}",
    )


def _is_placed(row: list[str], width: int, *, named: bool) -> bool:
    """Tell a line of a name and a span, after a topic and before numbers."""
    if len(row) != width or not are_numbers(*row[4:]):
        return False
    if _ITERATION.fullmatch(row[1]) and not (named and width == 4 and row[1].isdigit()):
        return False
    start, end = row[2:4]
    if not (_OFFSET.fullmatch(start) and _OFFSET.fullmatch(end)):
        return False
    return int(start) < int(end)
