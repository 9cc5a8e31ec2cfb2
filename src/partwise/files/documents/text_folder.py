"""The texts that offsets point into, as a folder of one file each."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from partwise.errors import UsageError, quote
from partwise.files.atomic import replacing_folder
from partwise.files.documents.build import Batch

RECORD = ".partwise-texts"
"""The file that names the texts of a folder, so that nobody else's are ever replaced."""


@contextmanager
def text_folder(
    name: str | None, output: str | os.PathLike[str]
) -> Iterator[Callable[[Batch], None]]:
    """Give a function that writes the texts of some documents into a folder.

    The folder takes the place of an older one when the block ends without an error.

    Parameters
    ----------
    name : str or None
        The folder; nothing is written when None.
    output : path
        The structure that belongs to the texts; it may not lie in their folder.
    """
    if name is None:
        yield lambda _: None
        return
    if Path(os.path.realpath(output)).is_relative_to(os.path.realpath(name)):
        raise UsageError(f"{output}: lies in {name}, which --texts replaces. Use another folder")
    import msgspec

    with replacing_folder(name, _check) as folder:
        written: list[str] = []

        def write(batch: Batch) -> None:
            for doc, text in zip(batch.structure.docs, batch.texts, strict=True):
                if doc.startswith("/") or ".." in doc.split("/"):
                    raise UsageError(f"document id {quote(doc)} cannot name a file")
                file = folder / f"{doc}.txt"
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text, encoding="utf-8", newline="")
                written.append(file.relative_to(folder).as_posix())

        yield write
        (folder / RECORD).write_bytes(msgspec.json.encode(written))


def _check(folder: Path) -> None:
    """Refuse a folder that holds anything but texts written before."""
    known = _recorded(folder)
    inner = {parent.as_posix() for name in known for parent in Path(name).parents}
    for top, below, names in os.walk(folder):
        place = Path(top).relative_to(folder)
        for name in sorted([*below, *names]):
            file = place / name
            expected = inner if name in below and not (folder / file).is_symlink() else known
            if file.as_posix() not in expected:
                raise UsageError(
                    f"{folder}: holds {file.as_posix()}, which --texts did not write. "
                    "Use a new folder"
                )


def _recorded(folder: Path) -> set[str]:
    import msgspec

    try:
        names = msgspec.json.decode((folder / RECORD).read_bytes(), type=list[str])
    except (OSError, msgspec.DecodeError):
        return set()
    return {RECORD, *names}
