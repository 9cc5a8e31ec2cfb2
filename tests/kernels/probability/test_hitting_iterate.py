from __future__ import annotations

import numpy as np
import pytest
from scipy.sparse import csr_array
from tests.kernels.probability.test_hitting import web

from partwise.kernels import hitting_solvers as hitting_iterate
from partwise.kernels.hitting_solvers import Columns, _Turn

N = 300
SOURCE, TARGET, CHANCE = web(N, 5)
MATRIX = csr_array((CHANCE, (SOURCE, TARGET)), shape=(N, N))
DENSE = np.eye(N) - MATRIX.toarray()
SIDES = np.random.default_rng(5).random((N, 40)) * np.logspace(0, -12, 40)


def solve(b, held=None, enough=1e-15):
    return Columns(MATRIX, held).solve(b, np.full(b.shape[1], enough))


def test_all_columns_are_solved():
    x, left = solve(SIDES)

    assert x == pytest.approx(np.linalg.solve(DENSE, SIDES), rel=1e-10)
    assert left == pytest.approx(np.abs(SIDES - DENSE @ x).max(axis=0), abs=1e-15)
    assert left.max() < 1e-14


def test_a_column_does_not_know_of_the_others():
    x, left = solve(SIDES)
    for some in ([0], [39], [3, 4], list(range(0, 40, 3)), list(range(39, -1, -1))):
        alone, rest = solve(np.ascontiguousarray(SIDES[:, some]))
        assert (alone == x[:, some]).all()
        assert (rest == left[some]).all()


def test_what_leads_nowhere_stays_nothing():
    b = np.zeros((N, 2))
    b[5, 1] = 1
    x, left = solve(b)

    assert not x[:, 0].any()
    assert left[0] == 0
    unlinked = np.setdiff1d(np.arange(N), TARGET)[0]
    b[5, 1], b[unlinked, 1] = 0, 1
    assert solve(b)[0][:, 1].tolist() == b[:, 1].tolist()


def test_a_held_state_has_no_steps():
    held = np.array([9, 0])
    b = np.zeros((N, 2))
    b[held, [0, 1]] = 1
    x, _ = solve(b, held)
    for column, state in zip(x.T, held.tolist(), strict=True):
        system = DENSE.copy()
        system[state] = np.eye(N)[state]
        assert column == pytest.approx(np.linalg.solve(system, b[:, 0 if state else 1]), abs=1e-13)


def test_one_that_is_good_enough_is_left_alone():
    rough, left = solve(SIDES, enough=1e-6)

    assert left.max() <= 1e-6
    assert not rough[:, SIDES.max(axis=0) <= 1e-6].any()


def test_a_system_without_a_solution_says_how_far_it_is():
    circle = csr_array(np.array([[0, 1.0], [1.0, 0]]))
    _, left = Columns(circle).solve(np.ones((2, 2)), np.full(2, 1e-9))

    assert (left > 0.1).all()


def test_one_that_is_exactly_good_enough_is_left_alone():
    b = np.full((N, 2), [0.5, 0.25])
    x, left = solve(b, enough=0.5)

    assert not x.any()
    assert left.tolist() == [0.5, 0.25]


def test_as_many_steps_as_there_are_states_solve_a_system(monkeypatch):
    # its directions are conjugate: three of them reach any place among three states
    monkeypatch.setattr(hitting_iterate, "TURNS", 1)
    monkeypatch.setattr(hitting_iterate, "STEPS", 3)
    steps = np.array([[0, 0.5, 0.25], [0.125, 0, 0.5], [0.25, 0.125, 0]])
    b = np.array([[1, 0], [0, 1], [0, 2.0]])
    x, left = Columns(csr_array(steps)).solve(b, np.zeros(2))

    assert x == pytest.approx(np.linalg.solve(np.eye(3) - steps, b), rel=1e-9)
    assert left.max() < 1e-9


@pytest.mark.parametrize(("share", "turns"), [(0.5, 1), (0.75, 6)])
def test_a_turn_that_only_halves_what_is_left_is_the_last(monkeypatch, share, turns):
    # nobody steps anywhere, so that b is the solution, of which a turn finds a share
    monkeypatch.setattr(_Turn, "run", lambda self, tolerance: share * self.shadow)
    b = np.array([[1, 4.0], [1, 2.0]])
    x, left = Columns(csr_array((2, 2))).solve(b, np.zeros(2))

    assert left.tolist() == [(1 - share) ** turns, 4 * (1 - share) ** turns]
    assert x.tolist() == (b * (1 - (1 - share) ** turns)).tolist()


def test_a_turn_that_gets_no_closer_changes_nothing(monkeypatch):
    # twice the solution is as far away as nothing is
    monkeypatch.setattr(_Turn, "run", lambda self, tolerance: 2 * self.shadow)
    x, left = Columns(csr_array((2, 2))).solve(np.array([[1, 4.0], [1, 2.0]]), np.zeros(2))

    assert not x.any()
    assert left.tolist() == [1, 4]


def test_a_turn_ends_once_the_residual_is_small_enough(monkeypatch):
    done = []

    def half(self, weight, going):
        self.residual *= 0.5
        done.append(1)
        return weight, going

    monkeypatch.setattr(_Turn, "_step", half)
    _Turn(Columns(csr_array((2, 2))), np.ones((2, 1)), np.zeros(1, np.int64)).run(0.25)

    assert len(done) == 2


@pytest.mark.parametrize(
    ("system", "direction", "goes_on"),
    [
        ([[1, 0], [1, 1]], [1, 0], True),  # both lengths are 1
        ([[1, 1], [1, 0]], [1, 0], False),  # the second is 0: (0, -1) is moved to (-1, 0)
        ([[1, 0], [0, 1]], [0, 1], False),  # the first is 0: the direction is across
        ([[0, 1], [-1, 0]], [1, 0], False),  # both are 0
    ],
)
def test_a_step_of_no_length_is_the_last(system, direction, goes_on):
    columns = Columns(csr_array(np.eye(2) - np.array(system, float)))
    turn = _Turn(columns, np.array([[1.0], [0]]), np.zeros(1, np.int64))
    turn.direction = np.repeat(np.array(direction, float)[:, None], 2, axis=1)
    with np.errstate(all="ignore"):
        _, going = turn._step(np.ones(2), np.ones(2, np.bool_))

    assert going.tolist() == [goes_on] * 2
