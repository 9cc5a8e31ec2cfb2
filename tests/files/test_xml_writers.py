from __future__ import annotations

import numpy as np
import pytest

from partwise.errors import FormatError, TableError
from partwise.files.reading import read_qrels, read_run
from partwise.files.writing import write_qrels, write_run
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run


def same(one, other, *names):
    for name in names:
        mine, theirs = getattr(one, name), getattr(other, name)
        if mine is None or theirs is None:
            assert mine is theirs
        elif hasattr(mine, "tolist") and getattr(mine, "dtype", None) is not None:
            equal = mine.dtype.kind == "f"
            assert np.array_equal(mine, theirs, equal_nan=equal), name
        else:
            assert mine == theirs, name


def decoded(table, names, codes):
    texts = getattr(table, names).tolist()
    return [None if c < 0 else texts[c] for c in getattr(table, codes)]


SUBMISSION = """\
<efficiency-submission run-id="r &amp; co" participant-id="9" task="Focused">
<topic-fields title="yes"/><description>a &lt; b</description>
<collections><collection>x</collection><collection>y</collection></collections>
<topic topic-id="1" ms="12">
<result><file>d/1</file><path>/a[1]/b[2]</path><rank>1</rank><rsv>0.1</rsv></result>
<result y="z"><file>d2</file><fol offset="3" length="9"/><rank>2</rank><rsv>-inf</rsv></result>
<result><file>d2</file><passage start="/a[1]" end="/a[1]/text()[2].7"/>
<rank>3</rank><rsv>-inf</rsv></result>
<result><file>d3</file><rank>4</rank><rsv>-inf</rsv></result>
</topic>
<topic topic-id="2"><result><file>d</file><rank>1</rank><rsv>1e-300</rsv></result></topic>
</efficiency-submission>
"""

RUN_COLUMNS = ("name", "start", "end", "score", "rank", "natural", "tokens")


@pytest.mark.parametrize("through", ["xml", "tsv", "csv", "parquet"])
def test_submissions_lose_nothing(tmp_path, through):
    (tmp_path / "one.xml").write_text(SUBMISSION)
    run = read_run(tmp_path / "one.xml")
    write_run(run, tmp_path / f"two.{through}")
    middle = read_run(tmp_path / f"two.{through}", missing="document")
    write_run(middle, tmp_path / "three.xml")
    again = read_run(tmp_path / "three.xml")

    same(run, again, *RUN_COLUMNS)
    for names, codes in (("topics", "topic"), ("docs", "doc"), ("elements", "element")):
        assert decoded(run, names, codes) == decoded(again, names, codes)
    assert decoded(run, "elements", "last") == decoded(again, "elements", "last")
    kept = {name: column.tolist() for name, column in again.extra.items()}
    assert kept == {name: column.tolist() for name, column in run.extra.items()}


def test_submissions_refuse_what_they_cannot_hold():
    from partwise.files.formats.inex_submission.read import write_run as write

    def run(**columns):
        return Run.from_columns(topic=["q"], doc=["d"], **columns)

    for columns, words in (
        ({"tree": ["/a[1]|/b[1]"]}, "trees"),
        ({"element": ["/a[1]"], "start": [0], "end": [1]}, "both offsets and element"),
        ({"tokens": [3]}, "the column tokens"),
        ({"color": ["red"]}, "the column color"),
    ):
        with pytest.raises(TableError, match=f"an INEX submission cannot hold {words}"):
            write(run(**columns))
    with pytest.raises(TableError, match="cannot hold document"):
        write(Run.from_columns(topic=["q"], doc=["d\x01"]))


def test_contradicting_ranks_are_left_out_only_if_allowed(tmp_path):
    run = Run.from_columns(topic=["q"] * 2, doc=["a", "b"], score=[1.0, 2.0], rank=[1, 2])

    with pytest.raises(TableError, match="rank, which the scores contradict"):
        write_run(run, tmp_path / "r.xml")
    write_run(run, tmp_path / "r.xml", lossy=True)
    again = read_run(tmp_path / "r.xml")
    assert again.rank is None
    assert again.score.tolist() == [1.0, 2.0]


XRAI = """\
<assessments pool="17" topic="544" version="2" whitespace-text-node="strip">
<file collection="w" name="12345">
<best-entry-point path="/a[1]/p[2]"/>
<passage start="/a[1]/p[2]/text()[1].0" end="/a[1]/p[3]/text()[2].57" size="310"/>
<passage start="/a[1]/p[4]" end="/a[1]/p[4]" size="3"/>
<element path="/a[1]/p[2]" exhaustivity="2" size="200" rsize="180"/>
<element path="/a[1]/p[3]" exhaustivity="?" size="7" rsize="3"/>
</file>
<file collection="w" name="999"></file>
</assessments>
"""

QRELS_COLUMNS = ("start", "end", "grade", "e", "s", "bep", "length", "scale")


def same_qrels(one, other):
    same(one, other, *QRELS_COLUMNS)
    for names, codes in (
        ("topics", "topic"),
        ("docs", "doc"),
        ("elements", "element"),
        ("assessors", "assessor"),
    ):
        assert decoded(one, names, codes) == decoded(other, names, codes)

    def kept(q):
        return {n: [v or "" for v in c.tolist()] for n, c in q.extra.items()}

    assert kept(one) == kept(other)


@pytest.mark.parametrize("through", ["xml", "tsv", "jsonl", "parquet"])
def test_xrai_loses_nothing(tmp_path, through):
    (tmp_path / "one.xml").write_text(XRAI)
    qrels = read_qrels(tmp_path / "one.xml")
    write_qrels(qrels, tmp_path / f"two.{through}")
    write_qrels(read_qrels(tmp_path / f"two.{through}"), tmp_path / "three.xml", format="xrai")

    same_qrels(qrels, read_qrels(tmp_path / "three.xml"))


@pytest.mark.parametrize("target", ["pools/", "pools", "pools.zip"])  # findings 9.5
def test_pools_of_several_topics(tmp_path, target):
    (tmp_path / "in").mkdir()
    for topic in ("544", "545"):
        (tmp_path / "in" / f"{topic}.xml").write_text(XRAI.replace("544", topic))
    qrels = read_qrels(tmp_path / "in")

    (tmp_path / "one.xml").touch()
    with pytest.raises(FormatError, match=r"one\.xml: is a file, and 2 files are to be written"):
        write_qrels(qrels, tmp_path / "one.xml")
    name = f"{tmp_path}/{target}"
    write_qrels(qrels, name, format="xrai")

    same_qrels(qrels, read_qrels(name))
    if target != "pools.zip":
        with pytest.raises(FormatError, match="is not empty"):
            write_qrels(qrels, name, format="xrai")


def test_shares_without_sizes_stay_exact(tmp_path):
    rng = np.random.default_rng(7)
    shares = [*rng.random(50), 0.0, 1.0, 1 / 3, 0.1]
    n = len(shares)
    qrels = Qrels.from_columns(
        topic=["q"] * n,
        doc=[f"d{i}" for i in range(n)],
        element=["/a[1]"] * n,
        e=[1.0] * n,
        s=shares,
    )

    write_qrels(qrels, tmp_path / "q.xml", format="xrai")

    assert read_qrels(tmp_path / "q.xml").s.tolist() == shares


@pytest.mark.parametrize("through", ["xml", "tsv", "csv"])
def test_grades_of_2004_lose_nothing(tmp_path, through):
    (tmp_path / "one.xml").write_text(
        "<assessments pool='12' topic='127'><file file='an/1995/a1004'>"
        "<path path='/a[1]' exhaustiveness='3' specificity='2' inferred='true'/>"
        "<path path='/a[1]/b[1]' exhaustiveness='0' specificity='0'/></file>"
        "<file file='x'/></assessments>"
    )
    qrels = read_qrels(tmp_path / "one.xml")
    write_qrels(qrels, tmp_path / f"two.{through}")
    middle = read_qrels(tmp_path / f"two.{through}")
    write_qrels(middle, tmp_path / "three.xml", format="xrai-2004")

    same_qrels(qrels, read_qrels(tmp_path / "three.xml"))


@pytest.mark.parametrize(
    ("columns", "form", "words"),
    [
        ({"start": [0], "end": [5]}, "xrai", "offsets: its passages are points"),
        ({"grade": [1]}, "xrai", "a whole document that is relevant"),
        ({"element": ["/a[1]"], "e": [3], "s": [0.5]}, "xrai", "an element without e of 0, 1 or 2"),
        ({"element": ["/a[1]"], "grade": [2]}, "xrai", "grades beside e and s"),
        ({"element": ["/a[1]"]}, "xrai-2004", "an element without e and s of 0 to 3"),
        ({"element": ["/a[1]"], "e": [1], "s": [0.5]}, "xrai-2004", "e and s of 0 to 3"),
        ({"grade": [0], "length": [9]}, "xrai", "lengths of documents"),
        ({"grade": [0], "color": ["red"]}, "xrai", "the column color"),
        ({"tree": ["/a[1]|/b[1]"], "grade": [1]}, "xrai-2004", "trees"),
    ],
)
def test_xrai_refuses_what_it_cannot_hold(tmp_path, columns, form, words):
    qrels = Qrels.from_columns(topic=["q"], doc=["d"], **columns)

    with pytest.raises(TableError, match="X-Rai file") as caught:
        write_qrels(qrels, tmp_path / "q.xml", format=form)

    assert words in str(caught.value)
    assert not (tmp_path / "q.xml").exists()
