"""Files for `benchmarks.cliffs`: the same rows in other orders of lines and other shapes.

`create_files` writes them by their names: ``run.tsv`` is the plain run of chunks, ``CRLF.tsv`` the
same with CRLF, ``topics-interleaved.parquet`` the same rows rank by rank over all topics. Measures
have the same values on all of them.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.chunks import DEPTH, Chunks
from benchmarks.document_runs import make_runs
from benchmarks.files import Pair

if TYPE_CHECKING:
    import numpy as np

RENAMED = {"topic": "t", "doc": "d", "start": "s", "end": "e", "score": "w"}
"""Headers of renamed columns."""

N_DOCS = LENGTH = 20_000
_EXTRA = ',"metadata":{"page":3,"file":{"name":"a.md","pages":[1,2]}}}\n'


def create_files(names: list[str], folder: Path, n_topics: int, depth: int) -> None:
    """Write files by their names, unless they exist; `depth` rows a topic."""
    if "r0.run" in names:
        make_runs(folder, 1.0, sum(name.endswith(".run") for name in names), n_topics, depth)
        return
    kind = next(name.split(".")[1] for name in names if name.split(".")[0] in ("run", "wide"))
    plain = create_plain(folder, "tsv" if kind == "csv" else kind, n_topics)
    if kind == "csv":
        plain = _write(folder / "run.csv", SHAPES["as-CSV"](plain.read_text()))
    for name in names:
        if not (folder / name).exists():
            _create(folder / name, plain, n_topics)


def create_plain(folder: Path, kind: str, n_topics: int) -> Path:
    """Write judgements as ``qrels`` and the plain run; return the run."""
    run = folder / f"run.{kind}"
    if not run.exists():
        if kind == "trec":
            files = Pair("", n_topics, "ranked", 1, 1, long=True).write(folder)
        else:
            files = Chunks(n_topics, N_DOCS, kind).write(folder)
        for source, target in zip(files, (folder / "qrels", run), strict=True):
            source.rename(target)
    return run


def _write(path: Path, text: str) -> Path:
    path.write_bytes(text.encode())
    return path


def _create(path: Path, plain: Path, n_topics: int) -> None:
    stem, kind = path.name.split(".")[:2]
    if stem == "gzip":
        path.write_bytes(gzip.compress(plain.read_bytes(), 6))
    elif stem in TABLES:
        _write(path, TABLES[stem](n_topics))
    elif stem == "judged":
        _write(path, _widened((path.parent / "qrels").read_text(), "assessor\tcopy", "A\tj{row}"))
    elif kind == "parquet":
        _create_parquet(path, plain)
    elif stem in ORDERS:
        _write(path, _reordered(plain.read_text(), ORDERS[stem], has_header=kind in ("tsv", "csv")))
    else:
        _write(path, SHAPES[stem](plain.read_text()))


def _create_parquet(path: Path, plain: Path) -> None:
    import polars as pl

    frame = pl.read_parquet(plain)
    stem = path.name.split(".")[0]
    frame = (
        frame.rename(RENAMED) if stem == "renamed-columns" else frame[ORDERS[stem](frame.height)]
    )
    frame.write_parquet(path)


# -- order of lines -------------------------------------------------------------------------------


def returning(n_rows: int) -> np.ndarray:
    """Order with the last row of the first topic at the end: int64[n_rows]."""
    import numpy as np

    last = min(DEPTH, n_rows) - 1
    return np.append(np.delete(np.arange(n_rows), last), last)


def interleaved(n_rows: int) -> np.ndarray:
    """Order by rank, then topic: int64[n_rows]."""
    import numpy as np

    return np.arange(n_rows).reshape(-1, DEPTH).T.ravel()


ORDERS = {"a-topic-comes-back": returning, "topics-interleaved": interleaved}


def _reordered(text: str, order: Callable[[int], np.ndarray], *, has_header: bool) -> str:
    lines = text.splitlines(keepends=True)
    header, rows = lines[:has_header], lines[has_header:]
    return "".join([*header, *(rows[index] for index in order(len(rows)).tolist())])


# -- shapes ---------------------------------------------------------------------------------------


def _renamed(text: str) -> str:
    if text.startswith("{"):
        return re.sub(r'"(topic|doc|start|end|score)":', lambda m: f'"{RENAMED[m[1]]}":', text)
    header, _, rows = text.partition("\n")
    return re.sub(r"\w+", lambda m: RENAMED[m[0]], header) + "\n" + rows


def _widened(text: str, columns: str, values: str) -> str:
    header, *rows = text.splitlines()
    cells = (
        f"{line}\t{values.format(row=row, rank=row % DEPTH + 1)}" for row, line in enumerate(rows)
    )
    return "\n".join([f"{header}\t{columns}", *cells, ""])


def _quoted(text: str) -> str:
    return '"' + text[:-1].replace(",", '","').replace("\n", '"\n"') + '"\n'


def _lists(text: str) -> str:
    """All results of a topic on one line."""
    pairs = [line.rstrip("}").split(",", 1) for line in text.splitlines()]
    lines = []
    for first in range(0, len(pairs), DEPTH):
        results = ",".join(f"{{{result}}}" for _, result in pairs[first : first + DEPTH])
        lines.append(f'{pairs[first][0]},"results":[{results}]}}\n')
    return "".join(lines)


SHAPES: dict[str, Callable[[str], str]] = {
    "CRLF": lambda text: text.replace("\n", "\r\n"),
    "repeated-blanks": lambda text: text.replace(" ", "  "),
    "as-CSV": lambda text: text.replace("\t", ","),
    "as-quoted-CSV": lambda text: _quoted(text.replace("\t", ",")),
    "quoted": _quoted,
    "numbers-as-strings": lambda text: re.sub(r":([\d.]+)", r':"\1"', text),
    "nested-keys": lambda text: text.replace("}\n", _EXTRA),
    "a-topic-a-line": _lists,
    "renamed-columns": _renamed,
    "wide": lambda text: _widened(text, "rank\tcopy", "{rank}\tc{row}"),
}


# -- tables of documents and topics ---------------------------------------------------------------


def _documents(header: str, values: str) -> str:
    return "".join([header, *(f"doc-{doc:07d}{values}" for doc in range(N_DOCS))])


def _inventory(n_topics: int) -> str:
    del n_topics
    spans = range(0, LENGTH, LENGTH // 5)
    parts = (
        f"doc-{doc:07d}\t{start}\t{start + 1000}\n" for doc in range(N_DOCS) for start in spans
    )
    return "".join(["doc\tstart\tend\n", *parts])


TABLES: dict[str, Callable[[int], str]] = {
    "lengths": lambda _: _documents("doc\tlength\n", f"\t{LENGTH}\n"),
    "structure": lambda _: _documents(
        "doc\tpath\tparent\tstart\tend\n", f"\t/a[1]\t\t0\t{LENGTH}\n"
    ),
    "inventory": _inventory,
    "topics": lambda n_topics: "".join(
        ["topic\ttext\n", *(f"q{topic}\tquestion {topic}\n" for topic in range(n_topics))]
    ),
}
