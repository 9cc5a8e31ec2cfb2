"""A folder of buckets: where its files are, and the manifest that says that it is complete."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from hashlib import blake2b
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zlib import crc32

from partwise.errors import FormatError
from partwise.files.atomic import SUFFIX, beside, put, told, write_bytes
from partwise.files.bucketed.tables import packed

if TYPE_CHECKING:
    import polars as pl

FORMAT, VERSION = "partwise-buckets", 1
MANIFEST = "manifest.json"
PROGRESS, PIECES = ".progress.json", ".pieces"
"""What is there until the manifest is."""
_STEP = 1 << 20
_SPLIT = r"bucket=\d{5}(/part-\d{5}\.parquet)?"
_WRITTEN = re.compile(
    rf"(topics|lengths|structure|inventory-\d{{5}})\.parquet|qrels(/{_SPLIT})?"
    rf"|runs(/\d{{5}}(/topics\.parquet|/{_SPLIT})?)?"
    rf"|{re.escape(PROGRESS)}|{re.escape(PIECES)}(/\d{{5}}-\d{{5}}\.json)?"
    rf"|(.*/)?\.[^/]*{re.escape(SUFFIX)}(/.*)?"
)
"""What is written before the manifest."""


def digest(value: Any) -> str:
    """Return a key of a value: BLAKE2b-128 of its canonical JSON."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def digest_of_file(path: str | Path) -> dict[str, Any]:
    """Return size and BLAKE2b-128 of a file; of a folder those of its files."""
    place = Path(path)
    if place.is_dir():
        return {p.name: digest_of_file(p) for p in sorted(place.iterdir()) if p.is_file()}
    found, size = blake2b(digest_size=16), 0
    with place.open("rb") as stream:
        while piece := stream.read(_STEP):
            found.update(piece)
            size += len(piece)
    return {"bytes": size, "blake2b": found.hexdigest()}


def is_bucket_folder(path: str) -> bool:
    """Tell whether a folder holds buckets: its manifest says so, or is damaged."""
    place = Path(path) / MANIFEST
    try:
        return place.is_file() and json.loads(place.read_bytes()).get("format") == FORMAT
    except ValueError:  # who reads it names it
        return True
    except (OSError, AttributeError):
        return False


def is_unfinished(path: Path) -> bool:
    """Tell whether a folder holds what an unfinished bucketing leaves, and nothing else."""
    if not path.is_dir() or path.is_symlink() or (path / MANIFEST).exists():
        return False
    # `rglob` fails where others remove what they wrote meanwhile
    every = (Path(at, name) for at, *inside in os.walk(path) for name in chain(*inside))
    found = [place.relative_to(path).as_posix() for place in every]
    return bool(found) and all(map(_WRITTEN.fullmatch, found))


def part_name(bucket: int, buckets: int) -> str:
    """Return the name of the part file of a bucket."""
    return f"part-{bucket:05d}-of-{buckets:05d}.parquet"


class BucketFolder:
    """Files of a folder of buckets.

    Parameters
    ----------
    path : path
        The folder.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)
        self.files: dict[str, dict[str, Any]] = {}
        self._waiting: Path | None = None

    # -- writing ---------------------------------------------------------------------------

    @contextmanager
    def writing(self, name: str) -> Iterator[None]:
        """Write many files meanwhile: all of them wait in one folder, beside a name of ours.

        A folder for each costs more than the file.
        """
        place = self.path / name
        with told(place):
            place.parent.mkdir(parents=True, exist_ok=True)
            with beside(place) as waiting:
                self._waiting = waiting
                try:
                    yield
                finally:
                    self._waiting = None

    def write(self, name: str, frame: pl.DataFrame) -> None:
        """Write a table into the folder, and remember its size and checksum."""
        place, content = self.path / name, packed(frame)
        with told(place, len(content)):
            place.parent.mkdir(parents=True, exist_ok=True)
            if self._waiting is None:
                write_bytes(place, content)
            else:
                new = self._waiting / place.name
                new.write_bytes(content)
                put(new, place)
        self.files[name] = {
            "bytes": len(content),
            "crc32": f"{crc32(content):08x}",
            "rows": frame.height,
        }

    def finish(self, manifest: dict[str, Any]) -> None:
        """Write the manifest: from now on the folder is complete."""
        whole = {"format": FORMAT, "version": VERSION, **manifest, "files": self.files}
        text = json.dumps(whole, ensure_ascii=False, indent=1)
        write_bytes(self.path / MANIFEST, text.encode("utf-8", "surrogatepass"))

    # -- reading ---------------------------------------------------------------------------

    @cached_property
    def manifest(self) -> dict[str, Any]:
        """What the folder says of itself."""
        place = self.path / MANIFEST
        try:
            found = json.loads(place.read_bytes().decode("utf-8", "surrogatepass"))
        except FileNotFoundError:
            problem = "no manifest: this is no folder of buckets, or bucketing was not finished"
            hint = "Use partwise bucket --resume"
            raise FormatError(str(self.path), None, problem, hint) from None
        except (OSError, ValueError) as bad:
            raise FormatError(str(place), None, f"damaged: {bad}", _AGAIN) from None
        known = isinstance(found, dict) and found.get("format") == FORMAT
        if not known or found.get("version") != VERSION:
            raise FormatError(str(place), None, "not a manifest of buckets of this version", _AGAIN)
        if not isinstance(found.get("files"), dict) or not isinstance(found.get("buckets"), int):
            raise FormatError(str(place), None, "damaged: not all is there", _AGAIN)
        return dict(found)

    @property
    def buckets(self) -> int:
        """How many buckets there are."""
        return int(self.manifest["buckets"])

    def parts(self) -> Path:
        """Return the folder of part files."""
        return self.path / "parts"

    def part(self, bucket: int) -> Path:
        """Return the part file of a bucket."""
        return self.parts() / part_name(bucket, self.buckets)

    def raw(self, name: str) -> pl.DataFrame:
        """Read a table that was written before the manifest is there to tell what it should be."""
        import polars as pl

        return pl.read_parquet((self.path / name).read_bytes())

    def read(self, name: str, columns: list[str] | None = None) -> pl.DataFrame:
        """Read a table of the folder; FormatError for a missing or damaged file (E56)."""
        from io import BytesIO

        import polars as pl

        place, known = self.path / name, self.manifest["files"].get(name)
        try:
            content = place.read_bytes()
        except OSError as bad:
            raise FormatError(str(place), None, f"missing: {bad.strerror}", _AGAIN) from None
        whole = known is not None and len(content) == known["bytes"]
        if not whole or f"{crc32(content):08x}" != known["crc32"]:
            problem = "damaged: not what the manifest says"
            raise FormatError(str(place), None, problem, _AGAIN)
        return pl.read_parquet(BytesIO(content), columns=columns)

    def read_all(self, under: str, topics: Sequence[str] | None = None) -> pl.DataFrame | None:
        """Read all files under a folder, in the order of their names; None where there is none.

        `topics`: keep the rows of these only.
        """
        import polars as pl

        found = list(self.frames(under, topics=topics))
        return pl.concat(found, how="diagonal_relaxed") if found else None

    def frames(
        self, under: str, *, columns: list[str] | None = None, topics: Sequence[str] | None = None
    ) -> Iterator[pl.DataFrame]:
        """Yield the files under a folder one by one."""
        import polars as pl

        wanted = None if topics is None else pl.Series(topics, dtype=pl.String).implode()
        for name in self._named(under):
            frame = self.read(name, columns)
            yield frame if wanted is None else frame.filter(pl.col("topic").is_in(wanted))

    def rows(self, under: str) -> int:
        """Return how many rows the files under a folder have."""
        return sum(self.manifest["files"][name]["rows"] for name in self._named(under))

    def _named(self, under: str) -> list[str]:
        return sorted(name for name in self.manifest["files"] if name.startswith(f"{under}/"))


_AGAIN = "Make the buckets again"
