"""Elements that are told by names, and paths that lack their numbers (findings 3.1, 1.11)."""

from __future__ import annotations

import pytest

import partwise as pw

TREE = """\
doc	node	parent	path	tag	start	end	depth
d	0		/a[1]	a	0	20	1
d	1	0	/a[1]/b[1]	b	0	10	2
d	2	0	/a[1]/c[1]	c	10	20	2
"""


def value(done) -> float:
    """Return the last value of a table of values."""
    return float(done.out.splitlines()[-1].rpartition("\t")[2])


@pytest.fixture
def site(tmp_path):
    """Write a site of two pages: what is wanted, what was returned, and the link between."""

    def write(home: str, news: str) -> None:
        (tmp_path / "q.tsv").write_text(f"topic\tdoc\telement\tgrade\nq\tsite\t{news}\t1\n")
        (tmp_path / "r.tsv").write_text(f"topic\tdoc\telement\trank\nq\tsite\t{home}\t1\n")
        (tmp_path / "l.tsv").write_text(f"site\t{home}\t{news}\t0.4\n")
        (tmp_path / "w.tsv").write_text(f"site\t{home}\t{news}\n")

    return write


@pytest.mark.parametrize(
    ("home", "news"),
    [
        ("home", "news"),
        ("/home", "/news"),
        ("http://a.org/", "http://a.org/news"),
        ("e1", "e2"),
        ("the first page", "the second page"),
    ],
)
@pytest.mark.parametrize("lenient", [[], ["--lenient"]])
def test_pages_are_evaluated_by_name(partwise, site, home, news, lenient):
    site(home, news)
    done = partwise("evaluate", "q.tsv", "r.tsv", "-m", "GR@1", *lenient, "--format", "tsv",
                    "--nav", "Edges('l.tsv', kind=step)")  # fmt: skip
    assert done.code == 0
    assert value(done) == 0.4
    assert "q.tsv: 1 of 1 element cell is a name, not a path" in done.err
    assert "read as [1]" not in done.err
    done = partwise("evaluate", "q.tsv", "r.tsv", "-m", "GR@1", *lenient, "--format", "tsv",
                    "--nav", "Routes('w.tsv')")  # fmt: skip
    assert value(done) == 1


def test_paths_are_no_names(partwise, site):
    site("/home[1]", "/news[1]")
    done = partwise("evaluate", "q.tsv", "r.tsv", "-m", "GR@1", "--nav", "Edges('l.tsv')")
    assert "name" not in done.err


@pytest.mark.parametrize(("wanted", "found"), [("/news", "/news[1]"), ("/a[1]/b[1]", "/a/b")])
def test_names_and_paths_that_look_alike_are_warned_of(partwise, tmp_path, wanted, found):
    (tmp_path / "q.tsv").write_text(f"topic\tdoc\telement\tgrade\nq\td\t{wanted}\t1\n")
    (tmp_path / "r.tsv").write_text(f"topic\tdoc\telement\trank\nq\td\t{found}\t1\n")
    words = (
        "warning: r: 1 element is named with [1] in one file and without it in the other "
        f'("{found}" in the run, "{wanted}" in the assessments); they are not the same'
    )
    done = partwise("evaluate", "q.tsv", "r.tsv", "-m", "GR(nav=NoNav)@1")
    assert done.err.splitlines()[0] == words
    assert words in partwise("check", "r.tsv", "--qrels", "q.tsv").err


def test_several_names_are_counted(partwise, tmp_path):
    rows = "".join(f"q\td\te{n}\t{n}\n" for n in range(1, 13)) + "q\td\t/a[1]\t13\n"
    (tmp_path / "r.tsv").write_text("topic\tdoc\telement\trank\n" + rows)
    (tmp_path / "q.tsv").write_text("topic\tdoc\telement\tgrade\nq\td\te1\t1\n")
    done = partwise("evaluate", "q.tsv", "r.tsv", "-m", "GR(nav=NoNav)@1")
    assert "12 of 13 element cells are names, not paths" in done.out + done.err


@pytest.fixture
def tree(tmp_path):
    (tmp_path / "s.tsv").write_text(TREE)

    def write(wanted: str, found: str) -> None:
        (tmp_path / "q.tsv").write_text(f"topic\tdoc\telement\tgrade\nt\td\t{wanted}\t1\n")
        (tmp_path / "r.tsv").write_text(f"topic\tdoc\telement\trank\nt\td\t{found}\t1\n")

    return write


def test_with_a_structure_only_paths_are_elements(partwise, tree):
    tree("/a[1]/b[1]", "news")
    done = partwise("evaluate", "q.tsv", "r.tsv", "-m", "GR@1", "--structure", "s.tsv")
    assert (done.code, done.err) == (2, 'r.tsv:2: path "news" is not an element path\n')
    tree("/a/b", "/a[1]/c[1]")
    done = partwise("evaluate", "q.tsv", "r.tsv", "-m", "AP", "--structure", "s.tsv")
    assert (done.code, done.err) == (
        2,
        'q.tsv:2: path "/a/b" is not an element path. '
        "Use --lenient to read a step without [n] as [1]\n",
    )


def test_lenient_completes_what_the_structure_has_in_every_file(partwise, tree, tmp_path):
    tree("/a/b", "/a[1]/c")
    (tmp_path / "l.tsv").write_text("d\t/a/c\t/a[1]/b\t0.4\n")
    words = ("evaluate", "q.tsv", "r.tsv", "-m", "GR@1", "--structure", "s.tsv", "--lenient",
             "--format", "tsv", "--nav")  # fmt: skip
    done = partwise(*words, "Edges('l.tsv', kind=step)")
    assert value(done) == 0.4
    assert "q.tsv: 1 path had a step without [n], read as [1]" in done.err
    assert "r: 1 path had a step without [n], read as [1]" in done.err
    assert "l.tsv: 2 paths had a step without [n], read as [1]" in done.err
    (tmp_path / "w.tsv").write_text("d\t/a/c\t/a/b\n")
    assert value(partwise(*words, "Routes('w.tsv')")) == 1
    (tmp_path / "l.tsv").write_text("d\t/a/c\t/a/b\t0.4\nd\t/a[1]/c[1]\t/a/b\t0.2\n")
    done = partwise(*words, "Edges('l.tsv')")
    assert done.err.startswith(
        "l.tsv:2: d /a[1]/c[1] -> d /a/b is the same as d /a/c -> d /a/b in line 1"
    )


def test_lenient_completes_inex_paths_and_inventories(partwise, tree, tmp_path):
    tree("/a[1]/b[1]", "/a[1]")
    (tmp_path / "r.run").write_text("t Q0 d 1 2 x /a/b\n")
    (tmp_path / "i.tsv").write_text("doc\telement\nd\t/a/b\n")
    done = partwise("evaluate", "q.tsv", "r.run", "-m", "GR(nav=NoNav)@1", "--structure", "s.tsv",
                    "--lenient", "--inventory", "i.tsv", "--format", "tsv")  # fmt: skip
    assert value(done) == 1
    assert "note: i.tsv, x: 1 path each had a step without [n], read as [1]" in done.err


def test_a_name_in_an_inventory_is_refused_with_its_line(partwise, tree, tmp_path):
    tree("/a[1]/b[1]", "/a[1]")
    (tmp_path / "i.tsv").write_text("doc\telement\nd\t/a[1]\nd\tnews\n")
    done = partwise("evaluate", "q.tsv", "r.tsv", "-m", "GR@1", "--structure", "s.tsv",
                    "--inventory", "i.tsv")  # fmt: skip
    assert (done.code, done.err) == (2, 'i.tsv:3: path "news" is not an element path\n')


def test_the_rules_of_a_task_see_completed_paths(partwise, tree, tmp_path):
    tree("/a[1]/b[1]", "/a[1]")
    (tmp_path / "r.tsv").write_text("topic\tdoc\telement\trank\nt\td\t/a\t1\nt\td\t/a/b\t2\n")
    words = ("evaluate", "q.tsv", "r.tsv", "-m", "AP", "--structure", "s.tsv", "--task", "focused")
    assert partwise(*words).err.startswith('r.tsv:2: path "/a" is not an element path. Use --len')
    done = partwise(*words, "--lenient")
    assert done.code == 2
    assert 'task "focused" forbids overlap' in done.err


def test_links_are_an_alias_of_edges(partwise):
    assert partwise("formats", "links").out == partwise("formats", "edges").out


def test_lenient_leaves_what_the_structure_lacks(partwise, tree):
    tree("/a[1]/b[1]", "/a/z")
    done = partwise("evaluate", "q.tsv", "r.tsv", "-m", "GR(nav=NoNav)@1", "--structure", "s.tsv",
                    "--lenient", "--format", "tsv")  # fmt: skip
    assert value(done) == 0
    assert "read as [1]" not in done.err


NAME = "is a name, not an element of a structure\n"


@pytest.mark.parametrize(
    ("measure", "head", "cells"),
    [
        ("Precall@0.5", "e\ts", "3\t3"),
        ("GR(nav=Hierarchy)@5", "grade", "1"),
        ("ESRP(nav=Depth)@5", "grade", "1"),
        ("ESRP@5", "grade", "1"),
    ],
)
def test_measures_that_need_the_tree_refuse_names(partwise, tmp_path, measure, head, cells):
    (tmp_path / "q.tsv").write_text(f"topic\tdoc\telement\t{head}\nt\td\t/a[1]\t{cells}\n")
    (tmp_path / "r.tsv").write_text("topic\tdoc\telement\trank\nt\td\t/a[1]\t1\nt\td\te3\t2\n")
    done = partwise("evaluate", "q.tsv", "r.tsv", "-m", measure)
    assert (done.code, done.err) == (2, f"r.tsv:3: e3 {NAME}")


@pytest.mark.parametrize("measure", ["nxCG@5", "Overlap@5", "GRPng@0.5", "Precall@0.5"])
def test_measures_of_graded_elements_refuse_names(partwise, tmp_path, measure):
    (tmp_path / "q.tsv").write_text("topic\tdoc\telement\te\ts\nt\td\te3\t3\t3\n")
    (tmp_path / "r.tsv").write_text("topic\tdoc\telement\trank\nt\td\te4\t1\n")
    done = partwise("evaluate", "q.tsv", "r.tsv", "-m", measure)
    assert (done.code, done.err) == (2, f"q.tsv:2: e3 {NAME}")


def test_names_and_repairs_from_python():
    qrels = pw.Qrels.from_columns(topic=["t"], doc=["d"], element=["e3"], grade=[1])
    run = pw.Run.from_columns(topic=["t"], doc=["d"], element=["e3"])
    done = pw.evaluate(qrels, run, ["GR(nav=NoNav)"])
    assert done.table.ravel().tolist() == [1]
    assert "assessments: 1 of 1 element cell is a name, not a path" in done.notes
    assert "run: 1 of 1 element cell is a name, not a path" in done.notes
    structure = pw.Structure.from_columns(doc=["d"], parent=[None], tag=["a"], start=[0], end=[9])
    with pytest.raises(pw.errors.TableError, match='path "e3" is not an element path'):
        pw.evaluate(qrels, run, ["GR(nav=NoNav)"], structure=structure)
    qrels = pw.Qrels.from_columns(topic=["t"], doc=["d"], tree=["/a"], grade=[1])
    run = pw.Run.from_columns(topic=["t"], doc=["d"], element=["/a[1]"])
    done = pw.evaluate(
        qrels, run, ["GR(nav=NoNav)"], structure=structure, reading=pw.Reading(lenient=True)
    )
    assert done.table.ravel().tolist() == [1]
    assert "assessments: 1 path had a step without [n], read as [1]" in done.notes
