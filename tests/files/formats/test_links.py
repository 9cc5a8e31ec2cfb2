from __future__ import annotations

import pytest
from tests.clock import tenths

from partwise.errors import FormatError, FormatErrors
from partwise.files.formats.links import bare_links, read_links


def write(tmp_path, text):
    path = tmp_path / "edges.tsv"
    path.write_text(text, encoding="utf-8", newline="")
    return path


def shown(table):
    """Links in words, with probability, topic and line."""
    topics = [*table.topics.tolist(), None]
    return [
        (table.between(at), float(table.probability[at]), topics[table.topic[at]], int(line))
        for at, line in enumerate(table.row_line)
    ]


def test_reads_columns_and_keeps_lines(tmp_path):
    table = read_links(write(tmp_path, "# links\n\nd\ta\tb\t.5\r\nd\tb\ta\t1e-3\nx\ta\tb\t1"))

    assert shown(table) == [
        ("d a -> d b", 0.5, None, 3), ("d b -> d a", 0.001, None, 4), ("x a -> x b", 1, None, 5),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("home news .5\n", "home -> news"),
        ("home\tthe news\t.5\n", "home -> the news"),
        ("d a b .5\n", "d a -> d b"),
        ("d 12..30 - .5\n", "d 12..30 -> d"),
        ("A 15..20 B - .5\n", "A 15..20 -> B"),
        ("A - B e3 .5\n", "A -> B e3"),
        ("from_doc\tto_doc\tp\nA\t\t0.5\n", None),
        ("from_doc\tto_doc\tto\tprobability\nA\t\te1\t0.5\n", "A -> A e1"),
        ("doc,from,to,p\nA,x,1..2,0.5\n", "A x -> A 1..2"),
        ("from_doc\tto_doc\tto_start\tto_end\tp\nA\tB\t3\t9\t.5\n", "A -> B 3..9"),
        ("from_doc\tto_doc\tto_element\tto_start\tp\nA\tB\t5..6\t9\t.5\n", "A -> B 5..6"),
        ('{"from_doc": "A", "to_doc": "B", "from_start": 1, "from_end": 1, "p": 0.5}\n',
         "A 1..1 -> B"),
    ],
)  # fmt: skip
def test_forms_of_a_link(tmp_path, text, expected):
    table = read_links(write(tmp_path, text))

    assert [words for words, *_ in shown(table)] == ([] if expected is None else [expected])
    if table.source.size:
        assert table.probability.tolist() == [0.5]


def test_an_element_takes_any_text(tmp_path):  # 12..30 under element is a name
    table = read_links(write(tmp_path, "from_doc\tfrom_element\tto_doc\tp\nA\t1..2\tB\t1\n"))

    assert table.elements.tolist() == ["1..2"]
    assert table.start.tolist() == [-1, -1]


def test_packed_and_parquet(tmp_path):
    import gzip

    import polars as pl

    packed = tmp_path / "l.gz"
    packed.write_bytes(gzip.compress(b"home news .5\n"))
    pl.DataFrame({"from_doc": ["home"], "to_doc": ["news"], "p": [0.5]}).write_parquet(
        tmp_path / "l.parquet"
    )
    for path in (packed, tmp_path / "l.parquet"):
        assert [words for words, *_ in shown(read_links(path))] == ["home -> news"]


def test_links_without_probabilities(tmp_path):
    rows = "home news\nhome about\nhome news\nnews news\n"
    table = read_links(write(tmp_path, rows), kind=None)
    assert [words for words, *_ in shown(table)] == ["home -> news", "home -> about"]
    table = read_links(write(tmp_path, "A - B e1\n"), kind=None)
    assert [words for words, *_ in shown(table)] == ["A -> B e1"]
    table = read_links(write(tmp_path, "from_doc\tto_doc\tp\thref\nA\tB\tx\tb.html\n"), kind=None)
    assert table.notes == ("column p is ignored: Links follows all links of a place alike",)
    path = write(tmp_path, "d a b .5\n")
    with pytest.raises(FormatError, match="four columns that end in probabilities"):
        read_links(path, kind=None)
    assert not bare_links(path)
    for bare in ("home news\n", "A - B e1\n", "from_doc\tto_doc\nA\tB\n"):
        assert bare_links(write(tmp_path, bare))
    assert not bare_links(write(tmp_path, "home news 1\n"))


def test_links_of_topics(tmp_path):
    rows = ["from_doc\tto_doc\tp\ttopic", "A\tB\t.9\t", "A\tB\t.1\tt2", "A\tC\t.9\tt2"]
    table = read_links(write(tmp_path, "\n".join(rows)), kind="step")
    assert shown(table)[1:] == [("A -> B", 0.1, "t2", 3), ("A -> C", 0.9, "t2", 4)]
    rows += ["A\tC\t.3\tt1"]  # .9 + .3 for t1; t2 replaces the .9
    with pytest.raises(FormatError, match=r":5: the steps out of A for topic t1 sum to 1.2, more"):
        read_links(write(tmp_path, "\n".join(rows)), kind="step")


def test_giving_up_is_read_only_with_steps(tmp_path):
    path = write(tmp_path, "d\ta\ta\t.5\nd\ta\tb\t.5\n")

    assert read_links(path).probability.size == 1
    assert read_links(path, kind="step").probability.size == 2


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("d\ta\tb", "3 columns, expected 4 (doc from to p)"),
        ("d a b .5", "1 column, expected 4 (doc from to p)"),
        ("d\ta\t\t.5", "to is empty"),
        ("d\ta\tb\t1.2", 'p "1.2" is not a number from 0 to 1'),
        ("d\ta\tb\t-.1", 'p "-0.1" is not a number from 0 to 1'),
        ("d\ta\tb\tnan", 'p "nan" is not a number'),
        ("d\ta\tb\thalf", 'p "half" is not a number'),
        ("d\tx\ty\t.2", "d x -> d y was already given in line 1. List every pair once"),
    ],
)
def test_refuses_with_file_and_line(tmp_path, line, said):
    path = write(tmp_path, f"d\tx\ty\t.1\n{line}\n")
    with pytest.raises(FormatError) as error:
        read_links(path)

    assert str(error.value).startswith(f"{path}:2: {said}")


def test_all_problems_are_named(tmp_path):
    with pytest.raises(FormatErrors) as error:
        read_links(write(tmp_path, "d\ta\tb\t2\nd\ta\n"))

    assert error.value.total == 2
    assert [problem.line for problem in error.value.problems] == [1, 2]


@pytest.mark.parametrize("rows", ["\t\t\t9e18\n", "\ta\tb\t.9\n\ta\tc\t.9\n", "\ta\tb\t.1\n" * 2])
@pytest.mark.parametrize("more", ["", "d\tu\tv\t2\n"])
def test_links_without_documents_are_told_by_line(tmp_path, rows, more):
    with pytest.raises((FormatError, FormatErrors)) as error:
        read_links(write(tmp_path, rows + more), kind="step")

    problems = getattr(error.value, "problems", [error.value])
    assert {problem.line for problem in problems} == {*range(1, (rows + more).count("\n") + 1)}
    assert not any(said in str(error.value) for said in ("out of d sum", "d a", "already given"))


def test_steps_above_a_rounded_one_are_refused(tmp_path):
    rounded = "d\ta\tb\t.63\nd\ta\tc\t.42\n"
    assert read_links(write(tmp_path, rounded), kind="step").probability.sum() > 1
    path = write(tmp_path, "e\ta\tb\t.9\nd\ta\tb\t.63\nd\ta\tc\t.43\n")
    assert read_links(path).probability.size == 3
    with pytest.raises(FormatError, match=r"edges.tsv:3: the steps out of d a sum to 1.06"):
        read_links(path, kind="step")


def test_an_empty_file_is_refused(tmp_path):  # findings 1.10
    with pytest.raises(FormatError, match="no links: the file is empty"):
        read_links(write(tmp_path, "# nothing\n"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("A\n", "1: 1 column, expected 3 (from_doc to_doc p), 4 (doc from to p), 5 (from_doc from"),
        ("from_doc to_doc p\nA B 1\n", " a heading whose columns are separated by blanks"),
        ("from_doc\tto_doc\nA\tB\n", " no column p (available: from_doc, to_doc)"),
        ("from_doc\tto_doc\tp\nA\tB\t\n", "2: p is missing"),
        ("from_doc\tto_doc\tp\n\tB\t1\n", "2: from_doc is missing"),
        ("to_doc\tp\nB\t1\n", " no column from_doc (available: to_doc, p)"),
        ("doc\tto_doc\tp\nA\tB\t1\n", " both doc and to_doc are columns"),
        ("from_doc\tto_doc\tto_start\tp\nA\tB\t1\t1\n", "2: to_start without to_end"),
        ("from_doc\tto_doc\tto_end\tp\nA\tB\t1\t1\n", "2: to_end without to_start"),
        ("doc\tfrom_start\tfrom_end\tto\tp\nA\t9\t1\tx\t1\n", "2: end 1 is before start 9"),
        ("doc\tfrom\tfrom_element\tto\tp\nA\ta\tb\tx\t1\n",
         "2: both from and from_element or from_start are given"),
        ("from_doc\tto_doc\tp\n", " no links: the file is empty"),
        ("A B 1\nA B 1\n", "2: A -> B was already given in line 1. List every pair once"),
        ("A - B - 1\nA - B - 1\n", "2: A -> B was already given in line 1. List every pair once"),
    ],
)  # fmt: skip
def test_refuses_other_forms(tmp_path, text, said):
    path = write(tmp_path, text)
    with pytest.raises(FormatError) as error:
        read_links(path)

    assert str(error.value).startswith(f"{path}:{said}")


@pytest.mark.slow
def test_a_million_links_are_read_in_seconds(tmp_path):
    rows = (f"doc{i % 20011}\tdoc{i % 20011 * 7 + i // 20011}\t.01" for i in range(1_000_000))
    path = write(tmp_path, "from_doc\tto_doc\tp\n" + "\n".join(rows))
    links = []
    assert tenths(lambda: links.append(read_links(path, kind="step"))) < 80  # about ten
    assert links[0].source.size > 999_000
