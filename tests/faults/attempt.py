"""One fault: run the command with it and look at what is left."""

from __future__ import annotations

import shutil
import signal
import subprocess
from dataclasses import dataclass
from pathlib import Path

from tests.faults.commands import MADE, OF_MADE, Writing, content, lay
from tests.faults.trace import REMOVING, SIGNALS, Call, calls_of, run_plain, run_with

OLD = b"what was there before\n"
_CODES = {"SIGKILL": {-9}, "SIGTERM": {143}, "SIGINT": {130}}
"""Threads count their calls apart, and two may meet a signal; the second changes nothing."""


@dataclass
class Place:
    """A folder in which a command is tried, with what it writes undisturbed."""

    command: Writing
    folder: Path
    new: dict[str, object]
    calls: list[Call]


def ready(command: Writing, folder: Path) -> Place:
    """Lay the files of a command and count its calls."""
    lay(folder)
    for words in MADE if OF_MADE & {*command.words} else ():
        undisturbed(words, folder)
    if command.before:
        undisturbed(command.before, folder)
        for name in filter(lambda name: (folder / name).is_dir(), command.outputs):
            (folder / name).rename(folder / f"{name}.before")
    undisturbed(command.words, folder)
    new = {name: content(folder / name) for name in command.outputs}
    assert None not in new.values()
    place = Place(command, folder, new, [])
    restore(place)
    place.calls = calls_of(list(command.words), folder)
    return place


def undisturbed(words: tuple[str, ...], folder: Path) -> None:
    """Run a command that has to work."""
    done = run_plain(list(words), folder)
    assert done.returncode == 0, (words, done.stderr)


def restore(place: Place) -> dict[str, object]:
    """Let outputs hold something that the command may replace; return what."""
    for name, new in place.new.items():
        target, old = place.folder / name, place.folder / f"{name}.before"
        _remove(target)
        if old.is_dir():
            shutil.copytree(old, target)
        elif not isinstance(new, dict):  # a file
            target.write_bytes(OLD)
    return {name: content(place.folder / name) for name in place.new}


def _remove(target: Path) -> None:
    if target.is_dir():
        shutil.rmtree(target)
    else:
        target.unlink(missing_ok=True)


def after_fault(place: Place, call: Call, fault: str) -> list[str] | None:
    """Return what is wrong after a command met a fault; an empty list where all is well.

    None where the fault did not meet the call that it was meant for.
    """
    before = restore(place)
    done = run_with(list(place.command.words), place.folder, call, fault)
    if done is None:
        _clean(place)
        return None
    after = {name: content(place.folder / name) for name in place.new}
    whole = all(after[name] in (before[name], place.new[name]) for name in after)
    left, kept = hidden(place.folder), "kept: " in done.stderr
    wrong = _wrong_end(place, done, fault, renewed=after == place.new)
    if done.returncode == -signal.SIGTERM and after == before and not left:
        wrong = []  # it came before the command line hears it: nothing was begun
    refused = call.name in REMOVING and fault not in SIGNALS  # the system lets nothing be removed
    # SIGTERM kills a worker, which leaves the end of its command to the one that asks
    killed = fault == "SIGKILL" or ("--jobs" in place.command.words and done.returncode == 2)
    if left and not killed and not refused and not kept:
        wrong.append(f"left behind: {left}")
    if not whole or (left and not refused):
        wrong += _wrong_next(place, whole=whole, kept=kept)
    _clean(place)
    return [f"{place.command.name}: {fault} at {call.name} {call.number}: {what}" for what in wrong]


def _wrong_next(place: Place, *, whole: bool, kept: bool) -> list[str]:
    """Say what is wrong with the next start, which removes or goes on with what is left."""
    words = [*place.command.words]
    if not whole:
        if not place.command.again:
            return ["an output is neither the old nor the new one"]
        words += place.command.again
    else:
        restore(place)
    again = run_plain(words, place.folder)
    left = [] if kept else hidden(place.folder)
    same = {name: content(place.folder / name) for name in place.new} == place.new
    if again.returncode or left or not same:
        return [f"the next start does not mend it: {left} {same} {again.stderr[-300:]}"]
    return []


def _clean(place: Place) -> None:
    for name in hidden(place.folder):
        _remove(place.folder / name)


def _wrong_end(
    place: Place, done: subprocess.CompletedProcess[str], fault: str, *, renewed: bool
) -> list[str]:
    """Say what is wrong with the exit code and the words of a command that met a fault."""
    code, words = done.returncode, done.stderr
    if "Traceback" in words or "internal error" in words:
        return [f"not in words: {words[-600:]}"]
    expected = _CODES.get(fault, {2})
    if "--jobs" in place.command.words:
        expected = expected | {2}  # it was a worker that met the signal
    if code not in expected and not (renewed and code == 0):
        return [f"exit code {code}: {words[-200:]}"]
    if code == 130 and "interrupted\n" not in words:
        return [f"interrupted without saying so: {words[-200:]}"]
    return ["refused without a word"] if code == 2 and not words.strip() else []


def hidden(folder: Path) -> list[str]:
    """Return what waits beside its target or in the folder of temporary files."""
    names = (
        *folder.rglob(".*.partwise"),
        *folder.glob(".partwise-work-*"),
        *folder.glob("tmp/*partwise*"),
    )
    return sorted(str(path.relative_to(folder)) for path in names)
