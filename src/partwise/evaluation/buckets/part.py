"""Part files: what the topics of one bucket gave for every run."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zlib import crc32

import numpy as np

from partwise._version import __version__
from partwise.errors import FormatError
from partwise.evaluation.buckets.note_data import data_of_notes, notes_of_data
from partwise.evaluation.id_matching import Met, UnjudgedIds
from partwise.evaluation.partial_results import PartialResults
from partwise.evaluation.run_facts import RunFacts
from partwise.files.atomic import told
from partwise.files.bucketed.tables import write_frame
from partwise.files.parsing.parquet import without_backtraces
from partwise.files.parsing.parquet_pages import check_pages

if TYPE_CHECKING:
    import polars as pl

    from partwise._typing import Ints

FORMAT, VERSION, KEY = "partwise-part", 1, "partwise"
_SUM = "partwise-crc32"
"""What is written beside the values, and the values, in one number: damage is noticed."""

_NEEDED = {"key", "asked", "folder", "weighing", "bucket", "buckets", "options"}


@dataclass(frozen=True, eq=False)
class Part:
    """What one bucket gave.

    Parameters
    ----------
    about : dict
        What is written beside the values: key, bucket, options, and how long it took.
    topics : tuple of str
        Topics of the bucket, in the order of the assessments.
    positions : ndarray of int64
        Where they stand among all topics.
    measures : tuple of str
        As they are spelled.
    runs : list of PartialResults
        One for each run.
    judged, tables : list of Note
        What was noticed of the assessments and of other tables.
    """

    about: dict[str, Any]
    topics: tuple[str, ...]
    positions: Ints
    measures: tuple[str, ...]
    runs: list[PartialResults]
    judged: Sequence[str] = field(default_factory=list)
    tables: Sequence[str] = field(default_factory=list)
    source: str = ""

    @property
    def key(self) -> str:
        """What tells parts of one evaluation from those of another."""
        return str(self.about["key"])

    @property
    def bucket(self) -> int:
        """Number of the bucket."""
        return int(self.about["bucket"])

    def differs_in(self, others: Mapping[str, Any], folder: Mapping[str, Any]) -> list[str]:
        """Name what is not that of another evaluation, of the buckets of a manifest.

        Options, measures and version; where they are the same, options of reading, or files.
        """
        mine = {**self.about["options"], "measures": list(self.measures)}
        mine |= {"version of partwise": self.about.get("partwise")}
        # as a file holds them: a tuple is a list there
        others = json.loads(json.dumps(dict(others)))
        found = [name for name in mine if mine[name] != others.get(name)]
        read = self.about["folder"]["reading"]
        found = found or [name for name in read if read[name] != folder["reading"].get(name)]
        return [name.replace("_", " ") for name in found] or [self._other_files(folder)]

    def _other_files(self, folder: Mapping[str, Any]) -> str:
        known = [(one["role"], one.get("sha256")) for one in folder["inputs"]]
        mine = self.about["folder"]["inputs"]
        files = [one["file"] for one in mine if (one["role"], one.get("sha256")) not in known]
        return f"files that were read{f' ({files[0]})' if files else ''}"

    def frame(self) -> pl.DataFrame:
        """One row per run, topic and measure."""
        import polars as pl

        n_measures, n_topics = len(self.measures), len(self.topics)
        values = [run.values.T.reshape(-1) for run in self.runs]
        present = [np.repeat(run.present, n_measures) for run in self.runs]
        names = [run.facts.name for run in self.runs]
        return pl.DataFrame(
            {
                "run": pl.Series(names, dtype=pl.String).gather(
                    np.repeat(np.arange(len(names)), n_topics * n_measures)
                ),
                "topic": pl.Series(self.topics, dtype=pl.String).gather(
                    np.tile(np.repeat(np.arange(n_topics), n_measures), len(names))
                ),
                "measure": pl.Series(self.measures, dtype=pl.String).gather(
                    np.tile(np.arange(n_measures), len(names) * n_topics)
                ),
                "value": pl.Series(np.concatenate([*values, np.empty(0)])).fill_nan(None),
                "present": pl.Series(np.concatenate([*present, np.empty(0, bool)])),
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
            "notes": data_of_notes(self.judged),
            "tables": data_of_notes(self.tables),
            "runs": [_run_data(run) for run in self.runs],
        }
        text = json.dumps(about, ensure_ascii=False)
        frame = self.frame()
        write_frame(place, frame, metadata={KEY: text, _SUM: _checksum(text, frame)})


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
        whole = metadata[_SUM] == _checksum(metadata[KEY], frame)
    except FileNotFoundError:
        raise FormatError(str(path), None, "no such file") from None
    except KeyError:
        raise _damaged(path, ValueError("another table")) from None
    except (OSError, ValueError, pl.exceptions.PolarsError) as bad:
        raise _damaged(path, bad) from None
    except pl.exceptions.PanicException:
        raise _damaged(path, ValueError("its pages cannot be read")) from None
    if not whole:
        raise _damaged(path, ValueError("not what was written"))
    try:
        known = about.get("format") == FORMAT and about.get("version") == VERSION
        if known and about.keys() >= _NEEDED:
            return _part(str(path), about, frame)
    except (AttributeError, IndexError, KeyError, TypeError):
        pass  # whole, and written by a version that says other things
    hint = "Use one version of partwise for all parts"
    raise FormatError(str(path), None, "not a part file of this version", hint)


def _checksum(text: str, frame: pl.DataFrame) -> str:
    values = frame["value"].fill_null(np.nan).to_numpy().tobytes()
    return (
        f"{crc32(frame['present'].to_numpy().tobytes(), crc32(values, crc32(text.encode()))):08x}"
    )


def _damaged(path: str | Path, bad: BaseException) -> FormatError:
    said = str(bad).partition("\n")[0]
    hint = "Evaluate this bucket again"
    return FormatError(str(path), None, f"not a part file, or damaged: {said}", hint)


def _part(source: str, about: dict[str, Any], frame: pl.DataFrame) -> Part:
    topics, measures, runs = about.pop("judged_topics"), about.pop("measures"), about.pop("runs")
    shape = len(runs), len(topics), len(measures)
    if frame.height != int(np.prod(shape)):
        raise _damaged(source, ValueError("rows are missing"))
    values = frame["value"].fill_null(np.nan).to_numpy().reshape(shape).transpose(0, 2, 1)
    present = frame["present"].to_numpy().reshape(shape)[:, :, 0] if measures else None
    found = [
        _evaluated(data, values[at], np.array(present[at]) if present is not None else None)
        for at, data in enumerate(runs)
    ]
    positions = np.array(about.pop("positions"), np.int64)
    judged, tables = notes_of_data(about.pop("notes")), notes_of_data(about.pop("tables"))
    return Part(
        about, tuple(topics), positions, tuple(measures), found, judged, tables, source=source
    )


def _run_data(run: PartialResults) -> dict[str, Any]:
    return {
        "facts": vars(run.facts),
        "met": list(run.met),
        "links": {file: [n, numbers.tolist()] for file, (n, numbers) in run.links.items()},
        "counts": run.counts,
        "read": data_of_notes(run.read),
        "noted": data_of_notes(run.noted),
    }


def _evaluated(data: dict[str, Any], values: Any, present: Any) -> PartialResults:
    facts: dict[str, Any] = {
        k: tuple(map(_pair, v)) if isinstance(v, list) else v for k, v in data["facts"].items()
    }
    links = {file: (n, np.array(ids, np.int64)) for file, (n, ids) in data["links"].items()}
    return PartialResults(
        RunFacts(**facts),
        np.ascontiguousarray(values),
        np.zeros(0, bool) if present is None else present,
        Met(*data["met"]),
        UnjudgedIds(),
        links,
        data["counts"],
        notes_of_data(data["read"]),
        notes_of_data(data["noted"]),
    )


def _pair(value: Any) -> Any:
    return value if isinstance(value, str) else tuple(value)
