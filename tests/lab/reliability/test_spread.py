"""Work of the lab over processes."""

from __future__ import annotations

import pytest

from partwise.errors import ParameterError
from partwise.lab.variants import spread


@pytest.mark.parametrize("jobs", [1, 2])
def test_answers_do_not_depend_on_jobs(jobs):
    said = []

    assert spread(abs, [-1, -2, 3], jobs=jobs, step=said.append, what="w") == [1, 2, 3]
    assert said == ["w"] * 4


@pytest.mark.parametrize("jobs", [1, 2])
def test_errors_reach_the_caller(jobs):
    with pytest.raises(ValueError, match="invalid literal"):
        spread(int, ["1", "x", "3"], jobs=jobs)


def test_no_job_at_all():
    with pytest.raises(ParameterError, match="jobs") as caught:
        spread(abs, [1], jobs=0)
    assert caught.value.value == 0
