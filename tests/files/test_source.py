"""Where bytes come from, and everything that can be wrong with them."""

from __future__ import annotations

import errno
import gzip
import io
import os
import subprocess
import sys
import threading
import weakref
from contextlib import suppress
from pathlib import Path

import pytest
from backports import zstd
from hypothesis import given
from hypothesis import strategies as st
from tests.helpers import grouped_options

from partwise.errors import FormatError, FormatErrors, UsageError
from partwise.evaluation.lines import line_of
from partwise.files import reading as api
from partwise.files import source as _source
from partwise.files.kinds import kind_of
from partwise.files.options import Reading
from partwise.files.source import Source, buffered
from partwise.kernels.text.lines import PAD

RUN = b"301 Q0 d1 1 2.5 tag\n301 Q0 d2 2 1.5 tag\n"


def said(path, **options) -> str:
    with pytest.raises(FormatError) as caught:
        api.read_run(path, **grouped_options(**options))
    return str(caught.value)


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("pack", [bytes, gzip.compress, zstd.compress])
def test_compression_by_content(here, pack):
    Path("run.txt").write_bytes(pack(RUN))

    assert api.read_run("run.txt").docs.tolist() == ["d1", "d2"]


def test_two_gzip_members(here):
    Path("run.gz").write_bytes(gzip.compress(RUN[:20]) + gzip.compress(RUN[20:]))

    assert len(api.read_run("run.gz")) == 2


@pytest.mark.parametrize(("pack", "name"), [(gzip.compress, "a.gz"), (zstd.compress, "a.zst")])
def test_truncated_and_damaged_archives(here, pack, name):
    content = bytearray(pack(os.urandom(5000).hex().encode()))
    Path(name).write_bytes(content[:-40])
    assert said(name) == f"{name}: the compressed data end too early. Copy it again"

    content[10:60] = bytes(50)
    Path(name).write_bytes(content)
    assert said(name).startswith(
        f"{name}: cannot be read (damaged {'gzip' if name == 'a.gz' else 'zstd'}"
    )


def test_missing_unreadable_and_folder(here, monkeypatch):
    assert said("nowhere.txt") == "nowhere.txt: no such file"
    Path("folder").mkdir()
    assert said("folder") == "folder: is a directory, not a file"
    Path("secret.txt").write_bytes(RUN)

    def refuse(*_args, **_options):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    assert said("secret.txt") == "secret.txt: cannot be read (permission denied)"


def test_other_errors_of_the_system_are_told(here, monkeypatch):
    Path("run.txt").write_bytes(RUN)

    def refuse(*_args, **_options):
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(Path, "open", refuse)
    assert said("run.txt") == "run.txt: cannot be read (input/output error)"


def test_nul_bytes(here):
    Path("run.txt").write_bytes(RUN + b"301 Q0 d\x003 3 1 tag\n")

    assert said("run.txt") == "run.txt:3: a NUL byte. Is this a text file?"


@given(st.binary(min_size=1, max_size=400))
def test_garbage_is_refused_or_read_but_never_breaks(tmp_path_factory, content):
    path = tmp_path_factory.mktemp("garbage") / "x"
    path.write_bytes(content)
    for read in (api.read_run, api.read_qrels, api.read_lengths, api.read_inventory, kind_of):
        with suppress(FormatError, FormatErrors, UsageError):
            read(path)


def test_binary_garbage_has_a_clear_message(here):
    Path("x").write_bytes(bytes(range(128, 256)) * 50)

    assert said("x") == 'x:1: not UTF-8 (byte 0x80). Use encoding="latin-1" if that is what it is'


def test_utf16_is_guessed_in_the_hint_only(here):
    Path("x").write_bytes(RUN.decode().encode("utf-16"))

    assert said("x", format="trec-run").startswith("x:1: ")
    assert api.read_run("x", reading=Reading(encoding="utf-16")).docs.tolist() == ["d1", "d2"]


def test_wrong_encoding(here):
    Path("x").write_bytes(RUN + b"301 Q0 caf\xe9 3 1 tag\n")

    assert said("x", encoding="ascii") == "x:3: not ascii (byte 0xE9)"
    assert said("x", encoding="shift_jis").startswith("x:3: not shift_jis (byte 0xE9)")
    with pytest.raises(UsageError, match='unknown encoding "klingon"'):
        api.read_run("x", reading=Reading(encoding="klingon"))


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs Linux to tell memory")
def test_a_line_of_100_megabytes(here):
    with Path("run.txt").open("wb") as stream:
        stream.write(RUN)
        for _ in range(100):
            stream.write(b"x" * (1 << 20))
    script = (
        "from pathlib import Path\n"
        "from partwise.files import reading as api\n"
        "try:\n    api.read_run('run.txt')\n"
        "except Exception as error:\n    print(error)\n"
        # ru_maxrss would start from the size of the process that started this one
        "status = Path('/proc/self/status').read_text()\n"
        "print(status.split('VmHWM:')[1].split()[0])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    words, peak = done.stdout.strip().splitlines()

    assert words == "run.txt:3: a line of more than 16,777,216 bytes. Is this a text file?"
    assert int(peak) < 250_000  # kilobytes


def test_standard_input(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(gzip.compress(RUN))))
    run = api.read_run("-")

    assert run.source == "<stdin>"
    assert run.docs.tolist() == ["d1", "d2"]


needs_pipes = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")


@needs_pipes
def test_a_pipe_is_read_once(here):
    os.mkfifo("pipe")
    writer = threading.Thread(target=lambda: Path("pipe").write_bytes(RUN))
    writer.start()
    run = api.read_run("pipe")
    writer.join()

    assert len(run) == 2
    assert line_of(run, 1) == 2  # and never waited for again


@needs_pipes
def test_a_pipe_is_looked_at_and_read(here):
    os.mkfifo("pipe")
    writer = threading.Thread(target=lambda: Path("pipe").write_bytes(RUN))
    writer.start()
    place = buffered("pipe")
    writer.join()

    assert kind_of(place) == "run"
    assert len(api.read_run(place)) == 2
    assert api.read_run(place).source == "pipe"
    assert buffered(".") == "."  # a folder stays a path


@pytest.mark.parametrize(
    ("path", "stem"),
    [
        ("a/bm25.txt", "bm25"),
        ("bm25.run.gz", "bm25"),
        ("x.fol.txt.zst", "x.fol"),
        (".hidden", ".hidden"),
    ],
)
def test_stem(here, path, stem):
    Path(path).parent.mkdir(exist_ok=True)
    Path(path).write_bytes(RUN)

    assert Source(path).stem == stem


@given(st.lists(st.text("ab \n", max_size=30), max_size=6), st.integers(1, 40))
def test_blocks_hold_the_whole_file_in_whole_lines(tmp_path_factory, pieces, size):
    content = "".join(pieces).encode()
    path = tmp_path_factory.mktemp("blocks") / "x"
    path.write_bytes(content)
    seen, line = b"", 1
    for block in Source(path).blocks(size):
        text = block.data[PAD : block.hi].tobytes()
        assert text.endswith(b"\n")
        assert block.line == line
        seen, line = seen + text, line + text.count(b"\n")

    assert seen.removesuffix(b"\n") == content.removesuffix(b"\n")


def test_a_block_is_let_go_when_the_next_is_read(tmp_path):
    path = tmp_path / "run"
    path.write_bytes(RUN * 9)
    before = None
    for block in Source(path).blocks(len(RUN) + 5):
        assert before is None or before() is None
        before = weakref.ref(block.data)
        del block


def test_small_blocks_change_nothing(here, monkeypatch):
    lines = [f"t{i % 3} Q0 doc{i} {i} {i}.25 tag\n" for i in range(300)]
    Path("run.txt").write_text("".join(lines))
    whole = api.read_run("run.txt")
    monkeypatch.setattr(Source.blocks, "__defaults__", (64, None))
    small = api.read_run("run.txt")

    assert small.docs == whole.docs
    assert small.topic.tolist() == whole.topic.tolist()
    assert small.score.tolist() == whole.score.tolist()
    assert _source.BLOCK > 64


def test_a_source_may_hold_some_bytes_of_the_file(tmp_path):
    path = tmp_path / "run.tsv"
    path.write_bytes("é".encode("latin-1"))
    source = Source(path, encoding="latin-1")

    held = source.holding("ä\n".encode())

    assert (held.name, held.stem, held.text(), held.notes) == (str(path), "run", "ä\n", [])
    assert source.text() == "é"


def test_memory_that_is_refused_is_no_fault_of_the_file(tmp_path, monkeypatch):
    (tmp_path / "a").write_bytes(b"x")
    source = Source(tmp_path / "a")

    def refused(*_):
        raise OSError(errno.ENOMEM, "Cannot allocate memory")

    monkeypatch.setattr(source, "_open", refused)
    with pytest.raises(MemoryError):
        source.unpacked()
