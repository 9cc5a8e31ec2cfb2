"""What measures of navigating readers share."""

from __future__ import annotations

import pytest
from tests.loaded import loaded
from tests.measures.worlds import LEADS, leading, write_edges

from partwise.errors import PartwiseError
from partwise.language.parser import parse
from partwise.measures import AEPRUM, EPRUM, PRUM
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
