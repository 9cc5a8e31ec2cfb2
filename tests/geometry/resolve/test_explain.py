"""Words for elements that cannot be found."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tests.files.documents.samples import grown

from partwise.files.documents import xml
from partwise.geometry.resolution import Trees, why_not
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run
from partwise.tables.structure.table import Structure

# c: r { p }; d: a { b { p p } b c }
TREES = Trees(
    Structure.from_columns(
        doc=["c"] * 2 + ["d"] * 6,
        parent=[None, 0, None, 0, 1, 1, 0, 0],
        tag=["r", "p", "a", "b", "p", "p", "b", "c"],
        start=[0, 3, 0, 0, 0, 10, 20, 30],
        end=[9, 5, 40, 20, 10, 20, 30, 40],
    )
)


def why(element, doc="d"):
    return why_not(Run.from_columns(topic=["t"], doc=[doc], element=[element]), 0, TREES)


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("/a[1]/b[3]", "it has 2 b there"),
        ("/a[1]/b[1]/p[3]", "it has 2 p there"),
        ("/a[1]/b[2]/p[1]", "it has no p there"),
        ("/a[1]/b[9]/p[1]", "it has 2 b in /a[1]"),
        ("/a[1]/c[2]/x[1]/y[1]", "it has 1 c in /a[1]"),
        ("/a[1]/zzz[1]", "it has no zzz there"),
        ("/a[1]/b[1]/zzz[1]", "it has no zzz there"),
        ("/a[2]", "its root is /a[1]"),
        ("/x[1]/b[1]", "its root is /a[1]"),
    ],
)
def test_the_nearest_step_that_exists_is_named(path, words):
    assert why(path) == f"no element {path} in document d ({words})"


def test_documents_and_names():
    assert why("/a[1]", doc="e") == "document e is not in the structure"
    assert why("/a[1]/b") == 'path "/a[1]/b" is not an element path'


def test_both_ends_of_a_range_are_looked_for():
    assert why("/a[1]/b[1] /a[1]/b[7]").startswith("no element /a[1]/b[7] in document d")
    assert why("/a[1]/b[8]/text()[1].0 /a[1]/b[7]").startswith("no element /a[1]/b[8] in")


def test_a_range_that_runs_backwards():
    assert why("/a[1]/c[1] /a[1]/b[1]") == (
        "the range /a[1]/c[1] to /a[1]/b[1] of document d ends before it starts"
    )
    both = Run.from_columns(topic=["t"] * 2, doc=["d"] * 2, element=["/a[1]/b[1]", "/a[1]/c[1]"])
    both = replace(both, last=np.array([-1, 0], np.int32))
    assert why_not(both, 1, TREES) == why("/a[1]/c[1] /a[1]/b[1]")
    # one that does not is none of these
    assert why("/a[1]/b[1] /a[1]/c[1]") == '"/a[1]/b[1] /a[1]/c[1]" is no passage of document d'
    assert why("/a[1]/b[1] /a[1]/b[1]") == '"/a[1]/b[1] /a[1]/b[1]" is no passage of document d'


@pytest.mark.parametrize(
    ("cell", "words"),
    [
        ("/a[1]/p[1]/text()[1].0 /a[1]/p[1]/text()[9].0", "is no passage of document doc"),
        ("/a[1]/p[1]/text()[1].3 /a[1]/p[1]/text()[1].1", "ends before it starts"),
        ("/a[1]/p[2]/text()[1].1 /a[1]/p[1]", "ends before it starts"),
        ("/a[1]/p[1]/text()[1].3 /a[1]/p[1]/text()[1].0", "ends before it starts"),
    ],
)
def test_points_inside_text(cell, words):
    structure, _ = grown(xml, "<a><p>one</p><p>two</p></a>")
    run = Run.from_columns(topic=["t"], doc=["doc"], element=[cell])

    assert why_not(run, 0, Trees(structure)).endswith(words)


def test_trees():
    def tree(text):
        return why_not(Qrels.from_columns(topic=["t"], doc=["d"], tree=[text]), 0, TREES)

    assert tree("/a[1]/b[1]|/a[1]/x[1]").startswith("no element /a[1]/x[1] in document d")
    assert tree("/a[1]/b[1]|/a[1]/c[1]") == (
        "a tree whose elements do not touch has no single place in the text"
    )


def test_white_space_counts_where_a_range_runs_backwards():
    # text()[2] of a is " tail"; there is only one run where white space does not count
    structure, _ = grown(xml, "<a> <p>one</p> tail</a>")
    cell = "/a[1]/text()[2].3 /a[1]/text()[2].1"
    run = Run.from_columns(topic=["t"], doc=["doc"], element=[cell])

    assert why_not(run, 0, Trees(structure)).endswith("ends before it starts")


def test_the_first_root_is_there():
    assert why("/r[1] /r[1]/z[1]", doc="c").startswith("no element /r[1]/z[1] in document c")
    assert why("/r[1]/p[2]", doc="c") == "no element /r[1]/p[2] in document c (it has 1 p there)"
