"""What measures of navigating readers share."""

from __future__ import annotations

from math import isnan

import pytest
from tests.loaded import loaded
from tests.measures.worlds import LEADS, leading, write_edges

from partwise.errors import PartwiseError
from partwise.geometry.assessments.joined import Assessments
from partwise.geometry.view import View
from partwise.language.parser import parse
from partwise.measures import AEPRUM, EPRUM, PRUM
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run
from partwise.users import NoNav


@pytest.mark.parametrize("kind", [EPRUM, PRUM])
def test_a_recall_value_or_a_recall_level(kind):
    with pytest.raises(PartwiseError, match="r"):
        kind().complete()
    with pytest.raises(PartwiseError, match="r"):
        (kind() @ 5).complete()
    assert repr((kind(r=2) @ 5).complete()) == f"{kind.__name__}(r=2)@5"
    assert repr((kind() @ 0.5).complete()) == f"{kind.__name__}@0.5"
    with pytest.raises(PartwiseError, match="r"):
        (kind(r=1) @ 0.5).complete()


@pytest.mark.parametrize("kind", [EPRUM, PRUM])
def test_readers_of_different_strictness_want_a_level(kind):
    with pytest.raises(PartwiseError, match=r"rel must be binary with r=2; readers of different"):
        kind(r=2, rel="value")
    assert repr((kind(rel="value") @ 0.5).complete()) == f"{kind.__name__}(rel=value)@0.5"


def test_models_whose_chances_depend_on_each_other_are_refused():
    with pytest.raises(PartwiseError, match="AEPRUM"):
        parse("AEPRUM(nav=T2I)")


def test_walks_are_shared_between_measures(tmp_path):
    view, nav = leading(), write_edges(tmp_path, LEADS)
    one, other = (loaded(f"{name}, nav={nav})") for name in ("EPRUM(r=2", "EPRUM(r=1"))

    assert one.walks(view, one.reader()) is other.walks(view, other.reader())
    without = AEPRUM(nav=NoNav())
    assert without.walks(view, without.reader()) is not one.walks(view, one.reader())


def test_curves_of_every_topic():
    # c, d, a, b: without navigation the ideals stand at ranks 3 and 4
    measure = PRUM(r=1, nav=NoNav(), elements=4)
    case, nothing, empty = measure.by_recall(leading(), measure.reader())

    assert case.tolist() == pytest.approx([1 / 3, 2 / 4])
    assert nothing is None
    # of four elements in any order, the first ideal is expected at (4 + 1) / (2 + 1)
    assert empty[0] == pytest.approx(3 / 5)


def test_readers_of_every_strictness():
    """Grades 1 and 4: a quarter of the readers wants both, the others only the better one."""
    qrels = Qrels.from_columns(
        topic=["t", "t", "u", "v"], doc=["d"] * 4, element=["a", "b", "a", "b"], grade=[1, 4, 0, 2]
    )
    run = Run.from_columns(
        topic=["t"] * 3 + ["v"] * 2, doc=["d"] * 5, element=["a", "c", "b", "a", "b"],
        rank=[1, 2, 3, 1, 2],
    )  # fmt: skip
    view = View(Assessments(qrels), run)
    found = loaded("APRUM(nav=NoNav, elements=3, rel=value)").values(view)

    # both: precision 1 at rank 1, 2/3 at rank 3; the better one alone: 1/3 at rank 3
    assert found[0] == pytest.approx(1 / 4 * (1 + 2 / 3) / 2 + 3 / 4 * 1 / 3)
    assert isnan(found[1])
    assert found[2] == pytest.approx(1 / 2)  # one ideal, one grade


@pytest.mark.parametrize(("level", "expected"), [("0.0", 1 / 3), ("0.5", 1 / 3), ("0.6", 2 / 4)])
def test_the_recall_value_of_a_level(level, expected):
    # without navigation the two ideals stand at ranks 3 and 4: EPRUM(r) = r / rank of the r-th
    assert loaded(f"EPRUM(nav=NoNav)@{level}").values(leading())[0] == pytest.approx(expected)
