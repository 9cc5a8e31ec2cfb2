"""A model that is asked: read from its file, or fitted."""

from __future__ import annotations

import numpy as np
import pytest

import partwise as pw
from partwise.files.formats.routes import read_routes
from partwise.lab.navigate.asked import Asked
from partwise.lab.navigate.places import observed
from partwise.language.parser import parse_components
from partwise.users.base import Navigation


@pytest.fixture
def file(tmp_path):
    file = tmp_path / "routes.tsv"
    file.write_text("d\ta\tb\nd\ta\tc\nd\ta\tb\n")
    return file


def test_a_fitted_model_does_not_see_its_own_fold(file):
    table = read_routes(file)
    steps = observed(table, [], None)
    (model,) = parse_components("Routes", Navigation, {"Routes": "file"})
    one = Asked(model)
    assert one.fitted
    assert one.given == []
    bits, known = one.surprise(steps, table, np.array([0, 1, 2]), 0.05)
    # b is foretold from c and b, c from two b
    assert 2**-bits == pytest.approx([0.5, 0.025, 0.5])
    assert known.all()


def test_a_model_with_a_file_sees_all_routes(file):
    table = read_routes(file)
    one = Asked(pw.Routes(str(file)))
    assert not one.fitted
    assert len(one.given) == 1
    bits, _ = one.surprise(observed(table, [], None), table, np.array([0, 1, 2]), 0.05)
    b = 0.95 * 2 / 3 + 0.025
    assert 2**-bits == pytest.approx([b, 1 - b, b])


def test_a_model_that_was_read_before_is_not_read_again(file):
    from partwise.evaluation.resources import with_resources

    (model,) = with_resources([pw.Routes(str(file))])
    file.unlink()
    assert len(Asked(model).given) == 1
