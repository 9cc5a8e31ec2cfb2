"""Any parameters on any collection: values stay in their stated bounds, means are finite."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from tests.laws.collections import NoCollectionError, collection
from tests.laws.instances import MEASURES, ours

from partwise.errors import PartwiseError
from partwise.language.fields import Field
from partwise.language.measure import Measure
from partwise.language.registry import classes

SETTINGS = 30
"""Settings that are tried of each measure."""


def drawn(field: Field, random_: random.Random, depth: int = 0) -> Any:
    """Return a value that a parameter may have; ValueError where none can be told."""
    if field.family is not None and depth < 2:
        found = random_.choice([cls for cls in classes(field.family) if ours(cls)])
        return found(**settings(found.fields, random_, depth + 1))
    if field.choices:
        return random_.choice(field.choices)
    if field.kind is bool:
        return random_.random() < 0.5
    low = field.low if field.low is not None else field.above if field.above is not None else 0
    if field.kind is int:
        high = field.high if field.high is not None else low + random_.choice((2, 20, 4000))
        return random_.randint(int(low) + (field.above is not None), int(high))
    if field.kind is float:
        high = field.high if field.high is not None else low + random_.choice((1, 50))
        return random_.choice((random_.uniform(low, high), low, high))
    raise ValueError(field.name)


def settings(fields: Any, random_: random.Random, depth: int = 0) -> dict[str, Any]:
    """Draw some of the parameters; the others keep their defaults."""
    found = {}
    for name, field in fields.items():
        if random_.random() < 0.6:
            try:
                found[name] = drawn(field, random_, depth)
            except (ValueError, PartwiseError):
                continue
    return found


def tried(measure: Measure, random_: random.Random) -> Measure | None:
    """Return the measure with other parameters and cutoff, where these go together."""
    cutoffs = (None, random_.randint(1, 12), random_.choice((0.0, 0.01, 0.5, 1.0)))
    try:
        other = measure.replace(**settings(measure.fields, random_))
        cutoff = random_.choice(cutoffs)
        return (other if cutoff is None else type(other)(**other.settings()) @ cutoff).complete()
    except PartwiseError:
        return None


@pytest.mark.parametrize("measure", MEASURES, ids=repr)
def test_values_stay_in_their_bounds(measure):
    random_ = random.Random(repr(measure))
    for seed in range(SETTINGS):
        other = tried(measure, random_)
        if other is None:
            continue
        try:
            values = collection(other, seed % 3).values(other)
        except NoCollectionError:  # needs what no collection has
            continue
        low, high = other.bounds
        known = values[~np.isnan(values)]
        assert (known >= low).all(), other
        assert (known <= high).all(), other
        assert np.isfinite(known).all(), other
        assert not known.size or np.isfinite(known.mean()), other
