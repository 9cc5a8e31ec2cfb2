"""Structures as data frames with the columns of a structure table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from partwise.errors import TableError, quote
from partwise.kernels.trees import by_depth, depths, last_descendant, misplaced, ordinals
from partwise.tables.columns import ABSENT, first
from partwise.tables.names import Names

if TYPE_CHECKING:
    import polars as pl
    from numpy.typing import NDArray

    from partwise.tables.structure.table import Structure

    Column = NDArray[np.int64]


_STEP = r"^((?:/[^/\[\]]+\[[1-9][0-9]*\])*)/([^/\[\]]+)\[([1-9][0-9]{0,8})\]$"
_MOST_BLANK = 3


def columns_of_frame(frame: pl.DataFrame) -> dict[str, Any]:
    """Check a frame and return the fields of a `Structure`; TableError names the bad row."""
    lacks = [name for name in ("doc", "parent", "start", "end") if name not in frame.columns]
    if "tag" not in frame.columns and "path" not in frame.columns:
        lacks.append("path or tag")
    if lacks:
        words = f"column{'s' if len(lacks) > 1 else ''} {' and '.join(lacks)}"
        listed = ", ".join(frame.columns)
        raise TableError(None, f"a structure needs the {words} (available: {listed})")
    code, docs = _encoded(frame["doc"], "doc")
    offsets = check_documents(code, docs.tolist())
    numbers = {
        name: _whole(frame[name], name)
        for name in ("node", "parent", "start", "end", "depth", "wstart", "wend", "blank")
        if name in frame.columns
    }
    if "node" in numbers:
        check_nodes(numbers["node"], offsets)
    parent, depth, last = check_parents(numbers["parent"], offsets)
    if "depth" in numbers:
        check_depth(numbers["depth"], depth)
    base = np.repeat(offsets[:-1], np.diff(offsets))
    check_extents(numbers["start"], numbers["end"], parent, last, base=base)
    found = {
        "docs": docs,
        "offsets": offsets,
        "parent": parent,
        "depth": depth,
        "last": last,
        "start": numbers["start"],
        "end": numbers["end"],
    }
    if "wstart" in numbers and "wend" in numbers:
        wstart, wend = numbers["wstart"], numbers["wend"]
        check_extents(wstart, wend, parent, last, base=base, unit=" words")
        found |= {"wstart": wstart, "wend": wend}
    if "blank" in numbers and not (numbers["blank"] == ABSENT).any():
        found["blank"] = _blanks(numbers["blank"])
    return found | _steps(frame, parent)


def _blanks(values: NDArray[np.int64]) -> NDArray[np.uint8]:
    if (row := first((values < 0) | (values > _MOST_BLANK))) is not None:
        raise TableError(row, f"blank {values[row]} is not 0, 1, 2 or 3")
    return values.astype(np.uint8)


def _encoded(series: pl.Series, what: str) -> tuple[NDArray[np.int32], Names]:
    """Codes in order of first appearance."""
    texts = _texts(series, what)
    if (row := first((texts.is_null() | (texts == "")).fill_null(True).to_numpy())) is not None:
        raise TableError(row, f"{what} is missing")
    distinct = texts.unique(maintain_order=True)
    codes = texts.to_frame("t").join(
        distinct.to_frame("t").with_row_index("code"), on="t", how="left", maintain_order="left"
    )["code"]
    return codes.to_numpy().astype(np.int32), Names.of(distinct.to_list())


def _texts(series: pl.Series, what: str) -> pl.Series:
    import polars as pl

    if series.dtype.is_nested():
        if (row := first(series.is_not_null().to_numpy())) is not None:
            raise TableError(row, f"{what} must be text")
        return pl.Series(series.name, [None] * len(series), pl.String)
    return series.cast(pl.String)


def _whole(series: pl.Series, what: str) -> NDArray[np.int64]:
    import polars as pl

    if not (series.dtype.is_numeric() or series.dtype in (pl.String, pl.Null)):
        if (row := first(series.is_not_null().to_numpy())) is not None:
            raise TableError(row, f"{what} must be a whole number")
        series = pl.Series(series.name, [None] * len(series), pl.Null)
    if series.dtype.is_float():
        series = series.fill_nan(None)
    absent = series.is_null() | (series == "" if series.dtype == pl.String else False)
    numbers = series.cast(pl.Int64, strict=False)
    bad = numbers.is_null() & ~absent
    if series.dtype.is_float():
        bad |= (series != series.floor()).fill_null(False)
    if (row := first(bad.to_numpy())) is not None:
        raise TableError(row, f"{what} {quote(str(series[row]))} is not a whole number")
    return numbers.fill_null(ABSENT).to_numpy()


def _steps(frame: pl.DataFrame, parent: NDArray[np.int64]) -> dict[str, Any]:
    """Names, positions and steps left out, from the paths if there are any."""
    if "path" not in frame.columns:
        tag, tags = _encoded(frame["tag"], "tag")
        return {"tags": tags, "tag": tag, "ordinal": ordinals(parent, tag, len(tags))}
    import polars as pl

    path = _texts(frame["path"], "path")
    above = path.gather(pl.Series(np.maximum(parent, 0)))
    above = pl.select(pl.when(pl.Series(parent >= 0)).then(above).otherwise(pl.lit(""))).to_series()
    table = pl.DataFrame({"path": path, "above": above}).select(
        under=pl.col("path").str.starts_with(pl.col("above") + "/").fill_null(False),
        rest=pl.col("path").str.slice(pl.col("above").str.len_chars()),
    )
    parts = table["rest"].str.extract_groups(_STEP).struct.unnest()
    via, name, place = parts.get_columns()
    broken = (~table["under"] | name.is_null()).to_numpy()
    if (row := first(broken)) is not None:
        problem = f"path {quote(str(path[row]))} is not an element path below {quote(above[row])}"
        raise TableError(row, problem)
    if "tag" in frame.columns:
        differs = (_texts(frame["tag"], "tag") != name).fill_null(True).to_numpy()
        if (row := first(differs)) is not None:
            problem = (
                f"tag {quote(str(frame['tag'][row]))}, but the path ends in {quote(name[row])}"
            )
            raise TableError(row, problem)
    _check_distinct(frame, path)
    tag, tags = _encoded(name, "tag")
    number = place.cast(pl.Int32).to_numpy()
    steps: dict[str, Any] = {"tags": tags, "tag": tag, "ordinal": number}
    if not (via != "").any():
        _check_numbers(path, number, ordinals(parent, tag, len(tags)), name)
    else:
        _check_ascending(path, table["rest"], parent)
        distinct = via.unique(maintain_order=True)
        codes = via.replace_strict(distinct, pl.Series(range(len(distinct)), dtype=pl.Int32))
        steps |= {"vias": Names.of(distinct.to_list()), "via": codes.to_numpy()}
    return steps


def _check_distinct(frame: pl.DataFrame, path: pl.Series) -> None:
    import polars as pl

    pairs = pl.DataFrame({"doc": frame["doc"], "path": path}).to_struct()
    if (row := first((~pairs.is_first_distinct()).to_numpy())) is not None:
        problem = f"document {frame['doc'][row]} has {quote(str(path[row]))} already"
        raise TableError(row, problem)


def _check_numbers(
    path: pl.Series, given: NDArray[np.int32], due: NDArray[np.int32], name: pl.Series
) -> None:
    """Numbers count the siblings of one name from 1, where every element is listed."""
    if (row := first(given != due)) is not None:
        problem = f"path {quote(path[row])} where {name[row]}[{due[row]}] is due"
        rule = "numbers count the siblings of one name from 1, in document order"
        raise TableError(row, f"{problem}; {rule}")


def _check_ascending(path: pl.Series, rest: pl.Series, parent: NDArray[np.int64]) -> None:
    """Numbers never fall from one sibling to the next, also those of elements left out.

    Where elements are left out, so may be siblings: then numbers may be missing.
    """
    import polars as pl

    steps = (
        pl.DataFrame({"row": np.arange(parent.size), "parent": parent, "rest": rest})
        .with_columns(step=pl.col("rest").str.extract_all("/[^/]+"))
        .explode("step")
        .with_columns(size=pl.col("step").str.len_chars())
        .with_columns(before=pl.col("size").cum_sum().over("row") - pl.col("size"))
        .with_columns(
            above=pl.col("rest").str.slice(0, pl.col("before")),
            name=pl.col("step").str.extract(r"^(.+)\[", 1),
            number=pl.col("step").str.extract(r"\[([0-9]+)\]$", 1).cast(pl.Int64),
        )
    )
    siblings = ("parent", "above", "name")
    falls = steps.filter(pl.col("number") < pl.col("number").shift(1).over(siblings))
    if falls.height:
        row = int(falls["row"][0])
        problem = f"path {quote(path[row])} comes after a later sibling of the same name"
        raise TableError(row, f"{problem}; numbers ascend in document order")


def frame_of(structure: Structure) -> pl.DataFrame:
    """Return the structure as a polars frame with the columns of a structure table."""
    import polars as pl

    base = np.repeat(structure.root, np.diff(structure.offsets))
    docs = pl.Series(structure.docs.tolist(), dtype=pl.String)
    tags = pl.Series(structure.tags.tolist(), dtype=pl.String)
    parent = pl.Series(np.where(structure.parent >= 0, structure.parent - base, -1))
    columns: dict[str, Any] = {
        "doc": docs.gather(structure.doc),
        "node": pl.Series(np.arange(len(structure)) - base, dtype=pl.Int32),
        "parent": pl.select(pl.when(parent >= 0).then(parent)).to_series().cast(pl.Int32),
        "path": path_series(structure),
        "tag": tags.gather(structure.tag),
        "start": structure.start,
        "end": structure.end,
        "depth": structure.depth,
    }
    for name in ("wstart", "wend", "blank"):
        if (values := getattr(structure, name)) is not None:
            columns[name] = values
    return pl.DataFrame(columns)


def path_series(structure: Structure) -> pl.Series:
    """Path of every element, made level by level."""
    import polars as pl

    tags = pl.Series("tag", structure.tags.tolist(), dtype=pl.String)
    own = pl.DataFrame({"tag": tags.gather(structure.tag), "n": structure.ordinal}).select(
        step=pl.format("/{}[{}]", "tag", "n")
    )["step"]
    if structure.vias is not None and structure.via is not None:
        vias = pl.Series(structure.vias.tolist(), dtype=pl.String)
        own = vias.gather(structure.via) + own
    done: list[pl.Series] = []
    place = np.empty(len(structure), np.int64)
    for rows in by_depth(structure.depth):
        level = own.gather(rows)
        if done:
            level = done[-1].gather(place[structure.parent[rows]]) + level
        place[rows] = np.arange(rows.size)
        done.append(level)
    order = np.argsort(structure.depth, kind="stable")
    back = np.empty(order.size, np.int64)
    back[order] = np.arange(order.size)
    whole = pl.concat(done) if done else pl.Series([], dtype=pl.String)
    return whole.gather(back)


def check_documents(code: NDArray[np.integer], names: list[str]) -> Column:
    """Return the offsets of documents whose codes count up in order of first appearance."""
    broken = np.zeros(code.size, np.bool_)
    broken[1:] = code[1:] < code[:-1]
    if (row := first(broken)) is not None:
        problem = f"rows of document {names[code[row]]} are not contiguous"
        raise TableError(row, problem)
    return np.searchsorted(code, np.arange(len(names) + 1)).astype(np.int64)


def check_nodes(node: Column, offsets: Column) -> None:
    """Nodes count from 0 in each document."""
    expected = np.arange(node.size) - np.repeat(offsets[:-1], np.diff(offsets))
    if (row := first(node != expected)) is not None:
        found = "no node" if node[row] == ABSENT else f"node {node[row]}"
        problem = f"{found} where node {expected[row]} is due; nodes count from 0 in document order"
        raise TableError(row, problem)


def check_parents(parent: Column, offsets: Column) -> tuple[Column, NDArray[np.int32], Column]:
    """Check parents given as node numbers; return them as rows, the depths and last descendants."""
    base = np.repeat(offsets[:-1], np.diff(offsets))
    node = np.arange(parent.size) - base
    is_root = node == 0
    if (row := first(is_root & (parent != ABSENT))) is not None:
        raise TableError(row, f"node 0 has the parent {parent[row]}; the first node is the root")
    if (row := first(~is_root & (parent == ABSENT))) is not None:
        raise TableError(row, f"node {node[row]} has no parent; a document has one root")
    if (row := first(parent < ABSENT)) is not None:
        raise TableError(row, f"parent {parent[row]} is negative")
    if (row := first(parent >= node)) is not None:
        problem = (
            f"the parent of node {node[row]} is {parent[row]}; a parent comes before its children"
        )
        raise TableError(row, problem)
    rows = np.where(is_root, ABSENT, parent + base)
    depth = depths(rows)
    last = last_descendant(rows, depth)
    if misplaced(rows, last).any():
        row = _first_out_of_order(rows, node)
        late = f"node {node[row]} comes too late for its parent {parent[row]}"
        problem = f"{late}; nodes stand in document order"
        raise TableError(row, problem)
    return rows, depth, last


def _first_out_of_order(parent: Column, node: Column) -> int:
    """Find the first row whose parent is not on the path to the row before it (error path)."""
    path: list[int] = []
    for row, above in enumerate(parent.tolist()):
        if node[row] == 0:
            path = [row]
            continue
        while path and path[-1] != above:
            path.pop()
        if not path:
            return row
        path.append(row)
    return parent.size - 1


def check_depth(given: Column, depth: NDArray[np.int32]) -> None:
    """Depths, where given, are those of the tree."""
    if (row := first((given != ABSENT) & (given != depth))) is not None:
        raise TableError(row, f"depth {given[row]}, but its parents make it {depth[row]}")


def check_extents(
    start: Column, end: Column, parent: Column, last: Column, *, base: Column, unit: str = ""
) -> None:
    """Children lie inside their parents and siblings do not overlap."""

    def said(row: int) -> str:
        return f"node {row - base[row]} [{start[row]}, {end[row]}){unit}"

    for label, column in (("start", start), ("end", end)):
        if (row := first(column < 0)) is not None:
            found = "no" if column[row] == ABSENT else f"negative {column[row]}"
            raise TableError(row, f"{found} {label}{unit}")
    if (row := first(end < start)) is not None:
        raise TableError(row, f"end {end[row]} is before start {start[row]}")
    child = np.flatnonzero(parent >= 0)
    above = parent[child]
    outside = (start[child] < start[above]) | (end[child] > end[above])
    if (bad := first(outside)) is not None:
        row, over = int(child[bad]), int(above[bad])
        raise TableError(row, f"{said(row)} is not inside its parent, {said(over)}")
    follower = last[child] + 1
    child, follower = child[follower < parent.size], follower[follower < parent.size]
    overlap = (parent[follower] == parent[child]) & (end[child] > start[follower])
    if (bad := first(overlap)) is not None:
        row, before = int(follower[bad]), int(child[bad])
        raise TableError(row, f"{said(row)} overlaps its sibling, {said(before)}")
