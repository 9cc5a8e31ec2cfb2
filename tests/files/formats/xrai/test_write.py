from __future__ import annotations

import numpy as np
import pytest
from tests.files.formats.xrai.samples import same_qrels

from partwise.errors import FormatError, TableError
from partwise.files.formats.xrai.write import attributes, by_document, pools, sizes_of
from partwise.files.reading import read_qrels
from partwise.files.writing import write_qrels
from partwise.tables.qrels import Qrels

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


@pytest.mark.parametrize("form", ["xrai", "xrai-2004"])
def test_nothing_to_write(tmp_path, form):
    nothing = Qrels.from_columns(topic=[], doc=[])

    with pytest.raises(TableError, match="an X-Rai file cannot hold assessments without rows"):
        write_qrels(nothing, tmp_path / "q.xml", format=form)


def test_pools_are_topics_and_assessors_in_the_order_of_their_codes():
    qrels = Qrels.from_columns(
        topic=["b", "a", "b", "b"],
        doc=["d", "d", "e", "d"],
        grade=[0] * 4,
        assessor=["x", None, None, "x"],
    )
    found = [(topic, pool, rows.tolist()) for topic, pool, rows in pools(qrels)]

    assert found == [("b", None, [2]), ("b", "x", [0, 3]), ("a", None, [1])]
    assert list(by_document(qrels, np.array([2, 0, 3]))) == [("e", [2]), ("d", [0, 3])]


def test_attributes():
    given = {"pool": None, "topic": 'a "b" <c> & d', "version": 2, "size": 0, "name": ""}

    assert attributes(given) == """ topic='a "b" &lt;c&gt; &amp; d' version="2" size="0\""""


def test_characters_that_xml_has_not(tmp_path):
    qrels = Qrels.from_columns(topic=["q\x01"], doc=["d"], grade=[0])

    words = r'an X-Rai file cannot hold topic "q\\x01": XML has no such character'
    with pytest.raises(TableError, match=words):
        write_qrels(qrels, tmp_path / "q.xml", format="xrai")
    assert not (tmp_path / "q.xml").exists()


@pytest.mark.parametrize(
    ("share", "size", "rsize", "found"),
    [
        (0.9, "200", "180", (200, 180)),
        (0.0, "0", "0", (0, 0)),
        (0.5, "200", "180", (2, 1)),  # the file's sizes say something else
        (1 / 3, None, None, (3, 1)),
        (0.5, "large", "180", (2, 1)),
        (0.5, "2.0", "", (2, 1)),
        (0.1, "10", None, (10, 1)),
    ],
)
def test_sizes_that_give_a_share_exactly(share, size, rsize, found):
    assert sizes_of(share, size, rsize) == found
    if found[0]:
        assert found[1] / found[0] == share
