"""Hostile shapes that grow: what costs the square of its size shows here."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import partwise as pw

Shape = Callable[[Path, int], Callable[[], object]]


def _file(folder: Path, name: str, content: str) -> Path:
    path = folder / name
    path.write_text(content, encoding="utf-8")
    return path


def _run(name: str, line: Callable[[int], str], head: str = "") -> Shape:
    def shape(folder: Path, n: int) -> Callable[[], object]:
        path = _file(folder, name, head + "".join(line(i) for i in range(n)))
        return lambda: pw.read_run(path)

    return shape


def _evaluated(rows: Callable[[int, int], tuple[str, int, int, float]], *measures: str) -> Shape:
    """Evaluate a run of one topic over one judged document of a million characters."""

    def shape(folder: Path, n: int) -> Callable[[], object]:
        del folder
        doc, *place, score = zip(*(rows(i, n) for i in range(n)), strict=True)
        run = pw.Run.from_columns(
            topic=["t"] * n, doc=doc, start=place[0], end=place[1], score=score
        )
        begin = [20 * i for i in range(n)]
        end = [a + 10 for a in begin]
        length = [1 << 30] * n
        qrels = pw.Qrels.from_columns(
            topic=["t"] * n, doc=["d"] * n, start=begin, end=end, length=length
        )
        return lambda: pw.evaluate(qrels, run, list(measures))

    return shape


CHARACTERS = ("CharR@10", "CharAP", "AiP", "CharOverlap", "SpanR", "AgP", "CharP(budget=1000)")


def _structure(name: str, make: Callable[[int], str]) -> Shape:
    def shape(folder: Path, n: int) -> Callable[[], object]:
        path = _file(folder, name, make(n))
        return lambda: pw.read_structure(path)

    return shape


def _keys(folder: Path, n: int) -> Callable[[], object]:
    lines = [json.dumps({"topic": "t", "doc": "d", f"k{i % 900}": i}) for i in range(n)]
    path = _file(folder, "keys.jsonl", "\n".join(lines))
    return lambda: pw.read_run(path)


def _names(folder: Path, n: int) -> Callable[[], object]:
    del folder
    doc = [f"document-{i}" for i in range(n)]
    return lambda: pw.Run.from_columns(topic=doc, doc=doc, score=range(n))


def _quotes(folder: Path, n: int) -> Callable[[], object]:
    texts = {"d": "abcd " * n}
    quotes = [{"topic": "q", "doc": "d", "text": "abcd abcd abcd abcd"}]
    del folder
    return lambda: pw.locate(quotes, texts)


def _expression(folder: Path, n: int) -> Callable[[], object]:
    del folder
    text = "P@[" + ",".join(str(i + 1) for i in range(n)) + "]"

    def read() -> object:
        try:
            return pw.parse(text)
        except pw.PartwiseError as error:
            return error

    return read


def _refused(read: Callable[[Path], object], name: str, make: Callable[[int], str]) -> Shape:
    """Read what may be refused, which has to be quick as well."""

    def shape(folder: Path, n: int) -> Callable[[], object]:
        path = _file(folder, name, make(n))

        def call() -> object:
            try:
                return read(path)
            except pw.PartwiseError as error:
                return error

        return call

    return shape


def _repeated_topic(folder: Path, n: int) -> Callable[[], object]:
    del folder
    topics = [*map(str, range(n)), str(n - 1)]

    def call() -> object:
        try:
            return pw.Run.from_results([[] for _ in topics], topics=topics)
        except pw.PartwiseError as error:
            return error

    return call


def _archive(folder: Path, n: int) -> Callable[[], object]:
    path = folder / f"{n}.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for i in range(n):
            archive.writestr(f"{i}.txt", "a text")
    return lambda: pw.read_texts(path)


def _star(folder: Path, n: int) -> Callable[[], object]:
    """Draw links from one element to all others."""
    path = _file(folder, "star.tsv", "".join(f"d\t/a[1]\t/a[1]/b[{i + 1}]\t.1\n" for i in range(n)))
    run = pw.Run.from_columns(topic=["t"], doc=["d"], element=["/a[1]"], score=[1.0])
    qrels = pw.Qrels.from_columns(topic=["t"], doc=["d"], element=["/a[1]/b[1]"], grade=[1])
    return lambda: pw.evaluate(qrels, run, [f"GR(nav=Edges('{path}', kind=reach))@3"])


SHAPES: dict[str, tuple[Shape, int]] = {
    "TREC run, one topic": (_run("a.run", lambda i: f"t Q0 d{i} {i + 1} {-i} r\n"), 40_000),
    "TREC run, a topic a line": (_run("a.run", lambda i: f"t{i} Q0 d 1 1 r\n"), 40_000),
    "TREC run, all tied": (_run("a.run", lambda i: f"t Q0 d{i} 1 1 r\n"), 40_000),
    "TSV with quotes": (
        _run("a.tsv", lambda i: f't\t"d ""{i}"""\t{i}\t{i + 5}\n', "topic\tdoc\tstart\tend\n"),
        20_000,
    ),
    "JSON lines with escapes": (
        _run("a.jsonl", lambda i: json.dumps({"topic": "t", "doc": f"é\n{i}", "score": i}) + "\n"),
        20_000,
    ),
    "JSON lines with other keys": (_keys, 2_000),
    "distinct names": (_names, 40_000),
    "the same place again and again": (
        _evaluated(lambda i, n: ("d", 5, 500, 1.0), *CHARACTERS), 10_000),
    "nested places": (_evaluated(lambda i, n: ("d", i, 40 * n - i, -i), *CHARACTERS), 10_000),
    "a staircase": (_evaluated(lambda i, n: ("d", i, i + n, -i), *CHARACTERS), 10_000),
    "every place in a document of its own": (
        _evaluated(lambda i, n: (f"e{i}" if i else "d", 0, 100, -i), *CHARACTERS), 10_000),
    "deep XML": (_structure("a.xml", lambda n: "<a>" * n + "x" + "</a>" * n), 120),
    "wide XML": (_structure("a.xml", lambda n: f"<a>{'<b>x</b>' * n}</a>"), 20_000),
    "wide HTML": (_structure("a.html", lambda n: f"<body>{'<p>x<b>y</b></p>' * n}</body>"), 1_500),
    "Markdown lists": (_structure("a.md", lambda n: "- a\n" * n), 1_500),
    "Markdown quotes and links": (_structure("a.md", lambda n: "> [a](b)\n\n" * n), 1_000),
    "a quote that is everywhere": (_quotes, 40_000),
    "XML declarations only": (
        _refused(pw.read_qrels, "a.xml", lambda n: '<?xml version="1.0"?>\n' * n), 20_000),
    "comments before an XML root": (
        _refused(pw.read_qrels, "a.xml", lambda n: "<!-- -- -->\n" * n + "<x>"), 20_000),
    "a key of JSON that comes again": (
        _refused(pw.read_run, "a.json", lambda n: json.dumps(
            {"t": {f"d{i}": 1.5 for i in range(n)}}).replace('"d0"', f'"d{n - 1}"')), 3_000),
    "topics in Python of which one comes again": (_repeated_topic, 3_000),
    "brackets of JSON": (_refused(pw.read_run, "a.json", lambda n: "[" * n), 20_000),
    "brackets of Markdown": (_structure("a.md", lambda n: "[" * n), 1_000),
    "emphasis of Markdown": (_structure("a.md", lambda n: "*a **b " * n), 1_000),
    "HTML that is not closed": (_structure("a.html", lambda n: "<p><b>x" * n), 40),
    "entities of HTML": (_structure("a.html", lambda n: "<p>" + "&amp;&lt;" * n), 20_000),
    "quotes of CSV": (_refused(pw.read_run, "a.csv", lambda n: "topic,doc\n" + '"' * n), 40_000),
    "one long name": (
        _refused(pw.read_run, "a.tsv", lambda n: f"topic\tdoc\tscore\nt\t{'d' * n}\t1\n"), 40_000),
    "a long text beside many short ones": (
        _refused(pw.read_run, "a.tsv", lambda n: "topic\tdoc\ttext\n" + "t\td\tx\n" * n
                 + f"t\td\t{'x' * 100 * n}\n" + "t\td\ty\n" * n), 20_000),
    "a long number beside many short ones": (
        _refused(pw.read_run, "a.jsonl", lambda n: '{"topic": "t", "doc": "d", "score": 1.5}\n' * n
                 + f'{{"topic": "t", "doc": "d", "score": {"1" * 100 * n}}}\n'), 2_000),
    "an archive of many members": (_archive, 1_000),
    "links of one element to all others": (_star, 2_000),
    "a measure of brackets": (
        _refused(lambda path: pw.parse(path.read_text()), "m", lambda n: "P(" * n), 2_000),
    "a long list of cutoffs": (_expression, 400),
}  # fmt: skip
