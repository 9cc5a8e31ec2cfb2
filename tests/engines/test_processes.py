"""Processes."""

from __future__ import annotations

import math
import os

from tests.engines.samples import process

from partwise.engines.processes import Processes


def test_one_task_stays_in_this_process():
    assert list(Processes(2).map(process, [0])) == [os.getpid()]


def test_several_tasks_leave_it():
    assert os.getpid() not in list(Processes(2).map(process, range(3)))


def test_more_jobs_than_tasks():
    assert list(Processes(9).map(math.sqrt, [9, 4, 1])) == [3, 2, 1]
