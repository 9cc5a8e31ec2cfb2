"""Commands under strace: which calls change files, and what happens when one fails."""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.faults.warm import Warm

_WRITES = ("write", "pwrite64", "writev", "fsync", "fdatasync", "ftruncate")
_NAMES = (
    "openat", "rename", "renameat", "renameat2", "mkdir", "mkdirat", "unlink", "unlinkat", "rmdir",
    "chmod", "fchmod", "fchmodat",
)  # fmt: skip
REMOVING = ("unlink", "unlinkat", "rmdir")
_CALL = re.compile(r"^(\d+) +(\w+)\((.*)")
_HERE = re.compile(r"AT_FDCWD<[^>]*>")
SIGNALS = ("SIGKILL", "SIGTERM", "SIGINT")


@dataclass(frozen=True)
class Call:
    """The n-th call of its name in its thread."""

    name: str
    number: int

    @property
    def faults(self) -> tuple[str, ...]:
        """What can go wrong there: signals, a full or broken disk, rights that are missing."""
        return (*SIGNALS, *(("ENOSPC", "EIO") if self.name in _WRITES else ("EACCES", "EROFS")))


@cache
def _warm() -> Warm:
    return Warm()


def calls_of(words: list[str], folder: Path) -> list[Call]:
    """Run a command and return its calls that change something below a folder."""
    with tempfile.TemporaryDirectory() as place:
        log = Path(place) / "log"
        names = ",".join((*_WRITES, *_NAMES))
        _warm().run(words, folder, ["-o", str(log), "-y", "-e", f"trace={names}"])
        lines = log.read_text(errors="replace").splitlines()
    counts: dict[tuple[str, str], int] = {}
    found: dict[Call, None] = {}
    for line in lines:
        matched = _CALL.match(line)
        if matched is None:
            continue
        thread, name = matched[1], matched[2]
        counts[thread, name] = counts.get((thread, name), 0) + 1
        if _changes(line, folder):
            found[Call(name, counts[thread, name])] = None
    return list(found)


def _changes(line: str, folder: Path) -> bool:
    """Tell whether a call changes something below a folder."""
    return str(folder) in _HERE.sub("", line) and "O_RDONLY" not in line


def run_with(
    words: list[str], folder: Path, call: Call, fault: str
) -> subprocess.CompletedProcess[str] | None:
    """Run a command with a signal or an error at one of its calls.

    None where the error met another file too: threads count their calls apart.
    """
    kind = "signal" if fault.startswith("SIG") else "error"
    inject = f"inject={call.name}:{kind}={fault}:when={call.number}"
    with tempfile.TemporaryDirectory() as place:
        log = Path(place) / "log"
        options = ["-o", str(log), "-y", "-e", f"trace={call.name}", "-e", inject]
        done = _warm().run(words, folder, options)
        met = [one for one in log.read_text(errors="replace").splitlines() if "(INJECTED)" in one]
    if kind == "error" and (not met or not all(_changes(one, folder) for one in met)):
        return None
    return done


def run_reading(
    words: list[str], folder: Path, file: str, fault: str
) -> subprocess.CompletedProcess[str]:
    """Run a command in which reading one file fails."""
    inject = ["-e", "trace=read,pread64,mmap", "-e", f"inject=read,pread64:error={fault}:when=1+"]
    return _warm().run(words, folder, ["-o", os.devnull, "-P", str(folder / file), *inject])


def run_plain(words: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a command undisturbed."""
    return _warm().run(words, folder)


def works() -> bool:
    """Tell whether strace is there and may trace."""
    try:
        done = subprocess.run(["strace", "-qq", "-o", os.devnull, "true"], check=False)
    except OSError:
        return False
    return done.returncode == 0


def network_calls(words: list[str], folder: Path) -> list[str]:
    """Run a command and return its calls about networks; sockets inside the machine are none."""
    with tempfile.TemporaryDirectory() as place:
        log = Path(place) / "log"
        done = _warm().run(words, folder, ["-o", str(log), "-e", "trace=%network"])
        assert done.returncode == 0, done.stderr
        lines = log.read_text(errors="replace").splitlines()
    return [line for line in lines if "AF_INET" in line or "AF_NETLINK" in line]
