"""``python -m tests.faults [COMMAND]...``: every fault at every call of every command."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.faults.attempt import after_fault, ready
from tests.faults.commands import COMMANDS
from tests.faults.trace import works


def main(names: list[str]) -> int:
    """Try all faults and print what is wrong."""
    if not works():
        print("strace is needed (apt-get install strace)", file=sys.stderr)
        return 2
    tried, aside, wrong = 0, 0, 0
    for command in COMMANDS:
        if names and command.name not in names:
            continue
        with tempfile.TemporaryDirectory() as folder:
            place = ready(command, Path(folder).resolve())
            done = 0
            for call in place.calls[:: command.step]:
                for fault in call.faults:
                    found = after_fault(place, call, fault)
                    done += found is not None
                    aside += found is None
                    wrong += bool(found)
                    print(*found or (), sep="\n", end="\n" * bool(found), flush=True)
            print(f"{command.name}: {len(place.calls)} calls, {done} faults", flush=True)
            tried += done
    print(f"{tried} faults, {wrong} wrong ({aside} met another call and were not counted)")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
