from __future__ import annotations

import pytest

import partwise as pw
from partwise.errors import MissingLengthError, UsageError
from partwise.geometry.assessments import Assessments
from partwise.geometry.inventory import touched
from partwise.geometry.view import View

QRELS = pw.Qrels.from_columns(
    topic=["t", "t", "u"], doc=["d", "e", "d"], start=[10, 0, 20], end=[20, 5, 22]
)
RUN = pw.Run.from_columns(topic=["t"], doc=["d"], start=[0], end=[5])


def found(touching, **parts):
    inventory = pw.Inventory.from_columns(**parts)
    view = View(Assessments(QRELS), RUN, inventory=inventory)
    return touched(view, "M", touching=touching)


PARTS = {
    "doc": ["d", "d", "d", "d", "e", "x"],
    "start": [0, 10, 20, 10, 5, 0],
    "end": [10, 20, 30, 20, 9, 9],
}


def test_parts_of_each_topic():
    assert found(True, **PARTS).count.tolist() == [4, 2]  # the same place twice is one part
    assert found(False, **PARTS).count.tolist() == [1, 1]


def test_characters():
    assert [x.tolist() for x in found(True, **PARTS).characters()] == [[34, 20], [10, 2]]
    assert [x.tolist() for x in found(False, **PARTS).characters()] == [[10, 10], [10, 2]]


def test_what_is_missing():
    with pytest.raises(UsageError, match="M needs to know which parts exist"):
        touched(View(Assessments(QRELS), RUN), "M", touching=True)
    with pytest.raises(MissingLengthError):
        found(True, doc=["d"])
