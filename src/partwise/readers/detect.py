"""Telling formats apart by content, never by a file's name.

The first 1,000 lines that are neither blank nor comments decide, all of them:
the first lines of many files look like another format.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping

from partwise.readers._detect_json import detect_json, keys_of
from partwise.readers._parquet import is_parquet, parquet_columns
from partwise.readers._source import Source
from partwise.readers.registry import FORMATS, Kind
from partwise.tables.schema import KEPT, KINDS, our_names

_SAMPLE = 1000
_HEAD = 1 << 16
_HEADS = {
    ("question", "references", "corpus_id"): "a Chroma file of questions",
    ("UserID", "PromptID", "PMCID"): "an Evidence Inference file",
}
_KNOWN = {"node", "parent", "path", "tag", "depth"}.union(*KINDS.values(), *KEPT.values())
_HEADED: dict[Kind | None, str] = {
    "lengths": "Lengths are a table with the columns doc and length; see partwise formats tsv",
    "inventory": "An inventory is a table with the columns doc, start, end or element; "
    "see partwise formats tsv",
}
"""What is read from tables with a header only."""

_RUN_OF = {5: "trec-run", 6: "trec-run", 7: "inex-run", 8: "inex-run"}
_WHOLE = re.compile(r"[+-]?[0-9]+")
_NUMBER = re.compile(
    r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?|[+-]?inf(?:inity)?", re.I
)
_PASSAGE = re.compile(r"[0-9]+:[0-9]+")
_ROOT = re.compile(
    r"\s*(?:<\?.*?\?>\s*|<!--.*?-->\s*|<!DOCTYPE[^\[>]*(?:\[.*?\]\s*)?>\s*)*<([\w.:-]+)", re.S
)


def detect(
    source: Source, kind: Kind | None = None, columns: Mapping[str, str] | None = None
) -> str:
    """Return the name of a file's format.

    Parameters
    ----------
    source : Source
        The file.
    kind : {'run', 'qrels', 'lengths', 'inventory'}, optional
        What the user said it is; decides between formats that look alike.
    columns : mapping of str to str, optional
        Our names of columns to those of a table, where the user gave any.

    Raises
    ------
    FormatError
        When no format fits, or more than one does (E1).
    """
    if is_parquet(source):
        return "parquet"
    raw = source.head(_HEAD)
    head = raw.decode("utf-8", "replace")
    begin = head.lstrip()[:1]
    if not begin:
        raise source.error(None, "no lines")
    if begin == "<":
        return _xml(source, head)
    if begin in "{[":
        cut = len(raw) == _HEAD and b"\n" not in raw
        return detect_json(source, head, kind, columns, cut=cut)
    lines = list(first_lines(source))
    if not lines:
        raise source.error(None, "no lines")
    return _header(source, lines[0][1], columns) or _columns(source, lines, kind)


def first_lines(source: Source) -> Iterator[tuple[int, str]]:
    """First lines that say something, with their numbers."""
    found = 0
    for block in source.blocks(_HEAD):
        for number, line in enumerate(block.text(block.lo, block.hi).split("\n"), block.line):
            if line.strip() and not line.lstrip().startswith("#"):
                yield number, line
                found += 1
                if found == _SAMPLE:
                    return


def column_names(source: Source, name: str) -> list[str]:
    """Return the names of the columns of one of our own tables."""
    if name == "parquet":
        return parquet_columns(source)
    _, first = next(first_lines(source))
    if name == "jsonl":
        return keys_of(first)
    separator = "\t" if name == "tsv" else ","
    return [cell.strip().strip('"') for cell in first.split(separator)]


def _xml(source: Source, head: str) -> str:
    root = _ROOT.match(head)
    name = root[1] if root else ""
    found = {
        "inex-submission": "inex-submission",
        "efficiency-submission": "inex-submission",
        "assessments": "xrai",
    }.get(name)
    if found is None:
        raise source.error(None, f"an XML document (<{name}>), neither run nor assessments")
    from partwise.readers.xrai_folder import xrai_kind

    if found == "xrai" and xrai_kind(source.unpacked()) == "xrai_2004":
        return "xrai-2004"
    return found


def _header(source: Source, line: str, columns: Mapping[str, str] | None = None) -> str | None:
    for separator, name in (("\t", "tsv"), (",", "csv")):
        cells = [cell.strip().strip('"') for cell in line.split(separator)]
        for head, what in _HEADS.items():
            if set(head) <= set(cells):
                raise source.error(None, f"{what}, which cannot be read as a run or assessments")
        known = our_names(cells, columns) & _KNOWN
        if "doc" in known and len(known) > 1:
            return name
    return None


def likely_kind(source: Source, columns: Mapping[str, str] | None = None) -> Kind | None:
    """Tell a run from assessments by most of the lines of a file without header.

    A few bad lines do not hide what the others are; the reader will name them. None where
    the format says it: XML and tables.
    """
    head = source.head(_HEAD).decode("utf-8", "replace").lstrip()
    if is_parquet(source) or head[:1] in tuple("<{["):
        return None
    lines = list(first_lines(source))
    if not lines or _header(source, lines[0][1], columns):
        return None
    fits = _fits(lines)
    votes = Counter(kinds[0] for _, names in fits if len(kinds := [*{*map(_kind_of, names)}]) == 1)
    if not any(names for _, names in fits):
        shape = _shape(lines, None)
        return None if shape is None else _kind_of(shape)
    most = votes.most_common(2)
    return most[0][0] if most and (len(most) == 1 or most[0][1] > most[1][1]) else None


def _kind_of(name: str) -> Kind:
    return next(iter(FORMATS[name].kinds))


def _fits(lines: list[tuple[int, str]]) -> list[tuple[int, set[str]]]:
    """Columns of each line, and the formats that it could belong to."""
    colon = any(":" in line for _, line in lines)
    return [_fitting(line, colon=colon) for _, line in lines]


def _columns(source: Source, lines: list[tuple[int, str]], kind: Kind | None) -> str:
    """Tell formats without a header apart.

    Lines that fit no format do not decide as long as others do: the reader will name them.
    """
    fits = _fits(lines)
    wanted = [(width, {name for name in names if _is(name, kind)}) for width, names in fits]
    deciding = [(width, names) for width, names in wanted if names]
    if not deciding:
        deciding = [(width, names) for width, names in fits if names]
    if not deciding or kind in _HEADED:
        return _by_shape(source, lines, kind)
    common = set.intersection(*(names for _, names in deciding))
    if len(common) == 1:
        return common.pop()
    shown = set.union(*(names for _, names in deciding))
    widths = sorted({width for width, _ in deciding})
    columns = " and ".join(map(str, widths)) if len(widths) < 4 else f"{widths[0]} to {widths[-1]}"
    could = " or ".join(f'"{name}"' for name in FORMATS if name in shown)
    hint = " or ".join(f"--format-{_kind_of(name)} {name}" for name in FORMATS if name in shown)
    raise source.error(None, f"could be {could} ({columns} columns)", f"Use {hint}")


def _is(name: str, kind: Kind | None) -> bool:
    return kind is None or kind in FORMATS[name].kinds


def _by_shape(source: Source, lines: list[tuple[int, str]], kind: Kind | None) -> str:
    """Choose whose reader is to say what is wrong with a file of which no line is right."""
    found = _shape(lines, kind)
    if found is not None:
        return found
    number, line = lines[0]
    width = _counted(len(_split(line)))
    if kind in _HEADED:
        raise source.error(number, f"{width} that are no header of a table", _HEADED[kind])
    raise source.error(
        None,
        f"line {number} ({width}) fits no known format",
        "Use --format-run or --format-qrels if you know it; partwise formats lists them",
    )


def _shape(lines: list[tuple[int, str]], kind: Kind | None) -> str | None:
    """Choose a format by what most lines look like; None if they look like none."""
    split = [_split(line) for _, line in lines]
    width = Counter(map(len, split)).most_common(1)[0][0]
    marked = any(len(cells) == width and cells[1:2] in (["Q0"], ["0"]) for cells in split)
    passages = any(":" in cell for cells in split for cell in cells[6:])
    if kind in _HEADED or (kind is None and not marked):
        return None
    if kind != "run" and marked and width > 4 and (passages or kind == "qrels"):
        return "fol-qrels"
    if kind != "run" and width in (3, 4):
        return "trec-qrels"
    return _RUN_OF.get(width) if kind != "qrels" else None


def _split(line: str) -> list[str]:
    """Split at blanks as the readers do: a no-break space is part of a name."""
    return [cell.decode() for cell in line.encode("utf-8", "replace").split()]


def _counted(width: int) -> str:
    return f"{width} column" if width == 1 else f"{width} columns"


def _fitting(line: str, *, colon: bool) -> tuple[int, set[str]]:
    """How many columns a line has, and the formats that it could belong to."""
    cells = line.split("\t")
    if len(cells) == 5 and _whole(*cells[2:4]) and not _number(cells[4].strip()):
        return 5, {"genomics-gold"}
    cells = _split(line)
    tests = {
        "trec-qrels": _is_trec_qrels(cells),
        "trec-run": _is_trec_run(cells),
        "fol-qrels": _is_fol_qrels(cells, colon=colon),
        "inex-run": _is_inex_run(cells),
        "genomics-run": _is_genomics_run(cells),
    }
    return len(cells), {name for name, fits in tests.items() if fits}


def _is_trec_qrels(cells: list[str]) -> bool:
    return len(cells) == 4 and _whole(cells[3])


def _is_trec_run(cells: list[str]) -> bool:
    return len(cells) == 6 and _whole(cells[3]) and _number(cells[4])


def _is_fol_qrels(cells: list[str], *, colon: bool) -> bool:
    if len(cells) >= 7:
        return _whole(*cells[3:6]) and any(map(_PASSAGE.fullmatch, cells[6:]))
    if len(cells) < 5 or cells[1] not in ("Q0", "0"):
        return False
    if len(cells) == 5:
        return _whole(*cells[3:5])
    return colon and _number(*cells[3:5]) and _whole(cells[5])


def _is_inex_run(cells: list[str]) -> bool:
    places = cells[6:]
    return len(cells) in (7, 8) and (all(cell[0] == "/" for cell in places) or _whole(*places))


def _is_genomics_run(cells: list[str]) -> bool:
    if len(cells) == 5:
        return cells[1] not in ("Q0", "0") and _whole(*cells[2:5])
    return len(cells) in (6, 7) and cells[1] != "Q0" and _genomics(cells)


def _genomics(cells: list[str]) -> bool:
    return _whole(cells[2], *cells[4:6]) and _number(cells[3])


def _whole(*cells: str) -> bool:
    return all(map(_WHOLE.fullmatch, cells))


def _number(*cells: str) -> bool:
    return all(map(_NUMBER.fullmatch, cells))
