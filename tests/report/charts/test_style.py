"""Looks that all charts share."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import example, given
from hypothesis import strategies as st

from partwise.report.charts import DASHES, MAX_STYLES, PALETTES, SHAPES, Frame, dodge_labels

SHARES = st.lists(st.floats(0, 1), max_size=7)


@given(SHARES)
@example([1.0, 1.0, 0.9375])
@example([0.0, 0.0, 0.0625, 1.0, 1.0, 1.0, 0.9])
def test_labels_keep_their_order_and_distance(values):
    found = dodge_labels(values, 0.0, 1.0, 320.0)
    order = sorted(range(len(values)), key=lambda i: values[i])
    places = [found[i] for i in order]
    assert all(b - a > 12.9 / 320 for a, b in pairwise(places))
    assert all(-1e-9 <= place <= 1 + 1e-9 for place in places)


def test_labels_with_room_stay_where_they_are():
    assert dodge_labels([0.1, 0.9, 0.5], 0.0, 1.0, 320.0) == [0.1, 0.9, 0.5]


def luminance(colour):
    def linear(part):
        part /= 255
        return part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4

    red, green, blue = (linear(int(colour[at : at + 2], 16)) for at in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_text_and_names_of_runs_can_be_read_in_every_theme():
    for palette in PALETTES.values():
        assert all(contrast(c, palette.page) >= 4.5 for c in (palette.ink, palette.muted))
        assert all(contrast(c, palette.page) >= 4.5 for c in palette.runs)
        assert len(palette.runs) == MAX_STYLES
        assert len(palette.kinds) == 5
        assert len(palette.losses) == 7


def test_runs_differ_without_colour():
    assert len(set(SHAPES)) == len({tuple(dash) for dash in DASHES}) == MAX_STYLES


def test_kinds_differ_in_grey_where_it_is_printed():
    for shades in (PALETTES["print"].kinds, PALETTES["print"].losses):
        assert len(set(shades)) == len(shades)


def test_a_frame_says_title_and_subtitle_at_the_left():
    spec = Frame("T", "S", theme="dark").around({"title": "old", "width": 3})
    assert spec["title"]["text"] == "T"
    assert spec["title"]["subtitle"] == "S"
    assert spec["title"]["anchor"] == "start"
    assert spec["width"] == 3
    assert spec["config"]["background"] == "#1b1e24"
    assert "subtitle" not in Frame("T").around({})["title"]
