"""Which files RUN arguments stand for: a file, the runs of a folder, or those of a pattern."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from pathlib import Path

from partwise._record import record
from partwise.errors import FormatError, PartwiseError
from partwise.messages import Note, plural


@record
class RunFiles:
    """Files of runs, and what was left out on the way to them."""

    names: tuple[str, ...]
    notes: list[str] = field(default_factory=list)


def run_files(arguments: Sequence[str]) -> RunFiles:
    """Return the files that RUN arguments stand for.

    What exists is a name, whatever characters it holds. A folder stands for the runs in it;
    an argument that names nothing is a pattern if it has ``*``, ``?`` or ``[``.
    """
    names: list[str] = []
    notes: list[str] = []
    for argument in arguments:
        path = Path(argument)
        if argument == "-" or path.is_file() or not (path.exists() or _is_pattern(argument)):
            names.append(argument)
        elif path.is_dir():
            names += _in_folder(argument, notes)
        elif path.exists():  # a pipe
            names.append(argument)
        else:
            from glob import glob

            found = sorted(glob(argument))  # noqa: PTH207  patterns may be absolute
            if not found:
                raise FormatError(argument, None, "no file has such a name")
            for name in found:
                names += _in_folder(name, notes) if Path(name).is_dir() else [name]
    return RunFiles(tuple(names), notes)


def _is_pattern(argument: str) -> bool:
    from glob import has_magic

    return has_magic(argument)


def _in_folder(folder: str, notes: list[str]) -> list[str]:
    """Return the runs of a folder by name; its other files are named in a note."""
    files = sorted(
        str(path)
        for path in Path(folder).iterdir()
        if path.is_file() and not path.name.startswith(".")
    )
    runs = [name for name in files if _is_run(name)]
    if not runs:
        problem = f"no run in this folder ({plural(len(files), 'file')})"
        raise FormatError(folder, None, problem)
    others = [Path(name).name for name in files if name not in runs]
    if others:
        said = "{n:file} {n:is not a run|are not runs} and {n:was|were} left out ({others})"
        notes.append(Note(said, subject=folder, n=len(others), others=others))
    return runs


def _is_run(name: str) -> bool:
    from partwise.files.kinds import may_be_run

    try:
        return may_be_run(name)
    except (PartwiseError, OSError):
        return False


def with_run_files(files: Sequence[str]) -> tuple[tuple[str, ...], list[str]]:
    """Do the same for assessments followed by runs; saved results stay as they are."""
    found = run_files(files[1:])
    return (*files[:1], *found.names), found.notes
