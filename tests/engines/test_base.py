"""One law for all engines: the answers of a plain loop, in order."""

from __future__ import annotations

import pytest
from tests.engines.samples import done, double, refuse_three

from partwise.engines.base import answers
from partwise.engines.processes import Processes
from partwise.engines.serial import Serial

ENGINES = {"serial": Serial(), "processes": Processes(2)}


@pytest.fixture(params=ENGINES, name="engine")
def every_engine(request):
    done.clear()
    return ENGINES[request.param]


@pytest.mark.parametrize("size", [0, 1, 2, 7])
def test_answers_come_in_the_order_of_the_tasks(engine, size):
    assert list(engine.map(double, range(size))) == [2 * number for number in range(size)]


def test_what_a_task_raises_takes_the_place_of_its_answer(engine):
    found = engine.map(refuse_three, [1, 2, 3, 4])

    assert [next(found), next(found)] == [2, 4]
    with pytest.raises(ValueError, match="three"):
        next(found)
    with pytest.raises(StopIteration):
        next(found)


def test_closing_ends_the_work(engine):
    found = engine.map(double, range(1000))

    assert next(found) == 0
    found.close()
    assert len(done) < 10  # in processes others remember
    with pytest.raises(StopIteration):
        next(found)


def test_tasks_are_taken_as_they_are_needed():
    taken = []

    def tasks():
        for number in range(100):
            taken.append(number)
            yield number

    found = Serial().map(double, tasks())
    next(found)

    assert len(taken) == 1
    found.close()


def test_progress_is_told_before_each_answer(engine):
    said = []

    assert answers(engine, double, [1, 2], step=said.append, what="w") == [2, 4]
    assert said == ["w"] * 3  # the last finds that nothing is left


def test_whoever_is_told_of_progress_can_stop_the_work():
    def stop(_):
        if len(done) == 2:
            raise KeyboardInterrupt

    done.clear()
    with pytest.raises(KeyboardInterrupt):
        answers(Serial(), double, range(10), step=stop)
    assert done == [0, 1]
