"""Which engine is chosen."""

from __future__ import annotations

import os

import pytest

from partwise.engines import choose
from partwise.engines.processes import Processes
from partwise.engines.serial import Serial
from partwise.engines.threads import Threads


@pytest.mark.parametrize("name", ["threads", "processes"])
def test_one_job_needs_no_engine(name):
    assert isinstance(choose.engine(name, 1), Serial)


def test_several_jobs():
    assert isinstance(choose.engine("threads", 2), Threads)
    assert choose.engine("processes", 3) == Processes(3)


def test_by_default_the_cores_decide(monkeypatch):
    monkeypatch.setattr(choose, "cores", lambda: 1)
    assert isinstance(choose.engine("threads"), Serial)
    monkeypatch.setattr(choose, "cores", lambda: 2)
    assert isinstance(choose.engine("threads"), Threads)


def test_cores_are_those_of_this_process():
    assert 1 <= choose.cores() <= (os.cpu_count() or 1)
