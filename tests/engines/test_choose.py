"""Which engine is chosen."""

from __future__ import annotations

import os

from partwise.engines import choose
from partwise.engines.processes import Processes
from partwise.engines.serial import Serial


def test_one_job_needs_no_engine():
    assert isinstance(choose.engine(1), Serial)


def test_several_jobs():
    assert choose.engine(3) == Processes(3)


def test_by_default_the_cores_decide(monkeypatch):
    monkeypatch.setattr(choose, "cores", lambda: 1)
    assert isinstance(choose.engine(), Serial)
    monkeypatch.setattr(choose, "cores", lambda: 2)
    assert choose.engine() == Processes(2)


def test_cores_are_those_of_this_process():
    assert 1 <= choose.cores() <= (os.cpu_count() or 1)
