from __future__ import annotations

import pytest

from partwise.tables.paths import completed, is_path, is_range, not_paths, split_point

PATHS = ["/article[1]", "/article[1]/sec[12]/p[3]", "/ns:a[1]/b-c.d[2]"]
NAMES = [
    "",
    "news",
    "article[1]",
    "/article",
    "/article[0]",
    "/article[01]",
    "/article[1]/",
    "/article[1]//p[1]",
    "/a b[1]",
    "/a[1]|/b[1]",
    "/a[1]\n",
]


@pytest.mark.parametrize("text", PATHS)
def test_paths(text):
    assert is_path(text)
    assert not is_range(text)
    assert completed(text) == text


@pytest.mark.parametrize("text", NAMES)
def test_everything_else_is_a_name(text):
    assert not is_path(text)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("/a[1] /a[2]", True),
        ("/a[1]/text()[1].0 /a[1]/text()[2].17", True),
        ("/a[1]/p[2] /a[1]/p[3]/text()[1].4", True),
        ("/a[1]  /a[2]", False),
        ("/a[1] /a[2] /a[3]", False),
        ("/a[1]/text()[0].4 /a[2]", False),
        ("a /a[2]", False),
    ],
)
def test_ranges_go_from_point_to_point(text, found):
    assert is_range(text) is found
    assert not is_path(text)


def test_points_inside_a_text():
    assert split_point("/a[1]/b[2]/text()[3].14") == ("/a[1]/b[2]", "/text()[3].14")
    assert split_point("/a[1]") == ("/a[1]", "")
    # only at the end does it lie inside a text
    assert split_point("/text()[1].2/a[1]") == ("/text()[1].2/a[1]", "")


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("/a", "/a[1]"),
        ("/a/b[2]/c", "/a[1]/b[2]/c[1]"),
        ("/a[2]/ab", "/a[2]/ab[1]"),
        ("news", None),
        ("/a[0]/b", None),
        ("/a/", None),
    ],
)
def test_bare_steps_are_completed(text, path):
    assert completed(text) == path


def test_names_among_paths():
    assert not_paths([*PATHS, "/a[1] /a[2]"]) == []
    assert not_paths([]) == []
    assert not_paths(["/a[1]", "news", "/a[2]", "/a[1]|/a[2]"]) == [1, 3]
    # a cell of two lines is no path, even if each line is one
    assert not_paths(["/a[1]\n/b[1]", "/a[1]"]) == [0]


def test_trees_are_joined_paths():
    assert not_paths(["/a[1]|/b[2]/c[3]", "/a[1]"], tree=True) == []
    assert not_paths(["/a[1]|news", "/a[1]|", "/a[1] /a[2]", "/a[1]"], tree=True) == [0, 1, 2]
