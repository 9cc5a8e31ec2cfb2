"""No value of any measure moves unnoticed: ``python -m tests.golden.values`` writes them anew."""

from __future__ import annotations

import pytest
from tests.golden.values import answers, listed, stored

MEASURES = {repr(measure): measure for measure in listed()}
STORED = stored()


def test_every_measure_is_stored():
    assert [*MEASURES] == [*STORED]


@pytest.mark.parametrize("spelling", MEASURES)
def test_values_are_those_stored(spelling):
    now, before = answers(MEASURES[spelling]), STORED[spelling]

    assert now.keys() == before.keys()
    for name, values in before.items():
        if isinstance(values, str):
            assert now[name] == values
        else:
            numbers = [float(value) for value in values]
            assert [*map(float, now[name])] == pytest.approx(numbers, rel=1e-9, nan_ok=True)
