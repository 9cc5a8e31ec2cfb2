"""``evaluate --jobs``: real processes that are killed, full disks, folders of other work."""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.helpers import AFTER_BUCKETS, answer, default_signals

posix = pytest.mark.skipif(sys.platform == "win32", reason="needs signals and limits of POSIX")

HOW = ("-m", "CharR@3", "-m", "AP", "-m", "CharAP", "--per-topic", "--format", "tsv")


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("files")
    numbers = random.Random(3)
    topics = [f"t{n}" for n in range(60)]
    judged, rows = ["topic\tdoc\tstart\tend\tlength"], []
    for topic in topics:
        judged += [f"{topic}\td{d}\t{d}\t{d + 40}\t100" for d in numbers.sample(range(50), 2)]
        for _ in range(30):
            start = numbers.randrange(90)
            doc, score = numbers.randrange(60), numbers.randrange(9)
            rows.append(f"{topic}\td{doc}\t{start}\t{start + 20}\t{score}")
    numbers.shuffle(rows)
    (folder / "q.tsv").write_text("\n".join(judged) + "\n")
    (folder / "r.tsv").write_text("\n".join(["topic\tdoc\tstart\tend\tscore", *rows]) + "\n")
    return folder


def begin(folder, *words, **how):
    command = [sys.executable, "-m", "partwise", *map(str, words)]
    pipe = subprocess.PIPE
    how = {"preexec_fn": default_signals} | how
    return subprocess.Popen(command, cwd=folder, stdout=pipe, stderr=pipe, text=True, **how)


def run(folder, *words, **how):
    process = begin(folder, *words, **how)
    out, err = process.communicate()
    return process.returncode, out, err


def run_here(folder, *words):
    """What needs no process of its own."""
    found = answer(folder, *words)
    return found.code, found.out, found.err


@pytest.fixture(scope="module")
def plain(files):
    found = run(files, "evaluate", "q.tsv", "r.tsv", *HOW)
    assert found[0] == 0
    return found


def parts(work):
    return sorted((work / "parts").glob("part-*.parquet"))


def until_parts(process, work):
    while process.poll() is None and not parts(work):
        time.sleep(0.005)


def workers(pid):
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        try:
            stat = (place / "stat").read_text().rpartition(")")[2].split()
            words = (place / "cmdline").read_text()
        except OSError:
            continue
        if int(stat[1]) == pid and "spawn_main" in words:
            found.append(int(place.name))
    return found


SHARED = 80_000_000
"""Bytes of a run that two processes share."""


@pytest.fixture(scope="module")
def large(files, tmp_path_factory):
    """Judgements and a run of many bytes, most of them in a column that no measure reads."""
    folder = tmp_path_factory.mktemp("large")
    header, *rows = (files / "r.tsv").read_text().splitlines()
    wide = "x" * (SHARED // len(rows))
    lines = [f"{header}\tnote", *(f"{row}\t{wide}" for row in sorted(rows))]
    (folder / "r.tsv").write_text("\n".join(lines) + "\n")
    (folder / "q.tsv").write_text((files / "q.tsv").read_text())
    return folder


@pytest.fixture(scope="module")
def alone(large):
    found = run(large, "evaluate", "q.tsv", "r.tsv", *HOW)
    assert found[0] == 0
    return found


@pytest.mark.slow
def test_two_processes_change_nothing(large, alone):
    before = sorted(large.iterdir())

    assert run(large, "evaluate", "q.tsv", "r.tsv", "--jobs", 2, *HOW) == alone
    assert sorted(large.iterdir()) == before


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc").is_dir(), reason="needs /proc to find the workers")
def test_a_worker_of_a_share_that_is_killed_changes_nothing(large, alone):
    process = begin(large, "evaluate", "q.tsv", "r.tsv", "--jobs", 2, *HOW)
    while process.poll() is None and not (found := workers(process.pid)):
        time.sleep(0.005)
    os.kill(found[0], signal.SIGKILL)
    out, err = process.communicate()

    assert (process.returncode, out, err) == alone


@posix
@pytest.mark.slow
def test_a_share_that_kills_every_worker_is_named(large, dying):
    code, out, err = run(large, "evaluate", "q.tsv", "r.tsv", "--jobs", 2, *HOW, env=dying)

    assert (code, out) == (2, "")
    assert re.fullmatch(r"share \d of \d of r.tsv failed 3 times: a worker died\n", err)


def test_too_little_is_not_shared(files, plain):
    code, out, err = run_here(files, "evaluate", "q.tsv", "r.tsv", "--jobs", 2, *HOW)
    said = "note: --jobs 2: one process evaluated everything, as there is too little to share\n"

    assert (code, out, err) == (*plain[:2], said + plain[2])


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc").is_dir(), reason="needs /proc to find the workers")
def test_a_worker_that_is_killed_changes_nothing(files, plain, tmp_path):
    work = tmp_path / "w"
    assert run_here(files, "bucket", "q.tsv", "r.tsv", "-o", work, "-n", 48, "-q")[0] == 0
    process = begin(files, "evaluate", work, "--jobs", 2, *HOW)
    until_parts(process, work)
    for pid in workers(process.pid)[:1]:
        os.kill(pid, signal.SIGKILL)
    out, err = process.communicate()

    assert (process.returncode, out, err) == plain


STOPPED = f"""
import os, runpy, sys
from glob import glob
workers, number = sys.argv[1], int(sys.argv[2])

def after_bucket():
    with open(workers, "w") as file:
        print(*(open(name).read() for name in glob("/proc/self/task/*/children")), file=file)
    os.kill(os.getpid(), number)
{AFTER_BUCKETS}
sys.argv[1:] = sys.argv[3:]
runpy.run_module("partwise", run_name="__main__", alter_sys=True)
"""


def stopped(folder, number, at, *words):
    """Run a command that gets a signal after its first part; return its end and its workers."""
    command = [sys.executable, "-c", STOPPED, str(at), str(int(number)), *map(str, words)]
    how = {"cwd": folder, "preexec_fn": default_signals}
    done = subprocess.run(command, capture_output=True, text=True, check=False, **how)
    return done, at.read_text().split()


def until_gone(processes):
    """Wait until processes have ended."""
    until = time.monotonic() + 300
    while any(Path(f"/proc/{one}").exists() for one in processes):
        assert time.monotonic() < until
        time.sleep(0.02)


@posix
@pytest.mark.slow
def test_a_driver_that_is_killed_is_resumed(files, plain, tmp_path):
    work = tmp_path / "w"
    assert run_here(files, "bucket", "q.tsv", "r.tsv", "-o", work, "-n", 48, "-q")[0] == 0
    words = ("evaluate", work, "--jobs", 2, *HOW)
    process, mine = stopped(files, signal.SIGKILL, tmp_path / "workers", *words)
    assert process.returncode == -signal.SIGKILL
    until_gone(mine)
    done = {place: place.stat().st_mtime_ns for place in parts(work)}
    assert 0 < len(done) < 48

    assert run_here(files, "evaluate", work, "--jobs", 2, *HOW)[0] == 2
    assert run(files, "evaluate", work, "--jobs", 2, "--resume", *HOW) == plain
    assert all(place.stat().st_mtime_ns == when for place, when in done.items())


@posix
@pytest.mark.slow
@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_a_signal_ends_the_workers_and_keeps_the_parts(files, tmp_path, number, code):
    work = tmp_path / "w"
    assert run_here(files, "bucket", "q.tsv", "r.tsv", "-o", work, "-n", 48, "-q")[0] == 0
    words = ("evaluate", work, "--jobs", 2, *HOW)
    process, mine = stopped(files, number, tmp_path / "workers", *words)

    assert (process.returncode, process.stdout) == (code, "")
    assert f"finished parts are in {work / 'parts'}; --resume goes on\n" in process.stderr
    until_gone(mine)
    assert 0 < len(parts(work)) <= 2  # of 48: what each worker had in hand, and nothing more


def small_files():
    import resource

    resource.setrlimit(resource.RLIMIT_FSIZE, (1500, 1500))


@posix
def test_a_full_disk_is_told_and_leaves_no_manifest(files, tmp_path):
    work = tmp_path / "w"
    words = ("bucket", "q.tsv", "r.tsv", "-o", work, "-n", 2)
    code, out, err = run(files, *words, preexec_fn=small_files)

    assert (code, out) == (2, "")
    assert str(work) in err
    assert "Traceback" not in err
    assert err.count("\n") == 1
    assert re.search(r"cannot be written \(file too large; [\d,]+ bytes needed\)", err)
    assert not (work / "manifest.json").exists()
    assert run_here(files, *words, "--resume")[0] == 0


@posix
@pytest.mark.slow
def test_a_full_disk_keeps_the_parts_that_are_there(files, plain, tmp_path):
    work = tmp_path / "w"
    assert run_here(files, "bucket", "q.tsv", "r.tsv", "-o", work, "-n", 8, "-q")[0] == 0
    first = ("evaluate", work, "--bucket", "0/8", "-q", *HOW[:-3])
    assert run_here(files, *first)[0] == 0
    words = ("evaluate", work, "--jobs", 2, "--resume", *HOW)
    code, out, err = run(files, *words, preexec_fn=small_files)

    assert (code, out) == (2, "")
    assert re.search(r"part-0000\d-of-00008.parquet: cannot be written \(file too large; ", err)
    assert [place.name for place in parts(work)] == ["part-00000-of-00008.parquet"]
    assert run(files, *words) == plain


@pytest.mark.slow
def test_a_damaged_bucket_leaves_the_others_usable(files, tmp_path):
    work = tmp_path / "w"
    assert run_here(files, "bucket", "q.tsv", "r.tsv", "-o", work, "-n", 4, "-q")[0] == 0
    (bad,) = (work / "runs" / "00000" / "bucket=00002").iterdir()
    bad.write_bytes(bad.read_bytes()[:-9])

    for number in range(4):
        one = ("evaluate", work, "--bucket", f"{number}/4", "-q", "-m", "CharR@3")
        code, _, err = run_here(files, *one)
        if number == 2:
            hint = "damaged: not what the manifest says. Make the buckets again"
            assert (code, err) == (2, f"{bad}: {hint}\n")
        else:
            assert (code, err) == (0, "")
    code, _, err = run_here(files, "merge", work)
    assert code == 2
    assert "bucket 2 of 4 is missing" in err


@pytest.fixture
def dying(tmp_path):
    """Surroundings in which all workers die at their start."""
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "sitecustomize.py").write_text(
        "import sys\n"
        "if any('spawn_main' in word for word in sys.orig_argv):\n"
        "    import os, signal\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    return {**os.environ, "PYTHONPATH": str(tmp_path / "site")}


@posix
@pytest.mark.slow
def test_a_bucket_that_kills_every_worker_is_named(files, tmp_path, dying):
    work = tmp_path / "w"
    assert run_here(files, "bucket", "q.tsv", "r.tsv", "-o", work, "-n", 2, "-q")[0] == 0
    code, out, err = run(files, "evaluate", work, "--jobs", 2, *HOW, env=dying)

    assert (code, out) == (2, "")
    end = f"failed 3 times: a worker died; finished buckets are in {work}, go on with --resume\n"
    assert re.fullmatch(rf"bucket [01] {re.escape(end)}", err)


@posix
@pytest.mark.slow
def test_buckets_that_were_put_aside_are_named_once(files, plain, tmp_path, dying):
    """Not where they were before."""
    target = tmp_path / "out.tsv"
    words = ("evaluate", "q.tsv", "r.tsv", "--engine", "processes", "--jobs", 2, *HOW, "-o", target)
    code, out, err = run(files, *words, env=dying)

    assert (code, out) == (2, "")
    (kept,) = tmp_path.glob(".partwise-work-*")
    first, last = err.splitlines()
    assert first == f"kept: {kept} (--work {kept} --resume goes on)"
    assert re.fullmatch("bucket [01] failed 3 times: a worker died", last)
    assert run(files, *words, "--work", kept, "--resume")[0] == 0
    assert target.read_text() == plain[1]


@pytest.mark.slow
def test_two_processes_evaluate_buckets_of_topics_that_come_back(tmp_path):
    rows = "".join(f"t{n % 97}\td{n}\t{n % 50}\t{n % 50 + 30}\t{n}\n" for n in range(90_000))
    (tmp_path / "q.tsv").write_text("topic\tdoc\tstart\tend\nt1\td1\t0\t40\nt5\td5\t0\t9\n")
    (tmp_path / "r.tsv").write_text("topic\tdoc\tstart\tend\tscore\n" + rows + rows[::1])
    words = ("evaluate", "q.tsv", "r.tsv", "-m", "CharR@9", "--lenient")
    plain = run_here(tmp_path, *words)
    work = ("--work", tmp_path / "w")
    assert plain[0] == 0
    assert run(tmp_path, *words, "--memory", "600M", "--jobs", 2, *work) == plain
    assert not list((tmp_path / "w").glob(".*"))


@pytest.mark.slow
def test_those_who_want_to_know_are_told_when_an_engine_pays(files, tmp_path):
    pytest.importorskip("distributed", reason="needs distributed (extra cluster)")
    words = ("evaluate", "q.tsv", "r.tsv", "--engine", "dask://127.0.0.1:9", "--work")
    quiet = run(files, *words, tmp_path / "a", *HOW)
    said = run(files, *words, tmp_path / "b", *HOW, "--verbose")

    assert (quiet[0], said[0]) == (2, 2)
    assert quiet[2].startswith("no Dask scheduler at tcp://127.0.0.1:9: ")
    note = "rows: below 20 million rows an engine does not pay; --jobs may\n"
    assert said[2].startswith("note: about 1,8")
    assert note in said[2]
    assert note not in quiet[2]
    assert quiet[2].count("\n") == 1


def test_nothing_is_split_for_a_scheduler_that_is_not_there(files, tmp_path):
    pytest.importorskip("distributed", reason="needs distributed (extra cluster)")
    work = tmp_path / "w"
    words = ("--engine", "dask://127.0.0.1:9", "--work", work)

    code, out, err = run_here(files, "evaluate", "q.tsv", "r.tsv", *words, *HOW)

    assert (code, out) == (2, "")
    assert err.startswith("no Dask scheduler at tcp://127.0.0.1:9: ")
    assert err.count("\n") == 1
    assert not work.exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--memory", "100M"], "at least 300M"),
        (["--memory", "lots"], "expected a size"),
        (["--engine", "magic"], "expected processes, dask or spark"),
        (["--engine", "dask://127.0.0.1:9"], "needs --work DIR"),
        (["--resume"], "--resume needs --work"),
    ],
)
def test_slips_are_told(files, words, said):
    before = sorted(files.iterdir())

    code, out, err = run_here(files, "evaluate", "q.tsv", "r.tsv", *words)

    assert (code, out) == (2, "")
    assert said in err
    assert sorted(files.iterdir()) == before


@pytest.mark.slow
def test_a_folder_of_other_work_is_refused(files, plain, tmp_path):
    work = tmp_path / "w"
    given = ("evaluate", "q.tsv", "r.tsv", "--work", work, *HOW)
    assert run_here(files, *given) == plain
    kept = {place: place.read_bytes() for place in work.rglob("*.parquet")}

    code, _, err = run_here(files, *given)
    assert code == 2
    assert "Use --resume" in err
    assert run_here(files, *given, "--resume") == plain
    (tmp_path / "l.tsv").write_text("doc\tlength\nd1\t30\n")
    (tmp_path / "i.tsv").write_text("doc\tstart\tend\nd1\t0\t30\n")
    (tmp_path / "t.jsonl").write_text('{"doc": "d1", "text": "x"}\n')
    for name, value in (
        ("missing", "skip"),
        ("lengths", tmp_path / "l.tsv"),
        ("inventory", tmp_path / "i.tsv"),
        ("texts", tmp_path / "t.jsonl"),
    ):
        code, _, err = run_here(files, *given, "--resume", f"--{name}", value)
        assert code == 2
        assert "other files or options" in err, name
    code, _, err = run_here(files, *given, "--resume", "-m", "P@1", "--undefined", "zero")
    assert code == 2
    assert "differs in: undefined, measures. Use another folder" in err
    assert {place: place.read_bytes() for place in work.rglob("*.parquet")} == kept


@pytest.mark.parametrize("name", [".git/config", "runs/mine.tsv", "qrels/q.tsv", "notes.txt"])
def test_a_foreign_folder_is_refused_and_left_alone(files, tmp_path, name):
    kept = tmp_path / "w" / name
    kept.parent.mkdir(parents=True)
    kept.write_text("mine")

    for more in ([], ["--resume"]):
        code, _, err = run_here(
            files, "evaluate", "q.tsv", "r.tsv", "--work", tmp_path / "w", *more
        )
        assert (code, err) == (2, f"{tmp_path / 'w'} is not an empty folder. Use another folder\n")
    assert kept.read_text() == "mine"


def test_notes_of_workers_spell_options_as_the_command_line_does(tmp_path):
    rows = [f"t{n}\td\t{n}\t{n + 9}\t{judge}\n" for n in range(4) for judge in "ab"]
    (tmp_path / "q.tsv").write_text("topic\tdoc\tstart\tend\tassessor\n" + "".join(rows))
    found = [f"t{n}\td\t0\t9\t1\n" for n in range(4)]
    (tmp_path / "r.tsv").write_text("topic\tdoc\tstart\tend\tscore\n" + "".join(found))
    words = ("evaluate", "q.tsv", "r.tsv", "-m", "CharR@3", "--format", "json")

    alone, shared = (
        run_here(tmp_path, *words),
        run(tmp_path, *words, "--engine", "processes", "--jobs", "2"),
    )

    assert alone == shared
    assert "(--assessor takes one)" in alone[1]
