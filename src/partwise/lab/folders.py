"""Folders of simulated runs that appear whole or not at all."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterable
from pathlib import Path

from partwise.errors import UsageError

MANIFEST = "manifest.json"
"""The file that is written last: where it is, the runs are complete."""


def check_folder(folder: str | Path) -> None:
    """Refuse a folder that holds anything but simulated runs."""
    target = Path(folder)
    if not target.exists():
        return
    if not target.is_dir():
        raise UsageError(f"{folder}: is not a folder")
    known = _simulated(target)
    other = sorted(path.name for path in target.iterdir() if path.name not in known)
    if other:
        raise UsageError(
            f"{folder}: holds {other[0]}, which lab simulate did not write. "
            "Give a new or empty folder, or one of simulated runs"
        )


def _simulated(target: Path) -> set[str]:
    """Names of the files that a manifest in the folder lists, and its own."""
    import msgspec

    try:
        found = msgspec.json.decode((target / MANIFEST).read_bytes())
        return {MANIFEST, *(str(run["file"]) for run in found["runs"])}
    except (OSError, msgspec.DecodeError, KeyError, TypeError):
        return set()


def write_folder(folder: str | Path, files: Iterable[tuple[str, bytes]]) -> list[Path]:
    """Write files into a folder, which takes the place of runs simulated before.

    Everything is written to a hidden folder beside it first. A new folder is then renamed; into
    one that exists the files are moved, and its old ones come back if that is interrupted.
    """
    check_folder(folder)
    target = Path(os.path.realpath(folder))
    target.parent.mkdir(parents=True, exist_ok=True)
    waiting = Path(tempfile.mkdtemp(prefix=f".{target.name}.", dir=target.parent))
    try:
        names = []
        for name, content in files:
            (waiting / name).write_bytes(content)
            names.append(name)
        if target.is_dir():
            _move(waiting, target, names)
        else:
            mask = os.umask(0)
            os.umask(mask)
            waiting.chmod(0o777 & ~mask)
            waiting.replace(target)
    finally:
        shutil.rmtree(waiting, ignore_errors=True)
    return [Path(folder) / name for name in names]


def _move(waiting: Path, target: Path, names: list[str]) -> None:
    """Move files between folders, in order, or leave both as they were."""
    aside = waiting / "aside"
    aside.mkdir()
    old = sorted(_simulated(target), key=MANIFEST.__ne__)
    try:
        for name in old:
            if (target / name).exists():
                (target / name).replace(aside / name)
        for name in names:
            (waiting / name).replace(target / name)
    except BaseException:
        for name in names:
            (target / name).unlink(missing_ok=True)
        for path in aside.iterdir():
            path.replace(target / path.name)
        raise
