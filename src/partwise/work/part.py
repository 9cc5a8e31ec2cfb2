"""Part files: results of the topics of one bucket for every run.

A part is a Parquet file with a row for each run, topic and measure. Its metadata hold as JSON what
`PartialResults.concatenate` needs beside the values, and how the part came about.
"""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Mapping
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zlib import compress, crc32, decompress

import numpy as np

from partwise._version import __version__
from partwise.errors import FormatError
from partwise.evaluation.id_matching import Met, UnjudgedIds
from partwise.evaluation.notes import RunFacts
from partwise.evaluation.partial_results import PartialResults
from partwise.evaluation.run_evaluator import GroupResults
from partwise.files.atomic import told, write_bytes
from partwise.files.parsing.parquet import without_backtraces
from partwise.files.parsing.parquet_pages import check_pages
from partwise.messages import Count, Note
from partwise.tables.names import Names

if TYPE_CHECKING:
    import polars as pl

    from partwise._typing import Flags, Ints, Reals

FORMAT, VERSION, KEY = "partwise-part", 2, "partwise"
_SUM = "partwise-crc32"
"""Checksum of metadata and values."""
_NEEDED = {"key", "request", "folder", "bucket", "buckets", "options", "inputs"}


@dataclass(frozen=True, eq=False)
class RunPart:
    """Results of one run for the topics of a bucket.

    Parameters
    ----------
    values : ndarray of float64, shape (measures, topics)
        NaN where a measure is undefined.
    present : ndarray of bool
        Topics that the run answered.
    groups : GroupResults
        Results of groups; empty where the whole run had to be looked at.
    whole : PartialResults, optional
        Results of the whole run, for all judged topics, where it had to be looked at.
    whole_name : str
        Name of the whole run as its reader gives it.
    """

    values: Reals
    present: Flags
    groups: GroupResults
    whole: PartialResults | None = None
    whole_name: str = ""


@dataclass(frozen=True, eq=False)
class Part:
    """Results of one bucket.

    Parameters
    ----------
    about : dict
        Key, bucket, request and options, and time and memory that it took. The part of bucket 0
        also holds the inputs of the evaluation.
    topics : tuple of str
        Judged topics of the bucket, in the order of the judgements.
    positions : ndarray of int64
        Their codes among all judged topics.
    measures : tuple of str
        Measures as they are spelled.
    runs : list of RunPart
        Results by run.
    run_names : tuple of str
        Names of the runs.
    source : str
        The file.
    """

    about: dict[str, Any]
    topics: tuple[str, ...]
    positions: Ints
    measures: tuple[str, ...]
    runs: list[RunPart] = field(default_factory=list)
    run_names: tuple[str, ...] = ()
    source: str = ""

    @property
    def key(self) -> str:
        """Key of the evaluation."""
        return str(self.about["key"])

    @property
    def bucket(self) -> int:
        """Number of the bucket."""
        return int(self.about["bucket"])

    @property
    def buckets(self) -> int:
        """Number of all buckets."""
        return int(self.about["buckets"])

    @property
    def inputs(self) -> bytes:
        """Inputs of the evaluation; only the part of bucket 0 has them."""
        return decompress(b64decode(self.about["inputs"]))

    @property
    def options(self) -> dict[str, Any]:
        """Options, measures and version that decide the values."""
        decided = {**self.about["options"], "measures": list(self.measures)}
        return decided | {"version of partwise": self.about.get("partwise")}

    def differences(self, options: Mapping[str, Any], folder: Mapping[str, Any]) -> list[str]:
        """Name what differs from another evaluation, of the buckets of a manifest.

        Options, measures and version; where they are the same, options of reading, or files.
        """
        options = json.loads(json.dumps(dict(options)))  # a tuple is a list in a file
        names = [name for name, value in self.options.items() if value != options.get(name)]
        read = self.about["folder"]["reading"]
        theirs = json.loads(json.dumps(dict(folder["reading"])))
        names = names or [name for name in read if read[name] != theirs.get(name)]
        return [name.replace("_", " ") for name in names] or [self._other_files(folder)]

    def _other_files(self, folder: Mapping[str, Any]) -> str:
        known = [(entry["role"], entry.get("sha256")) for entry in folder["inputs"]]
        own = self.about["folder"]["inputs"]
        files = [e["file"] for e in own if (e["role"], e.get("sha256")) not in known]
        return f"files that were read{f' ({files[0]})' if files else ''}"

    def frame(self) -> pl.DataFrame:
        """Return a row for each run, topic and measure."""
        import polars as pl

        n_runs, n_topics, n_measures = len(self.runs), len(self.topics), len(self.measures)
        run, topic, measure = np.indices((n_runs, n_topics, n_measures)).reshape(3, -1)
        values = [part.values.T.reshape(-1) for part in self.runs]
        present = [np.repeat(part.present, n_measures) for part in self.runs]
        return pl.DataFrame(
            {
                "run": pl.Series(self.run_names, dtype=pl.String).gather(run),
                "topic": pl.Series(self.topics, dtype=pl.String).gather(topic),
                "measure": pl.Series(self.measures, dtype=pl.String).gather(measure),
                "value": pl.Series(np.concatenate([*values, np.empty(0)])).fill_nan(None),
                "present": pl.Series(np.concatenate([*present, np.empty(0, np.bool_)])),
            }
        )

    def write(self, path: str | Path) -> None:
        """Write the part as a Parquet file that appears whole or not at all."""
        place = Path(path)
        with told(place):
            place.parent.mkdir(parents=True, exist_ok=True)
        about = {
            "format": FORMAT,
            "version": VERSION,
            "partwise": __version__,
            **self.about,
            "measures": list(self.measures),
            "judged_topics": list(self.topics),
            "positions": self.positions.tolist(),
            "run_names": list(self.run_names),
            "runs": [_run_data(run) for run in self.runs],
        }
        text = json.dumps(about, ensure_ascii=False)
        frame, content = self.frame(), BytesIO()
        frame.write_parquet(content, metadata={KEY: text, _SUM: _checksum(text, frame)})
        write_bytes(place, content.getvalue())


def packed_inputs(inputs: bytes) -> str:
    """Return inputs as a part holds them."""
    return b64encode(compress(inputs)).decode()


def read_part(path: str | Path) -> Part:
    """Read a part file; FormatError for anything else (E56)."""
    import polars as pl

    place = Path(path)
    try:
        with place.open("rb") as file:
            check_pages(file)
        with without_backtraces():
            metadata, frame = pl.read_parquet_metadata(place), pl.read_parquet(place)
        about = json.loads(metadata[KEY])
        is_whole = metadata[_SUM] == _checksum(metadata[KEY], frame)
    except FileNotFoundError:
        raise FormatError(str(path), None, "no such file") from None
    except KeyError:
        raise _damaged(path, "another table") from None
    except (OSError, ValueError, pl.exceptions.PolarsError) as bad:
        raise _damaged(path, str(bad).partition("\n")[0]) from None
    except pl.exceptions.PanicException:
        raise _damaged(path, "its pages cannot be read") from None
    if not is_whole:
        raise _damaged(path, "not what was written")
    try:
        is_known = about.get("format") == FORMAT and about.get("version") == VERSION
        if is_known and about.keys() >= _NEEDED:
            return _part(str(path), about, frame)
    except (AttributeError, IndexError, KeyError, TypeError):
        pass  # whole, and written by a version that says other things
    hint = "Use one version of partwise for all parts"
    raise FormatError(str(path), None, "not a part file of this version", hint)


def _checksum(text: str, frame: pl.DataFrame) -> str:
    values = frame["value"].fill_null(np.nan).to_numpy().tobytes()
    present = frame["present"].to_numpy().tobytes()
    return f"{crc32(present, crc32(values, crc32(text.encode()))):08x}"


def _damaged(path: str | Path, reason: str) -> FormatError:
    hint = "Evaluate this bucket again"
    return FormatError(str(path), None, f"not a part file, or damaged: {reason}", hint)


def _part(source: str, about: dict[str, Any], frame: pl.DataFrame) -> Part:
    topics, measures, runs = about.pop("judged_topics"), about.pop("measures"), about.pop("runs")
    names, positions = about.pop("run_names"), np.array(about.pop("positions"), np.int64)
    shape = len(runs), len(topics), len(measures)
    if frame.height != int(np.prod(shape)):
        raise _damaged(source, "rows are missing")
    values = frame["value"].fill_null(np.nan).to_numpy().reshape(shape).transpose(0, 2, 1)
    present = frame["present"].to_numpy().reshape(shape)[:, :, 0]
    parts = [
        _run_part(data, np.array(values[number]), np.array(present[number]), positions)
        for number, data in enumerate(runs)
    ]
    return Part(about, tuple(topics), positions, tuple(measures), parts, tuple(names), source)


# -- results of a run as JSON -----------------------------------------------------------------


def _run_data(run: RunPart) -> dict[str, Any]:
    whole = run.whole
    return {
        "groups": [
            {"topics": codes.tolist(), **_partial_data(piece)} for piece, codes in run.groups.pieces
        ],
        "notes": [data_of_notes(notes) for notes in run.groups.notes],
        "whole": None
        if whole is None
        else {
            **_partial_data(whole),
            "name": run.whole_name,
            "values": [[None if np.isnan(v) else v for v in row] for row in whole.values.tolist()],
            "present": whole.present.tolist(),
        },
    }


def _run_part(data: dict[str, Any], values: Reals, present: Flags, positions: Ints) -> RunPart:
    groups = GroupResults(notes=[notes_of_data(notes) for notes in data["notes"]])
    for group in data["groups"]:
        codes = np.array(group["topics"], np.int64)
        columns = np.searchsorted(positions, codes)
        groups.pieces.append((_partial(group, values[:, columns], present[columns]), codes))
    whole = data["whole"]
    if whole is None:
        return RunPart(values, present, groups)
    everything = np.array(whole["values"], np.float64), np.array(whole["present"], np.bool_)
    return RunPart(values, present, groups, _partial(whole, *everything), whole["name"])


def _partial_data(piece: PartialResults) -> dict[str, Any]:
    ids = piece.ids
    return {
        "facts": vars(piece.facts),
        "met": list(piece.met),
        "ids": {
            "topics": ids.topics.tolist() if ids.topic.size else [],
            "docs": ids.docs.tolist(),
            "topic": ids.topic.tolist(),
            "doc": ids.doc.tolist(),
            "line": ids.line.tolist(),
            "n_judged": ids.judged.size,
            "judged": b64encode(compress(np.packbits(ids.judged).tobytes())).decode(),
        },
        "links": {file: [n, numbers.tolist()] for file, (n, numbers) in piece.links.items()},
        "counts": piece.counts,
        "read": data_of_notes([*map(Note.read, piece.read)]),
        "noted": data_of_notes(piece.noted),
    }


def _partial(data: dict[str, Any], values: Reals, present: Flags) -> PartialResults:
    facts: dict[str, Any] = {
        k: tuple(v) if isinstance(v, list) else v for k, v in data["facts"].items()
    }
    ids = data["ids"]
    judged = np.frombuffer(decompress(b64decode(ids["judged"])), np.uint8)
    return PartialResults(
        RunFacts(**facts),
        values,
        present,
        Met(*data["met"]),
        UnjudgedIds(
            Names.of(ids["topics"]),
            Names.of(ids["docs"]),
            np.array(ids["topic"], np.int64),
            np.array(ids["doc"], np.int64),
            np.array(ids["line"], np.int64),
            np.unpackbits(judged, count=ids["n_judged"]).astype(np.bool_),
        ),
        {file: (n, np.array(ids, np.int64)) for file, (n, ids) in data["links"].items()},
        data["counts"],
        notes_of_data(data["read"]),
        notes_of_data(data["noted"]),
    )


def data_of_notes(notes: Any) -> list[dict[str, Any]]:
    """Return notes as JSON can hold them."""
    return [_note_data(note) for note in notes]


def _note_data(note: Note) -> dict[str, Any]:
    facts: dict[str, Any] = {}
    for name, value in note.facts.items():
        if isinstance(value, Count):
            facts[name] = value.low
        else:
            facts[name] = value if isinstance(value, str) else list(value)
    return {
        "code": note.level,
        "run": note.subject or None,
        "count": facts.get("n"),
        "text": note.template,
        "subjects": note.subjects,
        "whole": note.whole,
        "facts": facts,
    }


def notes_of_data(data: Any) -> list[Note]:
    """Return the notes that `data_of_notes` wrote."""
    return [
        Note(
            entry["text"],
            subject=entry["run"] or "",
            subjects=entry["subjects"],
            level=entry["code"],
            whole=entry["whole"],
            **entry["facts"],
        )
        for entry in data
    ]
