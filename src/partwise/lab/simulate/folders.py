"""Folders of simulated runs that appear whole or not at all."""

from __future__ import annotations

import stat
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from partwise.errors import UsageError, quote
from partwise.files.atomic import replacing_folder

MANIFEST = "manifest.json"
"""The file that says which runs a folder holds."""


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
            f"{folder}: holds {other[0]}, which lab simulate did not write. Use a new folder"
        )


def _simulated(target: Path) -> set[str]:
    """Names of the files that a manifest in the folder lists, and its own."""
    import msgspec

    try:
        found = msgspec.json.decode((target / MANIFEST).read_bytes())
        listed = [run["file"] for run in found["runs"]]
    except (OSError, msgspec.DecodeError, KeyError, TypeError):
        return set()
    for name in listed:
        # a manifest is a file like any other: it must not name what lies elsewhere
        if not _is_file_of(target, name):
            raise UsageError(
                f"{target / MANIFEST}: {quote(str(name))} is not the name of a file in this "
                "folder. Use a new folder"
            )
    return {MANIFEST, *listed}


def _is_file_of(folder: Path, name: Any) -> bool:
    """Tell whether a name is plain, and that of a regular file if there is one."""
    if not isinstance(name, str) or Path(name).name != name or set(name) & set("/\\\0"):
        return False
    try:
        return stat.S_ISREG((folder / name).lstat().st_mode)
    except FileNotFoundError:
        return True


def write_folder(folder: str | Path, files: Iterable[tuple[str, bytes]]) -> list[Path]:
    """Write files into a folder, which takes the place of runs simulated before."""
    names = []
    with replacing_folder(folder, check_folder) as new:
        for name, content in files:
            (new / name).write_bytes(content)
            names.append(name)
    return [Path(folder) / name for name in names]
