from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from multiprocessing import active_children
from pathlib import Path

import pytest
from tests.conftest import ROOT
from tests.helpers import default_signals
from tests.work.engines import dying

from partwise.work.engines import processes
from partwise.work.engines.base import TaskFailedError
from partwise.work.engines.processes import Processes


def tasks(folder, *times):
    return [(str(folder), number, n) for number, n in enumerate(times)]


def test_answers_come_with_the_numbers_of_their_tasks(tmp_path):
    given = [(str(tmp_path), number) for number in range(5)]

    found = dict(Processes(2).completed(dying.pid, given))

    assert found == {number: f"{number} 1".encode() for number in range(5)}
    assert list(Processes(2).completed(dying.pid, [])) == []


@pytest.mark.slow
def test_tasks_of_a_worker_that_died_are_tried_again(tmp_path):
    found = dict(Processes(2).completed(dying.dies, tasks(tmp_path, 0, 2, 0, 1)))

    assert found == {number: f"{number}".encode() for number in range(4)}


@pytest.mark.slow
def test_a_task_that_kills_two_workers_is_done_by_the_third(tmp_path):
    found = dict(Processes(1).completed(dying.dies, tasks(tmp_path, 0, 2)))

    assert found == {0: b"0", 1: b"1"}


@pytest.mark.slow
def test_a_task_that_kills_every_worker_is_named(tmp_path):
    with pytest.raises(TaskFailedError) as bad:
        list(Processes(2).completed(dying.dies, tasks(tmp_path, 0, 9)))

    assert (bad.value.task, bad.value.tries) == (1, 3)
    assert (tmp_path / "1").read_text() == "xxx"


@pytest.mark.slow
def test_a_worker_may_be_killed_at_any_moment(tmp_path):
    """From its first moment on: while it starts, while a task is sent, while it answers."""
    given = [(str(tmp_path), number, "x" * 300_000) for number in range(4)]
    for turn in range(30):
        before = {process.pid for process in active_children()}
        stop, seen = threading.Event(), []

        def kill(delay=turn / 60, before=before, stop=stop, seen=seen):
            while not stop.is_set() and not seen:
                seen.extend(p.pid for p in active_children() if p.pid not in before)
            stop.wait(delay)
            for pid in seen[:1]:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)

        killer = threading.Thread(target=kill)
        killer.start()
        found = dict(Processes(2).completed(dying.answers, given))
        stop.set()
        killer.join()

        assert found == dict.fromkeys(range(4), b"300000")


def test_an_error_that_cannot_travel_is_told_in_words(tmp_path):
    with pytest.raises(RuntimeError, match="LocalError: no 0"):
        list(Processes(1).completed(dying.refuses_locally, [(str(tmp_path), 0)]))


def test_what_a_task_raises_is_raised(tmp_path):
    with pytest.raises(ValueError, match="no 0"):
        list(Processes(1).completed(dying.refuses, [(str(tmp_path), 0)]))


def test_old_workers_are_gone_before_new_ones_start(tmp_path, monkeypatch):
    monkeypatch.setattr(processes, "RECYCLED", 1)

    given = [(str(tmp_path), number) for number in range(3)]
    found = dict(Processes(1).completed(dying.process, given))

    pids = [int(pid) for pid in found.values()]
    assert len(set(pids)) == 3
    assert not [child for child in active_children() if child.pid in pids]


INTERRUPTED = """
import os, signal, sys
from pathlib import Path
from partwise.work.engines.processes import Processes
from tests.work.engines import dying
from tests.helpers import default_signals

place = Path(sys.argv[1])
tasks = [(str(place), number) for number in range(9)]
try:
    for _ in Processes(2).completed(dying.burns, tasks):
        (place / "before").write_bytes((place / "spent").read_bytes())
        os.kill(os.getpid(), signal.SIGINT)
except KeyboardInterrupt:
    pass
"""


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc").is_dir(), reason="needs /proc to see the workers")
def test_workers_end_with_an_interrupt_whatever_they_do(tmp_path):
    """Told in processor time, which a busy machine does not change."""
    surroundings = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])}
    words = [sys.executable, "-c", INTERRUPTED, str(tmp_path)]
    subprocess.run(words, env=surroundings, check=True, preexec_fn=default_signals)
    workers = [int(file.read_text()) for file in tmp_path.glob("began-*")]
    while any(Path(f"/proc/{one}").exists() for one in workers):  # for a minute at most
        time.sleep(0.02)
    before, after = (
        float((tmp_path / name).read_text().split("\n")[-2]) for name in ("before", "spent")
    )

    assert after - before < 5
    assert len(workers) == 2  # and none took another task


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
def test_workers_hear_no_interrupt_from_their_first_moment_on(tmp_path):
    """A terminal sends it to all, and a worker that just begins would print a traceback."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())

    found = dict(Processes(1).completed(dying.waiting, [(str(tmp_path), 0)]))

    assert found == {0: b"True"}
    assert signal.pthread_sigmask(signal.SIG_BLOCK, ()) == before
