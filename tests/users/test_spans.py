"""Models that look at where nodes are: NoNav, Hierarchy, T2I, Proximity, Window, Reads."""

from __future__ import annotations

import pytest
from tests.users.places import elements, from_first, named, passages

from partwise.errors import (
    MissingLengthError,
    ParameterError,
    PartwiseError,
    TableError,
    UsageError,
)
from partwise.users.base import Navigation
from partwise.users.hierarchy import Hierarchy
from partwise.users.nonav import NoNav
from partwise.users.proximity import Proximity
from partwise.users.reads import Reads
from partwise.users.t2i import T2I
from partwise.users.window import Window


def test_nobody_moves():
    assert from_first(NoNav(), passages((0, 9), (3, 5), (9, 12))) == [0, 0]


def test_hierarchy_divides_the_shorter_by_the_longer():
    # inside, around, the same extent, partial overlap, apart, empty
    nodes = passages((10, 50), (10, 20), (0, 80), (10, 50), (40, 90), (50, 60), (20, 20))

    assert from_first(Hierarchy(), nodes) == [0.25, 0.5, 1, 10 / 50, 0, 0]


def test_hierarchy_in_words():
    # article 10 words; sections 6 and 4, paragraphs 3 and 3
    assert from_first(Hierarchy(unit="words"), elements(0, 1, 2, 3, 4)) == [0.6, 0.3, 0.3, 0.4]
    assert from_first(Hierarchy(), elements(2, 3, 1, 0)) == [0, 20 / 60, 20 / 100]


def test_hierarchy_sums_its_rows_without_looking_at_pairs():
    nodes = elements(0, 1, 2, 3, 4)
    expected = [
        sum(from_first(Hierarchy(), elements(x, *(y for y in range(5) if y != x))))
        for x in range(5)
    ]

    assert Hierarchy().row_sum(nodes) == pytest.approx(expected)
    assert Hierarchy().row_sum(passages((0, 5))) is None


def test_t2i_reads_on_from_the_start():
    nodes = passages((100, 200), (100, 110), (105, 300), (106, 120), (90, 101), (90, 100), (99, 99))

    # exactly n ahead counts; who enters inside y has seen it; what ended before has not
    assert from_first(T2I(5), nodes) == [1, 1, 0, 1, 0, 0]
    assert from_first(T2I(0), nodes) == [1, 0, 0, 1, 0, 0]
    assert from_first(T2I(n=3, unit="words"), elements(2, 3, 4)) == [1, 0]


def test_proximity_falls_with_the_distance_of_the_starts():
    nodes = passages((100, 200), (100, 110), (350, 400), (0, 50), mean_length=500.0)

    assert from_first(Proximity(A=1, L=1000), nodes) == [1, 0.8, 1000 / 1100]
    assert from_first(Proximity(A=0.5), nodes)[1] == 0.5
    with pytest.raises(UsageError, match=r"Use structure=\.\.\. or lengths=\.\.\., or use L="):
        from_first(Proximity(), passages((0, 1), (2, 3)))


def test_window_sees_what_it_meets():
    nodes = passages((100, 200), (199, 300), (200, 300), (0, 100), (0, 101), (150, 150))

    assert from_first(Window(), nodes) == [1, 0, 0, 1, 0]
    assert from_first(Window(before=1, after=1), nodes) == [1, 1, 1, 1, 0]
    assert from_first(Window(after=1), nodes)[1:3] == [1, 0]


def test_reads_the_share_of_the_target():
    nodes = passages((100, 200), (190, 230), (0, 300), (120, 130), (200, 210), (150, 150))

    assert from_first(Reads(), nodes) == [0.25, 100 / 300, 1, 0, 0]
    assert from_first(Reads(min=0.25), nodes) == [1, 1, 1, 0, 0]
    assert from_first(Reads(min=0.3), nodes) == [0, 1, 1, 0, 0]


def test_missing_extents_say_what_to_do():
    with pytest.raises(
        UsageError, match=r"Hierarchy needs .* element /b\[1\] of document d .*Use structure="
    ):
        from_first(Hierarchy(), named("/b[1]", "/c[1]"))
    with pytest.raises(TableError, match="b is a name, not an element of a structure"):
        from_first(Hierarchy(), named("b", "c"))  # findings 3.1
    endless = passages((0, -1), (0, 5))
    with pytest.raises(MissingLengthError, match="length of document d is not known, and Window"):
        from_first(Window(), endless)
    with pytest.raises(UsageError, match="no structure with word positions"):
        from_first(T2I(5, unit="words"), passages((0, 1), (2, 3)))
    nodes = elements(0, 1)
    nodes.row[1] = -1
    with pytest.raises(UsageError, match=r"passage 0..60 of document d is no element"):
        from_first(Window(unit="words"), nodes)


@pytest.mark.parametrize(
    ("make", "name"),
    [
        (T2I, "T2I needs n"),
        (lambda: T2I(-1), "n must be a whole number of at least 0"),
        (lambda: T2I(2.5), "n must be a whole number"),
        (lambda: Window(before=-1), "before must be"),
        (lambda: Reads(min=0), "min must be"),
        (lambda: Reads(min=1.1), "min must be"),
        (lambda: Proximity(A=0), "A must be"),
        (lambda: Hierarchy(unit="pages"), "unit must be chars or words"),
    ],
)
def test_bad_parameters(make, name):
    with pytest.raises(ParameterError, match=name):
        make()


def test_a_model_without_a_chance_says_so():
    class Idle(Navigation):
        """Forgot to say how readers move."""

    nodes = passages((0, 1))
    with pytest.raises(PartwiseError, match=r"Idle does not define chance\(\)"):
        Idle().chance(nodes, nodes)
    with pytest.raises(PartwiseError, match=r"does not define visits\(\)"):
        Idle().visits(nodes, nodes)
    assert Idle().row_sum(nodes) is None
