"""Folders of buckets: their files, and the manifest that makes them complete."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from functools import cached_property
from hashlib import blake2b
from itertools import chain
from pathlib import Path
from shutil import rmtree
from typing import Any
from zlib import crc32

import numpy as np

from partwise._typing import Ints
from partwise.errors import FormatError, UsageError
from partwise.files.atomic import SUFFIX, recover, told, write_bytes
from partwise.tables.names import Names

FORMAT, VERSION = "partwise-buckets", 2
MOST_BUCKETS = 4096
"""Maximum number of buckets."""
MANIFEST, INPUTS, LOCK = "manifest.json", "inputs", "runs/lock"
RUN, TABLE = "run", "table"
"""Files of each run: what is known of it, and its rows where they are not in buckets."""
_WRITTEN = re.compile(
    rf"{INPUTS}|{LOCK}|runs(/\d{{5}}(/{RUN}|/{TABLE}|/bucket=\d{{5}}(/part-\d{{5}})?)?)?"
    rf"|(.*/)?\.[^/]*{re.escape(SUFFIX)}(/.*)?"
)
"""Names of what is written before the manifest."""
_AGAIN = "Make the buckets again"


def digest(value: Any) -> str:
    """Return a key of a value: BLAKE2b-128 of its canonical JSON."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def is_bucket_folder(path: str) -> bool:
    """Return whether a folder holds buckets: its manifest says so, or is damaged."""
    place = Path(path) / MANIFEST
    try:
        return place.is_file() and json.loads(place.read_bytes()).get("format") == FORMAT
    except ValueError:  # who reads it names it
        return True
    except (OSError, AttributeError):
        return False


def is_unfinished(path: Path) -> bool:
    """Return whether a folder holds what an unfinished bucketing leaves, and nothing else."""
    if not path.is_dir() or path.is_symlink() or (path / MANIFEST).exists():
        return False
    # `rglob` fails where others remove what they wrote meanwhile
    places = (Path(folder, name) for folder, *names in os.walk(path) for name in chain(*names))
    names = [place.relative_to(path).as_posix() for place in places]
    return bool(names) and all(map(_WRITTEN.fullmatch, names))


def check_unused(path: Path) -> None:
    """Raise an error for a folder that holds anything."""
    if path.exists() and (not path.is_dir() or any(path.iterdir())):
        raise UsageError(f"{path} is not an empty folder. Use another folder")


def buckets_of(topics: Names, n: int) -> Ints:
    """Return the bucket of each topic: CRC-32 of its UTF-8 bytes modulo their number."""
    return np.fromiter((crc32(name) % n for name in topics.bytes()), np.int64, len(topics))


def check_buckets(n: object) -> int:
    """Return a number of buckets; UsageError for one that is not possible."""
    if not isinstance(n, int) or isinstance(n, bool):
        raise UsageError(f"n must be a whole number of buckets, not {n!r}")
    if not 1 <= n <= MOST_BUCKETS:
        raise UsageError(f"{n:,} buckets; from 1 to {MOST_BUCKETS:,} are possible")
    return n


def parse_bucket(text: str) -> tuple[int, int]:
    """Return bucket I, from 0 to N - 1, and number N of ``I/N``.

    Examples
    --------
    >>> parse_bucket("3/64")
    (3, 64)
    """
    bucket, sign, n = text.partition("/")
    is_numeric = all(word.isascii() and word.isdigit() for word in (bucket, n))
    if not sign or not is_numeric or int(bucket) >= int(n):
        raise UsageError(f"--bucket {text}: expected I/N with I from 0 to N - 1")
    return int(bucket), check_buckets(int(n))


def part_name(bucket: int, buckets: int) -> str:
    """Return the name of the part file of a bucket."""
    return f"part-{bucket:05d}-of-{buckets:05d}.parquet"


def run_folder(number: int) -> str:
    """Return the folder of a run."""
    return f"runs/{number:05d}"


class BucketFolder:
    """Files of a folder of buckets.

    Parameters
    ----------
    path : path
        The folder.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)

    @property
    def is_finished(self) -> bool:
        """Whether the manifest is there."""
        return (self.path / MANIFEST).exists()

    def finish(self, manifest: dict[str, Any], n_runs: int) -> None:
        """Write the manifest: from now on the folder is complete."""
        files = {}
        with told(self.path):  # others may write the same folder
            for place in (self.path / "runs").glob("[0-9]*"):
                if place.name not in {f"{number:05d}" for number in range(n_runs)}:
                    rmtree(place)  # a run of an earlier try
            for name in (INPUTS, "runs/[0-9]*/*", "runs/[0-9]*/*/*"):
                for place in filter(Path.is_file, sorted(self.path.glob(name))):
                    content = place.read_bytes()
                    about = {"bytes": len(content), "crc32": f"{crc32(content):08x}"}
                    files[place.relative_to(self.path).as_posix()] = about
        text = json.dumps(
            {"format": FORMAT, "version": VERSION, **manifest, "files": files},
            ensure_ascii=False,
            indent=1,
        )
        write_bytes(self.path / MANIFEST, text.encode("utf-8", "surrogatepass"))

    def clean(self) -> None:
        """Remove what a process left that was killed while it wrote the manifest."""
        recover(self.path / MANIFEST)

    @cached_property
    def manifest(self) -> dict[str, Any]:
        """Facts of the folder."""
        place = self.path / MANIFEST
        try:
            manifest = json.loads(place.read_bytes().decode("utf-8", "surrogatepass"))
        except FileNotFoundError:
            problem = "no manifest: this is no folder of buckets, or bucketing was not finished"
            hint = "Use partwise bucket --resume"
            raise FormatError(str(self.path), None, problem, hint) from None
        except (OSError, ValueError) as bad:
            raise FormatError(str(place), None, f"damaged: {bad}", _AGAIN) from None
        is_ours = isinstance(manifest, dict) and manifest.get("format") == FORMAT
        if not is_ours or manifest.get("version") != VERSION:
            raise FormatError(str(place), None, "not a manifest of buckets of this version", _AGAIN)
        if not isinstance(manifest.get("files"), dict) or not isinstance(
            manifest.get("buckets"), int
        ):
            raise FormatError(str(place), None, "damaged: not all is there", _AGAIN)
        return dict(manifest)

    @property
    def key(self) -> str:
        """Key of what was read, and how."""
        return str(self.manifest["key"])

    @property
    def buckets(self) -> int:
        """Number of buckets."""
        return int(self.manifest["buckets"])

    @property
    def parts(self) -> Path:
        """Folder of part files."""
        return self.path / "parts"

    def part(self, bucket: int) -> Path:
        """Return the part file of a bucket."""
        return self.parts / part_name(bucket, self.buckets)

    def read(self, name: str) -> bytes:
        """Read a file of the folder; FormatError for one that is missing or damaged."""
        place, about = self.path / name, self.manifest["files"].get(name)
        try:
            content = place.read_bytes()
        except OSError as bad:
            raise FormatError(str(place), None, f"missing: {bad.strerror}", _AGAIN) from None
        is_whole = about is not None and len(content) == about["bytes"]
        if not is_whole or f"{crc32(content):08x}" != about["crc32"]:
            problem = "damaged: not what the manifest says"
            raise FormatError(str(place), None, problem, _AGAIN)
        return content

    def rows(self, run: int, bucket: int) -> list[bytes]:
        """Read the files of a run that hold the rows of a bucket."""
        under = f"{run_folder(run)}/bucket={bucket:05d}/"
        names = sorted(name for name in self.manifest["files"] if name.startswith(under))
        return [self.read(name) for name in names]

    def all_rows(self, run: int) -> Iterator[bytes]:
        """Read the rows of all buckets of a run."""
        for bucket in range(self.buckets):
            yield from self.rows(run, bucket)
