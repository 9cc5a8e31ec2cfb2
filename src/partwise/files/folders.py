"""Several files at once: a folder or a zip archive that appears whole or not at all."""

from __future__ import annotations

import io
import os
import zipfile
from pathlib import Path

from partwise.errors import FormatError
from partwise.files.atomic import replacing_folder, write_bytes
from partwise.messages import Notes, list_some

_DATE = (1980, 1, 1, 0, 0, 0)
"""Date of every member, so that the same files make the same archive."""


def is_folder(path: str | os.PathLike[str]) -> bool:
    """Tell whether a path means a folder: it is one, or its name ends like one."""
    name = os.fspath(path)
    return name.endswith(os.sep) or (name != "-" and Path(name).is_dir())


def deliver_files(path: str | os.PathLike[str], files: dict[str, bytes]) -> None:
    """Write files into a new or empty folder, or into an archive."""
    if is_folder(path):
        deliver_folder(path, files)
    else:
        _refuse_unsafe(path, files)
        _archive(Path(path), files)


def deliver_folder(path: str | os.PathLike[str], files: dict[str, bytes]) -> None:
    """Write files into a new or empty folder."""
    _refuse_unsafe(path, files)
    if os.fspath(path) == "-" or Path(path).is_file():
        problem = f"is a file, and {len(files):,} files are to be written"
        raise FormatError(os.fspath(path), None, problem, "Use the name of a folder or .zip file")
    _folder(Path(path), files)


def _refuse_unsafe(path: str | os.PathLike[str], files: dict[str, bytes]) -> None:
    unsafe = [name for name in files if Path(name).name != name or name in ("", "..")]
    if unsafe:
        raise FormatError(os.fspath(path), None, f"{unsafe[0]} cannot be the name of a file")


def _folder(target: Path, files: dict[str, bytes]) -> None:
    if not target.absolute().parent.is_dir():
        raise FormatError(str(target), None, "its folder does not exist")
    with replacing_folder(target, _refuse_files) as new:
        for name, content in files.items():
            (new / name).write_bytes(content)


def _refuse_files(folder: Path) -> None:
    if any(folder.iterdir()):
        raise FormatError(str(folder), None, "is not empty")


def _archive(target: Path, files: dict[str, bytes]) -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            member = zipfile.ZipInfo(name, _DATE)
            member.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(member, content)
    write_bytes(target, stream.getvalue())


def links_left(links: list[str]) -> Notes:
    """Say which symbolic links of a folder or archive were not followed."""
    found = Notes()
    found.add("{n:symbolic link} not followed ({names})", n=len(links), names=list_some(links))
    return found
