"""What commands do besides reading and writing what they are told to: nothing."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.faults.commands import COMMANDS, MADE, lay
from tests.faults.trace import network_calls, works

WATCHED = """
import json, os, shutil, sys
from pathlib import Path

folder, commands = sys.argv[1], json.load(open(sys.argv[2]))
os.chdir(folder)
ours, seen = (folder, os.devnull), []
NEVER = ("socket.", "pickle.find_class", "os.system", "os.exec", "os.posix_spawn", "subprocess.",
         "ftplib.", "http.", "urllib.", "webbrowser.", "os.fork")
CHANGES = ("os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.link", "os.symlink", "os.chmod",
           "os.truncate", "shutil.rmtree")

def watch(event, args):
    if event == "pickle.find_class" and args in DATA:  # folders of buckets hold tables
        return
    if event.startswith(NEVER):
        seen.append([event, repr(args)[:200]])
    elif event == "open" and isinstance(args[0], str) and args[2] & (os.O_WRONLY | os.O_RDWR):
        outside(event, args[0])
    elif event in CHANGES:
        outside(event, os.fsdecode(args[0]))

def outside(event, name):
    if name and not os.path.abspath(name).startswith(ours):
        seen.append([event, name])

from partwise.cli import main
from partwise.work.inputs import _ALLOWED
TABLES = ("names.Names", "run.Run", "qrels.Qrels", "lengths.Lengths", "lengths.Inventory",
          "rows.RowLines", "schema.ColumnNames", "structure.table.Structure", "texts.Texts")
DATA = {*_ALLOWED, ("numpy._core.numeric", "_frombuffer"), ("numpy._core.multiarray", "scalar"),
        *(("partwise.tables." + name).rpartition(".")[::2] for name in TABLES)}
sys.addaudithook(watch)
for words, outputs in commands:
    for name in outputs:
        shutil.rmtree(name) if os.path.isdir(name) else Path(name).unlink(missing_ok=True)
    try:
        main(words)
    except SystemExit as end:
        if end.code:
            seen.append(["exit", [words, end.code]])
print(json.dumps(seen))
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("watched").resolve()
    lay(place)
    return place


@pytest.mark.slow
def test_no_network_no_code_from_data_and_no_other_file_is_changed(folder, tmp_path):
    """Every command that writes, in a process that watches what Python is asked for."""
    some = [one for one in COMMANDS if not {"--jobs", "demo"} & {*one.words}]
    pairs = [*((made, ()) for made in MADE), *((one.words, one.outputs) for one in some)]
    words = [[[*command, "-q"], outputs] for command, outputs in pairs]
    (tmp_path / "words.json").write_text(json.dumps(words))
    done = subprocess.run(
        [sys.executable, "-c", WATCHED, str(folder), str(tmp_path / "words.json")],
        env=os.environ | {"TMPDIR": str(folder / "tmp"), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True, text=True, check=True,
    )  # fmt: skip

    assert json.loads(done.stdout.splitlines()[-1]) == []


@pytest.mark.slow
@pytest.mark.skipif(not works(), reason="strace is not there or may not trace")
@pytest.mark.parametrize("name", ["evaluate-parquet", "report", "plot-svg", "structure"])
def test_libraries_ask_the_system_for_no_network(tmp_path, name):
    """Polars and the drawer of charts are not of Python; the system sees them too."""
    command = next(one for one in COMMANDS if one.name == name)
    lay(tmp_path.resolve())

    assert network_calls(list(command.words), tmp_path.resolve()) == []


def test_the_page_lists_what_is_promised():
    page = (Path(__file__).parent.parent.parent / "docs" / "limits.md").read_text()
    for word in ("network", "code", "Links", "terminal", "formula", "escaped", "audit", "wheel"):
        assert word in page
