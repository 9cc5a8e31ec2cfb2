from __future__ import annotations

import numpy as np
import pytest
from tests.files.samples import same, texts

from partwise.errors import TableError
from partwise.files.formats.inex_submission.write import submission_bytes
from partwise.files.options import Reading
from partwise.files.parsing.losses import Losses
from partwise.files.reading import read_run
from partwise.files.writing import write_run
from partwise.tables.run import Run

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
    middle = read_run(tmp_path / f"two.{through}", reading=Reading(missing="document"))
    write_run(middle, tmp_path / "three.xml")
    again = read_run(tmp_path / "three.xml")

    same(run, again, *RUN_COLUMNS)
    for name in ("topic", "doc", "element", "last"):
        assert texts(run, name) == texts(again, name)
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


def run(**columns) -> Run:
    size = len(next(iter(columns.values())))
    return Run.from_columns(topic=["q"] * size, doc=[f"d{i}" for i in range(size)], **columns)


def written(table: Run) -> str:
    return submission_bytes(table, lossy=None).decode()


def test_lines_by_hand():
    table = run(score=[2.0, 1.0], start=[3, None], end=[9, None], missing="document", name="a<b")

    assert written(table).splitlines() == [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<inex-submission run-id="a&lt;b">',
        '<topic topic-id="q">',
        '<result><file>d0</file><fol offset="3" length="6"/><rsv>2.0</rsv></result>',
        "<result><file>d1</file><rsv>1.0</rsv></result>",
        "</topic>",
        "</inex-submission>",
    ]


def test_attributes_that_are_0_and_absent_ones():
    text = written(run(score=[2, 1], **{"topic:ms": np.array([0, 0]), "result:x": ["", "y"]}))

    assert '<topic topic-id="q" ms="0">' in text
    assert text.count("<result>") == 1
    assert '<result x="y">' in text


def test_several_values_where_one_has_room():
    table = run(score=[2.0, 1.0], **{"submission:task": ["a", "b"]})
    with pytest.raises(TableError, match="the column submission:task with several values"):
        written(table)
    losses = Losses()

    assert b'task="a"' in submission_bytes(table, lossy=losses)
    assert losses.notes == ("column submission:task: 1 other value left out",)


@pytest.mark.parametrize(
    ("columns", "words"),
    [
        ({"name": "a\x01"}, r'run-id "a\x01": XML has no such character'),
        ({"result:x": ["\x01"]}, r'x "\x01": XML has no such character'),
        ({"submission:description": ["\x01"]}, r'description "\x01": XML has no such character'),
        ({"element": ["a name "]}, 'path "a name ": blanks at its ends would be lost'),
        ({"result:a b": ["x"]}, "the column result:a b. Use lossy=True to drop it"),
    ],
)
def test_what_would_not_be_xml(columns, words):
    with pytest.raises(TableError) as caught:
        written(run(score=[1.0], **columns))

    assert str(caught.value) == f"an INEX submission cannot hold {words}"


def test_columns_with_impossible_names_are_left_out_if_allowed():
    losses = Losses()
    text = submission_bytes(run(score=[1.0], **{"result:a b": ["x"]}), lossy=losses)

    assert b"<result><file>d0</file>" in text
    assert losses.notes == ("column result:a b left out (1 value)",)
