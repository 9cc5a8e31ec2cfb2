"""What reads damaged inputs, each through the door that users take.

A target either takes its input or refuses it with a PartwiseError that names the file and the line
(words.py); anything else that is raised is a finding. What was taken has to make sense: values in
their bounds, the same table after it was written and read again.
"""

from __future__ import annotations

import json
import math
import tempfile
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np
from tests.fuzz import seeds, words
from tests.fuzz.seeds import as_json, golden, parquet, shapes, tarred, zipped
from tests.helpers import grouped_options

import partwise as pw
from partwise.errors import PartwiseError
from partwise.files.registry import FORMATS


@dataclass(frozen=True)
class Target:
    """Something that reads."""

    name: str
    shape: str
    read: Callable[[bytes], None]
    seeds: tuple[bytes, ...]


class Wrong(AssertionError):
    """An input was taken and made no sense, or refused in words that help nobody."""


def attempt(target: Target, data: bytes) -> bool:
    """Feed an input; tell whether it was taken. What is no refusal is raised."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", pw.PartwiseWarning)
            warnings.simplefilter("error", RuntimeWarning)  # numbers that nobody looked at
            target.read(data)
    except PartwiseError as error:
        if wrong := words.check(error):
            raise Wrong(wrong) from error
        return False
    return True


@cache
def _folder() -> Path:
    return Path(tempfile.mkdtemp(prefix="partwise-fuzz-"))


def _file(data: bytes, name: str = "input") -> Path:
    path = _folder() / name
    path.write_bytes(data)
    return path


# -- files of runs, assessments and the rest -----------------------------------------------------


def _read(kind: str, data: bytes, **options: Any) -> Any:
    read = {
        "run": pw.read_run,
        "qrels": pw.read_qrels,
        "lengths": pw.read_lengths,
        "inventory": pw.read_inventory,
    }[kind]
    return read(_file(data), **grouped_options(**options))


def _read_both(kind: str, format_: str | None, data: bytes) -> None:
    """Read strictly, then leniently; what is read strictly is read leniently too."""
    try:
        table = _read(kind, data, format=format_)
    except PartwiseError:
        _read(kind, data, format=format_, lenient=True)
        raise
    if kind in ("run", "qrels") and len(data) % 4 == 0:  # a slow look, at some of them
        _check_round_trip(kind, table)
    _read(kind, data, format=format_, lenient=True)


OURS = frozenset(
    [
        "topic",
        "doc",
        "start",
        "end",
        "element",
        "tree",
        "rank",
        "score",
        "grade",
        "bep",
        "e",
        "s",
        "length",
        "group",
        "alternative",
    ]
)
"""Columns with a meaning; others come back from text as text."""
KEPT = {"score": "value", "rank": "given_rank"}
"""Names of columns that say how a run was ordered once, where others order it."""


def _check_round_trip(kind: str, table: Any) -> None:
    """Write one of our own tables and read it again: the same columns."""
    write = pw.write_run if kind == "run" else pw.write_qrels
    before = table.to_frame()
    for format_ in ("tsv", "jsonl"):
        path = _folder() / f"again.{format_}"
        try:
            write(table, path, format=format_)
        except PartwiseError:  # a name that the format cannot hold is refused
            continue
        read = pw.read_run if kind == "run" else pw.read_qrels
        after = read(path, format=format_).to_frame()
        if before.height != after.height:
            raise Wrong(f"{format_}: {before.height} rows became {after.height}")
        for column in OURS & {*before.columns}:
            if before[column].is_null().all():  # topics answered with nothing have no places
                continue
            # what does not order a run is kept beside it
            name = column if column in after.columns else KEPT.get(column, column)
            if name not in after.columns or not _alike(before, after, column, name):
                raise Wrong(f"{format_}: column {column} changed")


def _alike(before: Any, after: Any, column: str, name: str) -> bool:
    """Compare a column; one side may hold whole numbers as floats, or undefined ones.

    Groups are names: numbers, true and false may come back as text, and an empty name or no
    number is none.
    """
    cells = [before[column].to_list(), after[name].to_list()]
    if cells[0] == cells[1]:
        return True
    if column in ("group", "alternative"):
        one, other = ([_group(cell) for cell in each] for each in cells)
        return one == other
    try:
        one, other = (np.asarray(each, float) for each in cells)
    except (TypeError, ValueError):
        return False
    return np.array_equal(one, other, equal_nan=True)


def _group(cell: Any) -> str:
    if cell is None or cell != cell:
        return ""
    return str(cell).lower() if isinstance(cell, bool) else str(cell)


@cache
def _known(kind: str, name: str) -> Any:
    return _read(kind, golden(name)[0])


def _evaluate(kind: str, partner: str, measures: tuple[str, ...], data: bytes, **more: Any) -> None:
    """Evaluate by paths, as the command line does, and look at the values."""
    other = seeds.GOLDEN / partner
    if not other.exists():
        other = _file(seeds.SPANS_FOUND, partner)
    mine = _file(data)
    qrels, run = (mine, other) if kind == "qrels" else (other, mine)
    results = pw.evaluate(qrels, run, list(measures), **grouped_options(**more))
    for number, name in enumerate(results.measures):
        low, high = pw.parse(name).bounds
        values = results.table[:, number]
        kept = values[~np.isnan(values)]
        if kept.size and not (kept.min() >= low - 1e-12 and kept.max() <= high + 1e-12):
            raise Wrong(f"{name} in [{kept.min()}, {kept.max()}] leaves [{low}, {high}]")
        if np.isinf(kept).any() and math.isfinite(high):
            raise Wrong(f"{name} is infinite")


CHARACTERS = ("CharR@5", "CharP@5", "CharF(budget=30)", "CharAP", "CharOverlap", "Hit@2", "SpanR@3")
DOCUMENTS = ("AP", "nDCG@3", "P@2", "RR", "Bpref", "IPrec@0.5")
ELEMENTS = ("nxCG@3", "Aep", "Overlap@3", "Precall@0.5", "GRPng@0.5")


def _elements(data: bytes) -> None:
    structure = pw.read_structure(seeds.GOLDEN / "structure.tsv")
    _evaluate("qrels", "neap.tsv", ELEMENTS, data, structure=structure)


def _navigate(spelling: str, data: bytes) -> None:
    path = _file(data, "links.tsv")
    measure = f"GR(nav={spelling.format(path)})@3"
    qrels, run = _known("qrels", "ideals.tsv"), _known("run", "neap.tsv")
    results = pw.evaluate(qrels, run, [measure])
    values = results.table[~np.isnan(results.table)]
    if values.size and not (values.min() >= 0 and values.max() <= 1):
        raise Wrong(f"{measure}: {values}")


def _structure(kind: str, data: bytes) -> None:
    path = _file(data, f"note.{kind}")
    structure = pw.read_structure(path)
    begin, end = structure.start, structure.end
    if (np.asarray(begin) > np.asarray(end)).any() or (np.asarray(begin) < 0).any():
        raise Wrong("an element ends before it begins")


def _texts(suffix: str, data: bytes) -> None:
    pw.read_texts(_file(data, f"texts.{suffix}"))


@cache
def _sources() -> Any:
    return pw.read_texts(seeds.GOLDEN / "sources")


def _locate(data: bytes) -> None:
    pw.locate(_file(data, "quotes.jsonl"), _sources())


# -- measures, saved results, defaults ------------------------------------------------------------


def _parse(data: bytes) -> None:
    text = data.decode("utf-8", "replace")
    measure = pw.parse(text)
    if pw.parse(repr(measure)) != measure:
        raise Wrong(f"{text!r} is spelled {measure!r}, which is another measure")


def _saved(data: bytes) -> None:
    path = _file(data, "saved.json")
    pw.Results.from_json(path)


def _compare(data: bytes) -> None:
    _command(data, "saved.json", "compare", "{0}", "{0}", "--format", "json")


def _topics(data: bytes) -> None:
    from partwise.files.topics import read_topic_texts

    read_topic_texts(_file(data, "topics.tsv"))


def _command(data: bytes, name: str, *given: str) -> None:
    """Run a command on an input in this process; exit codes 0, 1 and 2 are the only ones."""
    import contextlib
    import io

    from partwise.cli import main

    path = _file(data, name)
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            main([word.format(path) for word in given])
        except SystemExit as end:
            code = end.code
    said = err.getvalue()
    if code not in (0, 1, 2) or "internal error" in said or "Traceback" in said:
        raise Wrong(f"exit code {code}: {said[-600:]}")
    if code == 2 and not said.strip() and not out.getvalue().strip():
        raise Wrong("refused without a word")


# -- framework objects ------------------------------------------------------------------------


def _adapter(method: str, data: bytes, **options: Any) -> None:
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        return
    make = getattr(pw.Run, method)
    for errors in ("raise", "skip"):
        try:
            make(value, errors=errors, **options)
        except PartwiseError:
            if errors == "skip":
                raise


def _columns(read: Callable[[bytes], None], data: bytes) -> None:
    """Read a Parquet file whose columns hold anything."""
    import io

    import polars as pl

    try:
        value = json.loads(data)
        frame = pl.DataFrame(
            {name: pl.Series(cells, strict=False) for name, cells in value.items()}
        )
    except Exception:  # no table at all
        return
    target = io.BytesIO()
    try:
        frame.write_parquet(target)
    except Exception:
        return
    read(target.getvalue())


def _damaged_part(data: bytes) -> None:
    _command(data, "part.parquet", "merge", "{0}")


def _bucket(data: bytes) -> None:
    import shutil

    made = _folder() / "made"
    shutil.rmtree(made, ignore_errors=True)
    qrels = str(seeds.GOLDEN / "spans.fol")
    _command(data, "run.parquet", "bucket", qrels, "{0}", "-o", str(made), "-n", "2")


def _traces(data: bytes) -> None:
    _read("run", data, format="traces")


# -- all of them ------------------------------------------------------------------------------

_TABLES = {
    "run": ("neap.tsv", "spring.tsv"), "qrels": ("spans.tsv", "elements.tsv", "assessors.tsv"),
    "inventory": ("inventory.tsv",), "lengths": ("lengths.tsv",),
}  # fmt: skip
_LINES = {"run": (seeds.JSON_LINES, seeds.NESTED), "qrels": (seeds.JUDGED_LINES,)}
_TEXT_SHAPES = {
    "jsonl": "jsonl", "kilt": "jsonl", "scifact": "jsonl", "fever": "jsonl", "trec-rag": "jsonl",
    "ragas": "jsonl", "traces": "json", "inex-submission": "markup", "xrai": "markup",
    "xrai-2004": "markup", "parquet": "binary", "autorag-corpus": "binary", "autorag-qa": "binary",
}  # fmt: skip


def _of_format(name: str, kind: str) -> tuple[bytes, ...]:
    """Return valid files of a format."""
    tables = _TABLES.get(kind, ())
    made = {
        "trec-run": golden("tide.run", "ebb.run"),
        "trec-qrels": golden("documents.qrels"),
        "inex-run": (seeds.INEX,),
        "inex-run-ends": (seeds.INEX_ENDS,),
        "fol-qrels": golden("spans.fol"),
        "genomics-run": golden("genomics.run"),
        "genomics-gold": golden("genomics.gold"),
        "inex-submission": (seeds.SUBMISSION, *golden("neap.xml")),
        "xrai": (seeds.XRAI,),
        "xrai-2004": (seeds.XRAI_2004,),
        "bioasq": (*golden("bioasq-gold.json", "bioasq-run.json"),),
        "kilt": golden("kilt-gold.jsonl" if kind == "qrels" else "kilt-guess.jsonl"),
        "legalbench-results": golden("legalbench-results.json"),
        "traces": (as_json(seeds.TRACES),),
        "beir": (b"query-id\tcorpus-id\tscore\n51\tharbour\t1\n52\tmole\t2\n",),
        "msmarco": (
            b"51\t0\tharbour\t1\n52\t0\tmole\t1\n" if kind == "qrels" else
            b"51\tharbour\t1\n51\tquay\t2\n52\tmole\t1\n",
        ),
        "chroma": (b'question,references,corpus_id\nq,"[{""content"": ""a"", ""start_index"": 1, '
                   b'""end_index"": 2}]",harbour\n',),
        "evidence-inference": (seeds.EVIDENCE,),
        "tsv": golden(*tables),
        "csv": tuple(data.replace(b"\t", b",") for data in golden(*tables)),
        "jsonl": tuple(map(seeds.json_lines, tables)) + _LINES.get(kind, ()),
        "parquet": tuple(map(parquet, tables)),
        "autorag-corpus": (seeds.autorag_corpus(),),
        "autorag-qa": (seeds.autorag_questions(),),
    }  # fmt: skip
    return made[name] if name in made else (shapes(name),)


def _formats() -> list[Target]:
    found = []
    for name, format_ in FORMATS.items():
        shape = _TEXT_SHAPES.get(name, "json" if name in seeds.GOOD else "lines")
        for kind in sorted(format_.kinds):
            read = partial(_read_both, kind, name)
            found.append(Target(f"{kind}-{name}", shape, read, _of_format(name, kind)))
    return found


def _all() -> list[Target]:
    runs, qrels = (
        tuple(
            data
            for name in FORMATS
            if kind in FORMATS[name].kinds
            for data in _of_format(name, kind)
        )
        for kind in ("run", "qrels")
    )
    spans, chunks = golden("spans.tsv"), (seeds.JSON_LINES, seeds.CSV)
    archives = (zipped("note.md", "neap.xml"), tarred("note.md", "neap.xml"))
    return [
        *_formats(),
        Target("run", "lines", partial(_read_both, "run", None), runs),
        Target("qrels", "lines", partial(_read_both, "qrels", None), qrels),
        Target("evaluate-run", "lines", partial(_evaluate, "run", "spans.fol", CHARACTERS),
               (seeds.INEX, *chunks)),
        Target("evaluate-jsonl", "jsonl", partial(_evaluate, "run", "spans.fol", CHARACTERS),
               (seeds.JSON_LINES, seeds.NESTED)),
        Target("evaluate-qrels", "lines", partial(_evaluate, "qrels", "chunks.jsonl",
               CHARACTERS), spans),
        Target("evaluate-trec", "lines", partial(_evaluate, "run", "documents.qrels", DOCUMENTS),
               golden("tide.run", "ebb.run")),
        Target("evaluate-trec-qrels", "lines", partial(_evaluate, "qrels", "tide.run", DOCUMENTS),
               golden("documents.qrels")),
        Target("evaluate-elements", "lines", _elements, golden("elements.tsv")),
        Target("edges", "lines", partial(_navigate, "Edges('{0}', kind=step)"), (
            *golden("edges.tsv"), seeds.LINKS)),
        Target("edges-reach", "lines", partial(_navigate, "Edges('{0}')"), golden("edges.tsv")),
        Target("routes", "lines", partial(_navigate, "Routes('{0}')"), (
            seeds.ROUTES, *golden("routes.tsv"))),
        Target("xml", "markup", partial(_structure, "xml"), golden("note.xml", "neap.xml")),
        Target("html", "markup", partial(_structure, "html"), (seeds.HTML,)),
        Target("markdown", "markup", partial(_structure, "md"), (
            seeds.MARKDOWN, *golden("note.md"))),
        Target("structure", "lines", partial(_structure, "tsv"), golden("structure.tsv")),
        Target("texts-zip", "binary", partial(_texts, "zip"), archives[:1]),
        Target("texts-tar", "binary", partial(_texts, "tar.gz"), archives[1:]),
        Target("texts-jsonl", "jsonl", partial(_texts, "jsonl"), (
            b'{"doc": "a", "text": "b"}\n{"doc": "c", "text": "\\u00e9"}\n',)),
        Target("quotes", "jsonl", _locate, golden("quotes.jsonl", "gold-quotes.jsonl")),
        Target("measure", "expression", _parse, seeds.EXPRESSIONS),
        Target("saved", "json", _saved, (seeds.saved(),)),
        Target("topics", "lines", _topics, (b"topic\ttext\n51\twhat\n52\twhy\n",)),
        Target("compare", "json", _compare, (seeds.saved(),)),
        Target("check", "lines", lambda data: _command(data, "input", "check", "{0}"), tuple(
            data for data in (*runs, *qrels) if not data.startswith(b"PAR1"))),  # each a process
        Target("convert", "lines", lambda data: _command(
            data, "input", "convert", "{0}", "{0}.out.tsv", "--to", "tsv"), (*spans, *chunks)),
        Target("langchain", "json", partial(_adapter, "from_langchain"), (
            as_json(seeds.LANGCHAIN),)),
        Target("llama-index", "json", partial(_adapter, "from_llama_index"), (
            as_json(seeds.LLAMA),)),
        Target("haystack", "json", partial(_adapter, "from_haystack"), (as_json(seeds.HAYSTACK),)),
        Target("chroma-query", "json", partial(_adapter, "from_chroma", topics=["51"]), (
            as_json(seeds.CHROMA),)),
        Target("qdrant", "json", partial(_adapter, "from_qdrant"), (as_json(seeds.POINTS),)),
        Target("results", "json", partial(_adapter, "from_results"), (
            as_json(seeds.LANGCHAIN), as_json(seeds.POINTS))),
        *(
            Target(f"columns-{kind}-{name}", "json", partial(_columns, partial(
                _read_both, kind, name)), (as_json(columns),))
            for kind, name, columns in seeds.COLUMNS
        ),
        Target("columns-structure", "json", partial(_columns, partial(_structure, "parquet")), (
            as_json(seeds.TREES),)),
        Target("columns-texts", "json", partial(_columns, partial(_texts, "parquet")), (
            as_json({"doc": ["a", "b"], "text": ["b", "c"]}),)),
        Target("part", "binary", _damaged_part, (seeds.part(),)),
        Target("bucket", "binary", _bucket, (parquet("neap.tsv"),)),
        Target("traces-json", "json", _traces, (as_json(seeds.TRACES),)),
    ]  # fmt: skip


@cache
def targets() -> dict[str, Target]:
    """Return all targets by name."""
    return {target.name: target for target in _all()}
