from __future__ import annotations

import math

import pytest

from partwise.errors import FormatError, FormatErrors
from partwise.files.formats.inex_submission.read import read_run
from partwise.files.options import Reading
from partwise.files.source import Source

START = '<inex-submission participant-id="9" run-id="demo" task="Focused">\n'
END = "</inex-submission>\n"


@pytest.fixture
def read(tmp_path):
    def reader(content, *, order=None, lenient=False, encoding="utf-8"):
        file = tmp_path / "run.xml"
        file.write_bytes(content if isinstance(content, bytes) else content.encode(encoding))
        return read_run(Source(file), Reading(lenient=lenient, order=order))

    return reader


def results(*inside, topic="544"):
    rows = "".join(f"<result><file>d</file>{text}</result>\n" for text in inside)
    return f'{START}<topic topic-id="{topic}">\n{rows}</topic>\n{END}'


def test_every_form_of_a_result(read):
    reading = read(
        results(
            "<path> /article[1]/sec[2] </path><rank>1</rank><rsv>0.83</rsv>",
            '<fol offset="120" length="340"/><rank>2</rank><rsv>0.5</rsv>',
            '<passage start="/a[1]/p[1]" end="/a[1]/p[2]/text()[1].7"/><rank>3</rank><rsv>0</rsv>',
            '<passage start="10" end="20"/><rank>4</rank><rsv>-inf</rsv>',
            "<rank>5</rank><rsv>-inf</rsv>",
        )
    )
    run = reading

    assert run.name == "demo"
    assert run.topics.tolist() == ["544"]
    assert run.start.tolist() == [-1, 120, -1, 10, -1]
    assert run.end.tolist() == [-1, 460, -1, 20, -1]
    assert [run.elements[c] if c >= 0 else None for c in run.element] == [
        "/article[1]/sec[2]",
        None,
        "/a[1]/p[1]",
        None,
        None,
    ]
    assert run.elements[run.last[2]] == "/a[1]/p[2]/text()[1].7"
    assert run.whole.tolist() == [False, False, False, False, True]
    assert run.rank.tolist() == [1, 2, 3, 4, 5]
    assert run.score[3] == -math.inf
    assert run.natural == "score"
    assert [reading.lines.of(row) for row in range(5)] == [3, 4, 5, 6, 7]


def test_rank_and_rsv_may_be_missing(read):
    ranks = read(results("<rank>0</rank>", "<rank>1</rank>"))
    scores = read(results("<rsv>2</rsv>", "<rsv>1</rsv>"))
    neither = read(results("<path>/a[1]</path>", "<path>/a[1]/p[1]</path>"))

    assert (ranks.natural, scores.natural, neither.natural) == ("rank", "score", "file")
    assert ranks.score is None
    assert scores.rank is None


def test_some_missing_is_noted_and_the_other_counts(read):
    run = read(results("<rank>1</rank><rsv>2</rsv>", "<rank>2</rank>"))

    assert run.score is None
    assert run.natural == "rank"
    assert run.notes == ("1 of 2 results has no rsv; rsv is not used",)


def test_e8_ranks_and_scores_disagree(read):
    content = results("<rank>1</rank><rsv>1</rsv>", "<rank>2</rank><rsv>3</rsv>")

    with pytest.raises(FormatError) as caught:
        read(content)
    assert str(caught.value).endswith(
        "run.xml: topic 544: ranks and scores order lines 3 and 4 differently. "
        'Use order="rank" or order="score"'
    )
    assert len(read(content, order="rank")) == 2


def test_equal_scores_or_ranks_do_not_disagree(read):
    content = results(
        "<rank>2</rank><rsv>1</rsv>",
        "<rank>1</rank><rsv>1</rsv>",
        "<rank>2</rank><rsv>0.5</rsv>",
        "<rank>3</rank><rsv>0.5</rsv>",
    )

    assert len(read(content)) == 4


def test_attributes_are_kept(read):
    content = (
        '<efficiency-submission run-id="r" participant-id="9">'
        '<topic-fields title="yes"/><description> mine </description>'
        "<collections><collection>wiki</collection></collections>"
        '<topic topic-id="1" total_time_ms="12"><result x="y"><file>d</file></result></topic>'
        '<topic topic-id="2"><result><file>e</file></result></topic></efficiency-submission>'
    )
    run = read(content)

    assert {name: column.tolist() for name, column in run.extra.items()} == {
        "submission": ["efficiency-submission"] * 2,
        "submission:participant-id": ["9"] * 2,
        "submission:description": ["mine"] * 2,
        "submission:collections": ["wiki"] * 2,
        "topic-fields:title": ["yes"] * 2,
        "topic:total_time_ms": ["12", ""],
        "result:x": ["y", ""],
    }


def test_declared_encoding(read):
    content = f"<?xml version='1.0' encoding='ISO-8859-1'?>{results('<path>/café[1]</path>')}"

    run = read(content, encoding="latin-1")

    assert run.elements.tolist() == ["/café[1]"]


@pytest.mark.parametrize(
    ("inside", "words"),
    [
        ("<path>/article[1]></path>", 'path "/article[1]>" is not an element path'),
        ("<path>/article/sec[1]</path>", "Use lenient=True and structure=... to read a step"),
        ("<path>/a[1]</path><fol offset='1' length='2'/>", "a result with both path and fol"),
        ("<rank>one</rank>", 'rank "one" is not a whole number'),
        ("<rank>-1</rank>", 'rank "-1" is not a whole number'),
        ("<rsv>abc</rsv>", 'score "abc" is not a number'),
        ("<rsv>nan</rsv>", 'score "nan" is not a number'),
        ("<fol offset='x' length='2'/>", 'offset "x" is not a whole number'),
        ("<fol offset='-2' length='2'/>", "offset -2"),
        ("<fol offset='3' length='-2'/>", "length -2"),
        ("<passage start='-2' end='5'/>", "offset -2"),
        ("<passage start='²' end='5'/>", 'path "²" is not an element path'),
        ("<passage start='5' end='/a[1]'/>", 'path "5" is not an element path'),
        ("<path>/a[1]</path><path>/a[1]</path>", "a result with two path"),
        ("<fol offset='1'/>", "a fol without offset or length"),
        ("<passage start='9' end='2'/>", "end 2 is before start 9"),
        ("<passage start='/a[1]'/>", "a passage without start or end"),
        ("<snippet/>", 'unknown element "snippet" in a result'),
        ("<rank>1</rank><rank>2</rank>", "a result with two rank"),
        ("<file>e</file>", "a result with two file"),
    ],
)
def test_refused_with_the_line(read, inside, words):
    with pytest.raises(FormatErrors) as caught:
        read(results("<path>/a[1]</path>", inside))

    assert words in str(caught.value)
    assert caught.value.problems[0].line == 4


def test_lenient_keeps_bare_steps_for_a_structure_to_complete(read):  # findings 1.11
    table = read(results("<path>/article/sec[2]</path>"), lenient=True)
    assert table.elements.tolist() == ["/article/sec[2]"]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (START, "not well-formed XML"),
        (START + "<topic><result><file>d</file></result></topic>" + END, "without topic-id"),
        (START + "<result><file>d</file></result>" + END, "a result outside a topic"),
        (results("<x>&foo;</x>"), 'entity "&foo;" is not defined in the file'),
        (
            "<!DOCTYPE a [<!ENTITY e SYSTEM 'file:///etc/hostname'>]>" + results("&e;"),
            "not defined",
        ),
        ("<topic/>", "is not inex-submission"),
    ],
)
def test_files_that_are_none(read, content, words):
    with pytest.raises((FormatError, FormatErrors), match=r"run\.xml") as caught:
        read(content)

    assert words in str(caught.value)


@pytest.mark.parametrize("content", [START + END, f'{START}<topic topic-id="1"></topic>{END}'])
def test_no_result_is_no_lines(read, content):
    with pytest.raises(FormatError) as caught:
        read(content)

    assert str(caught.value) == f"{caught.value.file}: no results in the submission"


_BOMB = "".join(f"<!ENTITY a{n + 1} '{f'&a{n};' * 10}'>" for n in range(9))


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (START + "<a>" * 300, "elements nest deeper than 256"),
        (
            f"<!DOCTYPE a [<!ENTITY a0 'lol'>{_BOMB}]>" + results("<x>&a9;</x>"),
            "its entities expand to far more text than the file holds",
        ),
        (results(f"<x>{'x' * 10_000_100}</x>"), "text or attribute longer than 10,000,000"),
        (results(f"<x a='{'x' * 10_000_100}'/>"), "text or attribute longer than 10,000,000"),
        (results("<x>&#1;</x>"), "not well-formed XML: invalid xmlChar value 1"),
        ("", "not well-formed XML: no XML document"),
    ],
)
def test_words_are_ours(read, content, words):
    with pytest.raises(FormatError) as caught:
        read(content)

    assert words in caught.value.problem
    assert "XML_PARSE" not in str(caught.value)
    assert "xmlCtxt" not in str(caught.value)


def test_a_result_without_file(read):
    with pytest.raises(FormatErrors, match="a result without file"):
        read(f'{START}<topic topic-id="1"><result><rank>1</rank></result></topic>{END}')
