from __future__ import annotations

import math
import os

import pytest

from partwise.engines.processes import each
from partwise.errors import ParameterError


@pytest.mark.parametrize("jobs", [1, 2, 9])
def test_answers_come_in_the_order_of_the_tasks(jobs):
    assert each(math.sqrt, [9, 4, 1], jobs=jobs) == [3, 2, 1]


def test_nothing_to_do():
    assert each(math.sqrt, [], jobs=2) == []


def test_one_task_needs_no_other_process():
    (here,) = each(_process, [None], jobs=4)

    assert here == os.getpid()


def _process(_task):
    return os.getpid()


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_is_done_next_is_told_before_each_answer(jobs):
    said = []

    each(abs, [-1, -2], jobs=jobs, step=said.append, what="w")

    assert said == ["w"] * 3  # the last finds that nothing is left


@pytest.mark.parametrize("jobs", [1, 2])
def test_errors_reach_the_caller(jobs):
    with pytest.raises(ValueError, match="invalid literal"):
        each(int, ["1", "x", "3"], jobs=jobs)


def test_a_number_of_processes_that_is_none():
    with pytest.raises(ParameterError, match="jobs") as caught:
        each(abs, [1], jobs=0)
    assert caught.value.value == 0
