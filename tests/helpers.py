"""Helpers of the tests through public interfaces: the one module of theirs with private imports.

A test in a folder of ``PUBLIC`` imports `partwise`, the public modules below it, and `tests`.
Whatever else it needs of the package stands here once, so that a redesign changes one file.
"""

from __future__ import annotations

import ast
import importlib
import io
import os
import pkgutil
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, fields
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import partwise as pw
import partwise.gains
import partwise.measures
import partwise.users
from partwise.cli import main
from partwise.cli.demo import COLLECTION
from partwise.evaluation.resources import read_content
from partwise.evaluation.run_evaluator import RunEvaluator
from partwise.files import groups, line_groups, parquet_groups, source
from partwise.files.documents import stored
from partwise.geometry import inventory
from partwise.geometry.assessments import Assessments
from partwise.kernels import hitting_solvers
from partwise.kernels.text import names
from partwise.language import registry
from partwise.language.component import Content, Resource, with_contents
from partwise.language.fields import AUTO, REQUIRED, Field
from partwise.language.parser import parse_all
from partwise.tables import frames
from partwise.texts import normalise
from partwise.work import inputs, shares
from partwise.work.engines.base import Serial

PUBLIC = ("cli", "golden", "laws", "measures", "oracles", "papers", "public", "reference")
"""Folders of tests that see the package only as its users do."""

PUBLIC_MODULES = ("partwise", "partwise.measures", "partwise.gains", "partwise.users")
"""Modules that users import; frameworks' adapters (``partwise.adapters.NAME``) are, too."""


def private_imports(path: Path) -> list[str]:
    """Imports of a test file that are neither public nor this module's."""
    names = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            names.append(node.module)
        elif isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
    return [name for name in names if name.split(".")[0] == "partwise" and not _is_public(name)]


def _is_public(name: str) -> bool:
    return name in PUBLIC_MODULES or name.startswith("partwise.adapters.")


# -- views and measures ---------------------------------------------------------------------


_WORK = {"work": "folder", "step": "progress"}


def grouped_options(**flat: Any) -> dict[str, Any]:
    """Group options by the object of `evaluate` that they belong to; other arguments stay."""
    grouped: dict[str, dict[str, Any]] = {"reading": {}, "rules": {}, "work": {}}
    objects = {"reading": pw.Reading, "rules": pw.Rules, "work": pw.Work}
    names = {kind: {field.name for field in fields(made)} for kind, made in objects.items()}
    others: dict[str, Any] = {}
    for name, value in flat.items():
        own = {"offset_unit": "unit", **_WORK}.get(name, name)
        kind = next((kind for kind in objects if own in names[kind]), None)
        if (
            kind is None
            or isinstance(value, pw.Reading | pw.Rules | pw.Work)
            or (name == "unit" and value in ("characters", "tokens"))
        ):
            others[name] = value
        else:
            grouped[kind][own] = value
    return others | {kind: objects[kind](**given) for kind, given in grouped.items() if given}


def view(qrels, run, **tables) -> pw.View:
    """View of a run on judgements; options of `Assessments` beside those of `View.of`."""
    own = {name: tables.pop(name) for name in ("inventory", "order") if name in tables}
    judged = Assessments(qrels, **tables)
    return pw.View(judged, run, structure=tables.get("structure"), **own)


def views(qrels, runs, **tables) -> list[pw.View]:
    """Views of several runs that share the judgements, as in one evaluation."""
    first, *others = runs
    shared = view(qrels, first, **tables)
    options = {name: tables[name] for name in ("structure", "inventory", "order") if name in tables}
    return [shared, *(pw.View(shared.assessments, run, **options) for run in others)]


def ranked_rows(view: pw.View) -> list[list[int]]:
    """Row numbers of a run in final order, one list for each judged topic."""
    return [rows.tolist() for rows in np.split(view.rows, np.cumsum(view.ranking.length)[:-1])]


def parse(text: str) -> pw.Measure:
    """Measure of a spelling, with the contents of the files that it names."""
    return with_files(pw.parse(text))


def with_files(component):
    """Read the files that a measure or component names; each file once while it is unchanged."""
    return with_contents(component, _content)


def _content(resource: Resource) -> Content:
    names = [resource.file, *(value for _, value in resource.options if isinstance(value, str))]
    paths = [Path(name) for name in names]
    return _cached_content(resource, tuple(path.read_bytes() for path in paths if path.is_file()))


@lru_cache(16)
def _cached_content(resource: Resource, contents: tuple[bytes, ...]) -> Content:
    return read_content(resource)


# -- the registry ---------------------------------------------------------------------------


@contextmanager
def registrations_undone() -> Iterator[None]:
    """Context at whose end the registry has lost the classes that a test registered."""
    before = set(registry._classes)
    yield
    for name in registry._classes.keys() - before:
        if not registry._classes[name].__module__.startswith("partwise."):
            del registry._classes[name]


def _import_components() -> None:
    for package in (partwise.measures, partwise.gains, partwise.users):
        for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
            importlib.import_module(module.name)


def measure_classes() -> list[type[pw.Measure]]:
    """All measures of the package."""
    _import_components()
    return [
        cls
        for cls in registry.classes(pw.Measure)
        if issubclass(cls, pw.Measure) and cls.__module__.startswith("partwise.")
    ]


def component_classes(family: type[pw.Component]) -> list[type[pw.Component]]:
    """All registered components of a family."""
    _import_components()
    return registry.classes(family)


def measures() -> list[pw.Measure]:
    """Each measure once, with nothing but what it cannot do without."""
    return [complete(_plainest(cls)) for cls in measure_classes()]


def variants() -> list[pw.Measure]:
    """Each measure with one parameter changed at a time, every value of a choice once."""
    return [*dict.fromkeys(v for measure in measures() for v in _variants_of(measure))]


def complete(measure: pw.Measure) -> pw.Measure:
    """Add the cutoff that a measure cannot do without."""
    for cutoff in (None, 3, 0.5):
        try:
            return (measure if cutoff is None else measure @ cutoff).complete()
        except pw.PartwiseError:
            continue
    raise AssertionError(f"no cutoff suits {measure!r}")


_FROM_DATA = {"r": 1, "elements": 1000, "budget": 30}
"""Whole numbers for parameters whose default depends on the data."""


def _plainest(cls: type[pw.Measure]) -> pw.Measure:
    needed = [field.example for field in cls.fields.values() if field.default is REQUIRED]
    return pw.parse(f"{cls.label()}({', '.join(needed)})") if needed else cls()


def _variants_of(measure: pw.Measure) -> Iterator[pw.Measure]:
    for name, field in measure.fields.items():
        for value in _other_values(field):
            try:
                yield measure.replace(**{name: value}).complete()
            except pw.PartwiseError:
                continue
    for cutoff in (2, 0.25):
        try:
            yield (type(measure)(**measure.settings()) @ cutoff).complete()
        except pw.PartwiseError:
            continue


def _other_values(field: Field) -> Iterator[object]:
    if field.family is not None:
        for cls in registry.classes(field.family):
            try:
                yield cls()
            except pw.PartwiseError:
                continue
    elif field.choices:
        yield from (choice for choice in field.choices if choice != field.default)
    elif field.kind is bool:
        yield not field.default
    elif field.kind is int:
        yield _FROM_DATA.get(field.name, 5) if field.default in (None, AUTO) else field.default + 1
    elif field.kind is float:
        yield 0.5


def component_names(family: type[pw.Component]) -> list[str]:
    """All names of the components of a family, aliases included."""
    return registry.names(family)


def expanded(text: str) -> list[pw.Measure]:
    """Measures of a spelling with lists and ranges."""
    return parse_all(text)


# -- small pieces: large files on small ones ------------------------------------------------


def small_blocks(patch: pytest.MonkeyPatch, n_bytes: int) -> None:
    """Read runs in blocks of `n_bytes`, of Parquet files in slices of `n_bytes` / 16 rows."""
    patch.setattr(groups, "GROUP_BYTES", n_bytes)
    patch.setattr(line_groups, "GROUP_BYTES", n_bytes)
    patch.setattr(parquet_groups, "SLICE", max(1, n_bytes // 16))


def single_topics(patch: pytest.MonkeyPatch) -> None:
    """Evaluate the topics of a bucket of a table one after the other."""
    patch.setattr(inputs, "GROUP_ROWS", 1)


def grouped_runs(patch: pytest.MonkeyPatch, n_bytes: int = 200) -> list[bool]:
    """Evaluate the runs of files in groups of about `n_bytes`.

    Each run adds to the list that is returned whether it was evaluated in several groups.
    """
    small_blocks(patch, n_bytes)
    grouped: list[bool] = []

    def recorded(name: str, *, several: bool) -> None:
        evaluate = getattr(RunEvaluator, name)

        def record(self, *args):
            results = evaluate(self, *args)
            grouped.append(several)
            return results

        patch.setattr(RunEvaluator, name, record)

    recorded("whole", several=True)
    recorded("_alone", several=False)
    return grouped


def shared_runs(patch: pytest.MonkeyPatch, n_bytes: int = 300) -> None:
    """Divide the runs of files into shares of about `n_bytes`, which this process evaluates."""
    patch.setattr(shares, "LEAST_BYTES", n_bytes)
    patch.setattr(shares, "engine", lambda *_: Serial())


def small_text_cache(n_bytes: int) -> None:
    """Limit what this process holds of source texts, and of their letters, to `n_bytes` each."""
    stored.HELD = normalise.KEPT = n_bytes


def only_solver(patch: pytest.MonkeyPatch, name: str) -> None:
    """Solve large random walks in one way: ``iterated``, ``held``, ``factorised``, ``eliminated``.

    A chance without a proven error fails the test; usually another way is tried.
    """

    def certain(self, b, goal):
        found = getattr(self, f"_{name}")(b, goal)
        if name == "eliminated":
            return found
        chances, error = found
        assert (error <= hitting_solvers.ENOUGH).all(), "no proof"
        return chances

    patch.setattr(hitting_solvers.Chain, "_certain", certain)


def colliding_names(patch: pytest.MonkeyPatch, bits: int) -> None:
    """Leave `bits` of the 64 bits by which names are told apart: many share them."""
    prints, kept = names.fingerprints, np.uint64(64 - bits)
    patch.setattr(names, "fingerprints", lambda *args: prints(*args) >> kept << kept)


def short_lines(patch: pytest.MonkeyPatch, n_bytes: int) -> None:
    """Let lines of text files have `n_bytes` at most; usually many million."""
    patch.setattr(source, "LONGEST_LINE", n_bytes)


def many_names(patch: pytest.MonkeyPatch, n: int) -> None:
    """Let more than `n` names of a frame's column count as many; usually some hundred thousand."""
    patch.setattr(frames, "_FEW", n)


def bounded_ceilings(patch: pytest.MonkeyPatch) -> None:
    """Let the best choice for any budget be too long to be tried out: it is bounded."""
    patch.setattr(inventory, "most_for_budget", lambda *_: None)


# -- the command line -----------------------------------------------------------------------


@dataclass(frozen=True)
class Answer:
    """Exit code and streams of a command."""

    code: int
    out: str
    err: str


class _Standard(io.TextIOWrapper):
    """Standard stream in memory."""

    def __init__(self, content: bytes = b"") -> None:
        super().__init__(io.BytesIO(content), encoding="utf-8", newline="")

    @property
    def text(self) -> str:
        self.flush()
        return self.buffer.getvalue().decode()


def answer(
    folder: Path, *words: object, stdin: bytes | None = None, internal: bool = False
) -> Answer:
    """Run ``partwise`` in a folder, in this process: a new Python takes longer than a command."""
    streams = {"stdin": _Standard(stdin or b""), "stdout": _Standard(), "stderr": _Standard()}
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for name, stream in streams.items():
            patch.setattr(sys, name, stream)
        with pytest.raises(SystemExit) as end:
            main([str(word) for word in words])
    out, err = streams["stdout"].text, streams["stderr"].text
    assert "Traceback" not in err
    assert internal == ("internal error" in err)
    return Answer(int(end.value.code or 0), out, err)


def terminal(
    *words: object,
    folder: Path | None = None,
    columns: int = 120,
    stdin: bytes = b"",
    until: str | float = 0.0,
) -> Answer:
    """Run Python with a terminal as standard output and error; `out` is all that appears there.

    `stdin` is given once `until` appears on the terminal, or after so many seconds.
    """
    pty = pytest.importorskip("pty", reason="needs terminals of POSIX")
    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": str(columns)}
    text, begun = b"", time.monotonic()
    with subprocess.Popen(
        [sys.executable, *map(str, words)],
        stdin=subprocess.PIPE, stdout=theirs, stderr=theirs, env=environment, cwd=folder,
    ) as child:  # fmt: skip
        os.close(theirs)
        while True:
            if isinstance(until, str):
                ready = until.encode() in text
            else:
                ready = time.monotonic() - begun >= until
            if ready and not child.stdin.closed:
                with suppress(BrokenPipeError):  # it has ended, or reads nothing
                    child.stdin.write(stdin)
                    child.stdin.close()
            if not select.select([ours], [], [], 0.05)[0]:
                continue
            try:
                piece = os.read(ours, 65536)
            except OSError:  # the terminal is gone with its last user
                break
            if not piece:
                break
            text += piece
    os.close(ours)
    return Answer(child.returncode, text.decode(), "")


def _default_signals() -> None:
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


default_signals = None if sys.platform == "win32" else _default_signals
"""Value of ``preexec_fn`` for processes that get signals: a shell's ``&`` or ``nohup`` lets its
processes ignore some, and those that they start inherit that."""


# beginnings of programs that run a command in a process of its own

NO_EXCHANGE = """
from partwise.files import atomic
atomic.exchange = lambda first, second: False
"""
"""The system cannot exchange two folders."""

AFTER_BUCKETS = """
from partwise.cli._work import PartProgress
PartProgress.__call__ = lambda self, *_: after_bucket()
"""
"""``after_bucket`` is called whenever a bucket is evaluated."""


DEMO = COLLECTION
"""Folder of the collection that ``partwise demo`` unpacks."""


# -- results --------------------------------------------------------------------------------


def results(values, *, runs=None, measures=None, better=None, topics=None, notes=()) -> pw.Results:
    """Results of values [run, measure, topic]; a missing measure axis is added."""
    table = np.asarray(values, np.float64)
    if table.ndim == 2:
        table = table[:, None, :]
    n_runs, n_measures, n_topics = table.shape
    return pw.Results(
        runs=tuple(runs or (f"r{i}" for i in range(n_runs))),
        topics=tuple(topics or (f"t{i}" for i in range(n_topics))),
        measures=tuple(measures or (f"M{i}" for i in range(n_measures))),
        better=tuple(better or ("higher",) * n_measures),
        table=table,
        present=np.ones((n_runs, n_topics), np.bool_),
        counts={"judged": n_topics, "run": n_topics, "ignored": 0},
        notes=tuple(notes),
    )
