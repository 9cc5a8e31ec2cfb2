from __future__ import annotations

import logging

import pytest
from tests.work.engines import dying

from partwise.errors import PartwiseError, UsageError
from partwise.work.engines.base import TaskFailedError
from partwise.work.engines.dask import Dask, NotStartedError

pytest.importorskip("distributed", reason="needs distributed (extra cluster)")


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_a_worker_that_dies_changes_nothing(tmp_path):
    given = [(str(tmp_path), number, int(number == 1)) for number in range(4)]

    found = dict(Dask(2).completed(dying.dies, given))

    assert found == {number: f"{number}".encode() for number in range(4)}


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_a_scheduler_that_is_not_there(tmp_path):
    with pytest.raises(UsageError, match=r"no Dask scheduler at tcp://127.0.0.1:9"):
        list(Dask(1, "tcp://127.0.0.1:9").completed(dying.pid, [(str(tmp_path), 0)]))


def test_who_does_not_answer_is_refused_before_any_work():
    with pytest.raises(UsageError, match=r"no Dask scheduler at tcp://127.0.0.1:9: "):
        Dask(1, "tcp://127.0.0.1:9").reach()
    Dask(1).reach()


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_a_scheduler_that_is_there_is_reached():
    from distributed import LocalCluster

    with LocalCluster(n_workers=0, dashboard_address=None) as cluster:
        Dask(1, cluster.scheduler_address).reach()


def test_a_missing_package_is_named(monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)

    with pytest.raises(PartwiseError, match=r"partwise\[cluster\]"):
        Dask(1)


def started(monkeypatch, bad):
    def fail(**_):
        raise bad

    monkeypatch.setattr("distributed.LocalCluster", fail)
    return list(Dask(1).completed(dying.pid, [("", 0)]))


def test_a_cluster_that_does_not_start_is_told(monkeypatch):
    with pytest.raises(NotStartedError, match=r"^no Dask cluster on this machine: Nanny failed$"):
        started(monkeypatch, RuntimeError("Nanny failed.\nmore"))


@pytest.mark.parametrize("bad", [KeyboardInterrupt(), SystemExit(143)])
def test_nobody_waits_for_a_cluster_after_a_signal(monkeypatch, bad):
    from distributed.deploy.spec import close_clusters

    forgotten = []
    monkeypatch.setattr("atexit.unregister", forgotten.append)
    monkeypatch.setattr(logging.getLogger("asyncio"), "setLevel", forgotten.append)

    with pytest.raises(type(bad)):
        started(monkeypatch, bad)
    assert forgotten == [close_clusters, logging.CRITICAL]


class Deserted:
    """A cluster that does nothing for a while, seen by a client."""

    def __init__(self, workers=()):
        self.asked, self.workers, self.futures = 0, workers, []

    def as_completed(self, futures):
        self.futures = futures
        return self

    def is_empty(self):
        return not self.futures

    def next_batch(self, *, block):
        self.asked += 1
        found = self.futures if self.asked == 9 else []
        self.futures = self.futures[len(found) :]
        return found

    def scheduler_info(self):
        return {"workers": self.workers}


@pytest.fixture
def impatient(monkeypatch):
    monkeypatch.setattr("partwise.work.engines.dask._PATIENCE", 0.0)


@pytest.mark.usefixtures("impatient")
def test_workers_that_are_gone_for_good_are_not_waited_for():
    nobody = Deserted()
    with pytest.raises(TaskFailedError) as bad:
        list(Dask(2)._done(nobody, nobody, {"b": 1, "c": 2}))

    assert (bad.value.task, bad.value.tries, nobody.asked) == (1, 3, 3)
    assert "no worker is left" in bad.value.reason


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(("address", "workers"), [(None, ("one",)), ("tcp://host:1", ())])
def test_workers_that_take_their_time_are_waited_for(address, workers):
    slow = Deserted(workers)

    assert list(Dask(2, address)._done(slow, slow, {"b": 1})) == ["b"]
