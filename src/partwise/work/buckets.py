"""Evaluation of buckets: the task that engines map over the buckets of a folder."""

from __future__ import annotations

import json
import pickle
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

import numpy as np

from partwise._version import __version__
from partwise.errors import PartwiseError
from partwise.evaluation.evaluate import Evaluation
from partwise.evaluation.options import Request, Rules, Work
from partwise.evaluation.plan import Plan, parse, plan
from partwise.evaluation.run_evaluator import GroupResults
from partwise.evaluation.run_files import RunFile
from partwise.language.component import digests
from partwise.language.measure import Measure
from partwise.spelling import is_on_command_line, on_command_line
from partwise.work.folder import INPUTS, TABLE, BucketFolder, buckets_of, digest, run_folder
from partwise.work.inputs import REQUESTED, Inputs
from partwise.work.memory import peak_mb
from partwise.work.part import Part, RunPart, text_of

if TYPE_CHECKING:
    from partwise._typing import Ints
    from partwise.tables.run import Order, Run

OPTIONS = ("preset", "order", *REQUESTED)
"""Options of `evaluate` that are asked for when buckets are evaluated, not when they are made."""


class VersionError(PartwiseError):
    """A worker that is not like the process that asked it."""


@dataclass(frozen=True)
class BucketRequest:
    """Measures and rules of an evaluation of buckets.

    Parameters
    ----------
    request : Request
        Measures, and what counts.
    order : {'score', 'rank', 'file'}, optional
        What orders runs. Default: as when the buckets were made.
    extra : tuple of Measure
        Measures that are added where they are missing.
    """

    request: Request
    order: Order | None = None
    extra: tuple[Measure, ...] = ()

    @classmethod
    def of(cls, measures: Any, options: Mapping[str, Any], extra: Any = ()) -> BucketRequest:
        """Return the request of measures and `OPTIONS`."""
        chosen: dict[str, Any] = {name: options.get(name) for name in REQUESTED}
        request = Request(measures, options.get("preset"), Rules(**chosen))
        return cls(request, options.get("order"), tuple(extra))

    def data(self) -> dict[str, Any]:
        """Return the request as JSON can hold it."""
        measures, rules = self.request.measures, self.request.rules
        if measures is not None:
            listed = [measures] if isinstance(measures, str | Measure | type) else list(measures)
            measures = [one if isinstance(one, str) else repr(one) for one in listed]
        options = {name: _plain(getattr(rules, name)) for name in REQUESTED}
        options |= {"preset": self.request.preset, "order": self.order}
        return {"measures": measures, "options": options, "extra": [*map(repr, self.extra)]}

    @classmethod
    def of_data(cls, data: Mapping[str, Any]) -> BucketRequest:
        """Return the request that `data` made."""
        return cls.of(data["measures"], data["options"], map(parse, data["extra"]))

    def recorded(self, planned: Plan) -> dict[str, Any]:
        """Return the options that change values, as files hold them."""
        rules = self.request.rules
        nav = rules.nav if rules.nav is None or isinstance(rules.nav, str) else repr(rules.nav)
        further = {"equivalent": rules.equivalent, "nav": nav, "budget_unit": rules.budget_unit}
        return {**planned.decided, **further}

    def key(self, folder_key: str, planned: Plan) -> str:
        """Return the key of the parts of this evaluation."""
        measures = [[repr(one), *digests(one)] for one in planned.measures]
        return digest([folder_key, measures, self.recorded(planned), __version__])


def _plain(value: Any) -> Any:
    if value is None or isinstance(value, str | bool | int | float):
        return value
    return list(value) if isinstance(value, list | tuple | set | frozenset) else repr(value)


def evaluation_of(inputs: Inputs, asked: BucketRequest) -> Evaluation:
    """Return the evaluation of a request: that of `evaluate`, with tables that were read."""
    request, rules = asked.request, inputs.rules
    rules = replace(request.rules, task=rules.task, whole_documents=rules.whole_documents)
    reading = replace(inputs.reading, order=asked.order or inputs.reading.order)
    planned = plan(inputs.qrels, request.measures, request.preset, rules, reading.order)
    request = Request(planned.with_measures(asked.extra), request.preset, rules)
    evaluation = Evaluation(inputs.qrels, request, inputs.tables, reading, Work())
    evaluation.given.notes += inputs.notes
    return evaluation


class Buckets:
    """Buckets of a folder, ready to be evaluated.

    Parameters
    ----------
    folder : BucketFolder
        Finished buckets.
    asked : BucketRequest
        Measures and rules.
    memory : int, optional
        Maximum bytes of this process.
    originals : dict of int to RunFile or Run
        Runs of which the folder does not hold all buckets, by their number.
    """

    def __init__(
        self,
        folder: BucketFolder,
        asked: BucketRequest,
        memory: int | None = None,
        originals: Mapping[int, RunFile | Run] | None = None,
    ) -> None:
        self.folder, self.asked = folder, asked
        self._packed = folder.read(INPUTS)
        self.inputs = Inputs.unpacked(self._packed)
        self.evaluation = evaluation_of(self.inputs, asked)
        self.evaluation.evaluator.memory = memory
        self._originals = originals or {}
        self._judged = self.evaluation.tables.qrels.topics
        self._bucket_of_topic = buckets_of(self._judged, folder.buckets)

    @property
    def key(self) -> str:
        """Key of the parts."""
        return self.asked.key(self.folder.key, self.evaluation.planned)

    @property
    def options(self) -> dict[str, Any]:
        """Options, measures and version that decide the values."""
        planned = self.evaluation.planned
        decided = {**self.asked.recorded(planned), "measures": [*map(repr, planned.measures)]}
        return decided | {"version of partwise": __version__}

    def evaluate(self, number: int) -> Part:
        """Evaluate the topics of one bucket."""
        begun, begun_cpu = time.perf_counter(), time.process_time()
        planned, manifest = self.evaluation.planned, self.folder.manifest
        codes = np.flatnonzero(self._bucket_of_topic == number)
        runs = [self._run(run, number, codes) for run in range(len(self.inputs.runs))]
        names = tuple(self.inputs.names)
        read = {
            name: sum(p.facts.rows for p, _ in run.groups.pieces)
            for name, run in zip(names, runs, strict=True)
        }
        about = {
            "key": self.key,
            "request": self.asked.data(),
            "folder": {name: manifest[name] for name in ("key", "reading", "inputs")},
            "bucket": number,
            "buckets": self.folder.buckets,
            "undefined": planned.undefined,
            "topics": planned.topics,
            "options": self.asked.recorded(planned),
            "inputs": text_of(self._packed) if number == 0 else None,
            "rows_read": read,
            "seconds": round(time.perf_counter() - begun, 3),
            "cpu_seconds": round(time.process_time() - begun_cpu, 3),
            "peak_mb": peak_mb(),
        }
        topics = tuple(self._judged.take(codes).tolist())
        return Part(about, topics, codes, tuple(map(repr, planned.measures)), runs, names)

    def _run(self, number: int, bucket: int, codes: Ints) -> RunPart:
        """Evaluate one run for the judged topics of a bucket."""
        run, evaluator = self.inputs.runs[number], self.evaluation.evaluator
        name = self.inputs.names[number]
        groups = evaluator.bucket(
            self._groups(number, bucket), replace(run.empty, name=name), codes
        )
        if groups is None:
            read = self._whole(number)
            whole = evaluator.evaluate(read, partial(self._named, number))
            return RunPart(
                whole.values[:, codes], whole.present[codes], GroupResults(), whole, read.name
            )
        values = np.full((len(self.evaluation.planned.measures), codes.size), np.nan)
        present = np.zeros(codes.size, np.bool_)
        for piece, evaluated in groups.pieces:
            columns = np.searchsorted(codes, evaluated)
            values[:, columns], present[columns] = piece.values, piece.present
        return RunPart(values, present, groups)

    def _named(self, number: int, read: Run) -> Run:
        """Return a whole run under the name of its groups, unless it has another of its own."""
        is_same = read.name == self.inputs.runs[number].empty.name
        return replace(read, name=self.inputs.names[number]) if is_same else read

    def _groups(self, number: int, bucket: int) -> Iterator[Run]:
        """Yield the groups of a bucket of a run, under the name that no other run has."""
        run, n = self.inputs.runs[number], self.folder.buckets
        groups = run.groups(
            self.inputs.tables.inventory, all_columns=self.evaluation.evaluator.all_columns
        )
        files = self._table(number) if groups is None else self.folder.rows(number, bucket)
        for group in run.bucket([*files], bucket, n, groups):
            same = group.name == run.empty.name
            yield replace(group, name=self.inputs.names[number]) if same else group

    def _whole(self, number: int) -> Run:
        """Read a whole run."""
        run, original = self.inputs.runs[number], self._originals.get(number)
        if isinstance(original, RunFile):
            return original.read()
        groups = run.groups(self.inputs.tables.inventory, all_columns=True)
        files = self._table(number) if groups is None else self.folder.all_rows(number)
        return run.whole(files, groups)

    def _table(self, number: int) -> Iterator[bytes]:
        yield self.folder.read(f"{run_folder(number)}/{TABLE}")


# -- the task of engines ---------------------------------------------------------------------


def versions() -> dict[str, str]:
    """Return what must be the same in all processes of an evaluation."""
    return {
        "partwise": __version__,
        "numpy": ".".join(np.__version__.split(".")[:2]),
        "Python": f"{sys.version_info.major}.{sys.version_info.minor}",
    }


def packed_request(asked: BucketRequest, memory: int | None) -> bytes:
    """Return a request with the versions and the spelling of options that workers must have."""
    return pickle.dumps(
        {
            "versions": versions(),
            "command_line": is_on_command_line(),
            "request": pickle.dumps((asked, memory)),
        }
    )


def evaluate_bucket(work: str, bucket: int, request: bytes) -> bytes:
    """Evaluate one bucket of a folder and write its part.

    Parameters
    ----------
    work : str
        The folder of buckets.
    bucket : int
        Number of the bucket.
    request : bytes
        Value of `packed_request`.

    Returns
    -------
    bytes
        JSON with path, rows, seconds and peak of the part.
    """
    sent = pickle.loads(request)
    own = versions()
    for name, version in sent["versions"].items():
        if own[name] != version:
            raise VersionError(f"a worker has {name} {own[name]}, not {version}. Use the same")
    with on_command_line(really=sent["command_line"]):
        buckets = _buckets(work, sent["request"])
        part = buckets.evaluate(bucket)
    place = buckets.folder.part(bucket)
    part.write(place)
    answer = {
        "path": str(place),
        "rows": sum(part.about["rows_read"].values()),
        "seconds": part.about["seconds"],
        "peak_mb": part.about["peak_mb"],
    }
    return json.dumps(answer).encode()


@lru_cache(1)
def _buckets(work: str, request: bytes) -> Buckets:
    """Prepare the inputs of a folder; once for all buckets of a process."""
    asked, memory = pickle.loads(request)
    return Buckets(BucketFolder(work), asked, memory)
