"""Part files: results of the topics of one bucket for every run.

A part is a Parquet file with a row for each run, topic and measure. Its metadata tell as JSON how
the part came about, and hold what the groups of the bucket gave, which a merge puts together.
"""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Mapping
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from pickle import UnpicklingError
from typing import TYPE_CHECKING, Any
from zlib import compress, crc32, decompress
from zlib import error as zlib_error

import numpy as np

from partwise._version import __version__
from partwise.errors import FormatError
from partwise.evaluation.partial_results import PartialResults
from partwise.evaluation.run_evaluator import GroupResults
from partwise.files.atomic import told, write_bytes
from partwise.files.parsing.parquet import without_backtraces
from partwise.files.parsing.parquet_pages import check_pages
from partwise.work.inputs import packed, unpacked

if TYPE_CHECKING:
    import polars as pl

    from partwise._typing import Flags, Ints, Reals
    from partwise.evaluation.partial_results import PartialResults
    from partwise.evaluation.run_evaluator import GroupResults

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
        return _bytes(self.about["inputs"])

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
            "names": list(self.run_names),
            "results": text_of(packed(self.runs)),
        }
        text = json.dumps(about, ensure_ascii=False)
        frame, content = self.frame(), BytesIO()
        frame.write_parquet(content, metadata={KEY: text, _SUM: _checksum(text, frame)})
        write_bytes(place, content.getvalue())


def read_part(path: str | Path) -> Part:
    """Read a part file; FormatError for anything else."""
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
    except (AttributeError, IndexError, KeyError, TypeError, UnpicklingError, zlib_error):
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
    topics, measures, names = (about.pop(name) for name in ("judged_topics", "measures", "names"))
    runs: list[RunPart] = unpacked(_bytes(about.pop("results")))
    if frame.height != len(runs) * len(topics) * len(measures):
        raise _damaged(source, "rows are missing")
    positions = np.array(about.pop("positions"), np.int64)
    return Part(about, tuple(topics), positions, tuple(measures), runs, tuple(names), source)


def text_of(content: bytes) -> str:
    """Return bytes as JSON can hold them."""
    return b64encode(compress(content)).decode()


def _bytes(text: str) -> bytes:
    return decompress(b64decode(text))
