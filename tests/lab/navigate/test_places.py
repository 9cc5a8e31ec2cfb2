"""Places that readers could go to."""

from __future__ import annotations

import numpy as np
import pytest

import partwise as pw
from partwise.errors import FormatError
from partwise.files.formats.routes import read_routes
from partwise.lab.navigate.places import chosen_routes, observed


@pytest.fixture
def routes(tmp_path):
    file = tmp_path / "routes.tsv"
    file.write_text("y\t/a[1]\t/a[1]/p[1]\nx\t/a[1]\t/a[1]/p[1]\t/a[1]\n")
    return read_routes(file)


def structure(docs=("x", "z", "y")):
    return pw.Structure.from_columns(
        doc=[doc for doc in docs for _ in range(3)],
        parent=[None, 0, 0] * len(docs),
        path=["/a[1]", "/a[1]/p[1]", "/a[1]/p[2]"] * len(docs),
        start=[0, 0, 5] * len(docs),
        end=[9, 5, 9] * len(docs),
    )


def test_names(routes):
    steps = observed(routes, [], None)
    assert len(steps.places) == 4
    assert len(steps) == 3
    assert [steps.words(at) for at in range(3)] == [
        "y /a[1] -> y /a[1]/p[1]",
        "x /a[1] -> x /a[1]/p[1]",
        "x /a[1]/p[1] -> x /a[1]",
    ]


def test_elements_of_the_documents_in_the_routes(routes):
    steps = observed(routes, [], structure())
    assert len(steps.places) == 6  # of x and y, not of z
    assert steps.words(0) == "y /a[1] -> y /a[1]/p[1]"
    assert steps.route.tolist() == [0, 1, 1]


@pytest.mark.parametrize(("docs", "problem"), [(("y",), ":2: document x is not in the structure")])
def test_documents_that_the_structure_lacks(routes, docs, problem):
    with pytest.raises(FormatError, match=problem):
        observed(routes, [], structure(docs))


def test_elements_that_the_structure_lacks(tmp_path):
    file = tmp_path / "routes.tsv"
    file.write_text("x\t/a[1]\nx\t/a[1]\t/a[1]/p[3]\n")
    with pytest.raises(FormatError, match=r":2: no element /a\[1\]/p\[3\] in document x"):
        observed(read_routes(file), [], structure())


def test_some_routes(routes):
    second = chosen_routes(routes, np.array([False, True]))
    assert second.route.tolist() == [1, 1, 1]
    assert second.line.tolist() == [2, 2, 2]
