from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import time
from concurrent import futures
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest
from tests.conftest import ROOT
from tests.engines import dying
from tests.helpers import default_signals

from partwise.engines import retrying
from partwise.engines.base import TaskFailedError
from partwise.engines.retrying import RetryingProcesses


def tasks(folder, *times):
    return [(str(folder), number, n) for number, n in enumerate(times)]


def test_answers_come_with_the_numbers_of_their_tasks(tmp_path):
    given = [(str(tmp_path), number) for number in range(5)]

    found = dict(RetryingProcesses(2).completed(dying.pid, given))

    assert found == {number: f"{number} 1".encode() for number in range(5)}
    assert list(RetryingProcesses(2).completed(dying.pid, [])) == []


@pytest.mark.slow
def test_tasks_of_a_worker_that_died_are_tried_again(tmp_path):
    """A task is also lost with the worker beside it, so that each may die once of itself."""
    found = dict(RetryingProcesses(2).completed(dying.dies, tasks(tmp_path, 0, 1, 0, 1)))

    assert found == {number: f"{number}".encode() for number in range(4)}


@pytest.mark.slow
def test_a_task_that_kills_two_workers_is_done_by_the_third(tmp_path):
    found = dict(RetryingProcesses(1).completed(dying.dies, tasks(tmp_path, 0, 2)))

    assert found == {0: b"0", 1: b"1"}


@pytest.mark.slow
def test_a_task_that_kills_every_worker_is_named(tmp_path):
    with pytest.raises(TaskFailedError) as bad:
        list(RetryingProcesses(2).completed(dying.dies, tasks(tmp_path, 0, 9)))

    assert (bad.value.task, bad.value.tries) == (1, 3)
    assert (tmp_path / "1").read_text() == "xxx"


@pytest.mark.parametrize("bad", [BrokenProcessPool("dead"), OSError("handle is closed")])
def test_a_worker_that_dies_before_a_task_is_sent_costs_a_try(tmp_path, monkeypatch, bad):
    """Seen where one dies while Python's executor starts the next."""
    sent = []

    class Breaking(futures.ProcessPoolExecutor):
        def submit(self, *words):
            sent.append(words[-1])
            if len(sent) == 2:
                raise bad
            return super().submit(*words)

    monkeypatch.setattr(futures, "ProcessPoolExecutor", Breaking)

    given = [(str(tmp_path), number) for number in range(3)]
    found = dict(RetryingProcesses(2).completed(dying.pid, given))

    assert sorted(found) == [0, 1, 2]
    assert len(sent) == 5  # 0 and 1 twice


def test_what_the_system_refuses_is_raised(tmp_path, monkeypatch):
    def refuse(*_):
        raise OSError(errno.EMFILE, "too many open files")

    monkeypatch.setattr(futures.ProcessPoolExecutor, "submit", refuse)

    with pytest.raises(OSError, match="too many"):
        list(RetryingProcesses(2).completed(dying.pid, [(str(tmp_path), 0)]))


def test_what_a_task_raises_is_raised(tmp_path):
    with pytest.raises(ValueError, match="no 0"):
        list(RetryingProcesses(1).completed(dying.refuses, [(str(tmp_path), 0)]))


def test_old_workers_are_gone_before_new_ones_start(tmp_path, monkeypatch):
    alive, pools = [], []

    class Watched(futures.ProcessPoolExecutor):
        def __init__(self, *how):
            alive.extend(pool for pool in pools if pool not in ended)
            pools.append(self)
            super().__init__(*how)

        def shutdown(self, wait=True, **how):
            super().shutdown(wait=wait, **how)
            if wait:
                ended.append(self)

    ended = []
    monkeypatch.setattr(futures, "ProcessPoolExecutor", Watched)
    monkeypatch.setattr(retrying, "RECYCLED", 1)

    given = [(str(tmp_path), number) for number in range(2)]
    found = dict(RetryingProcesses(1).completed(dying.pid, given))

    assert found == {0: b"0 1", 1: b"1 1"}
    assert (len(pools), alive) == (2, [])


INTERRUPTED = """
import os, signal, sys
from pathlib import Path
from partwise.engines.retrying import RetryingProcesses
from tests.engines import dying
from tests.helpers import default_signals

place = Path(sys.argv[1])
tasks = [(str(place), number) for number in range(9)]
try:
    for _ in RetryingProcesses(2).completed(dying.burns, tasks):
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

    found = dict(RetryingProcesses(1).completed(dying.waiting, [(str(tmp_path), 0)]))

    assert found == {0: b"True"}
    assert signal.pthread_sigmask(signal.SIG_BLOCK, ()) == before
