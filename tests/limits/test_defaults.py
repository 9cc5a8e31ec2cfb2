"""Limits that hold unless an option raises them, crossed by one.

Those that would take gigabytes to cross are lowered first; `test_page` compares the real ones with
the page.
"""

from __future__ import annotations

import gzip
import json
import random
import zipfile

import pytest
from tests.helpers import answer
from tests.limits.test_crossing import JUDGED

import partwise as pw
from partwise.cli.structure import command as structure
from partwise.files import source, streams
from partwise.files.documents import xml
from partwise.files.documents.builder import Limits
from partwise.kernels.coverage import MOST_PARTS
from partwise.language import tokens


def crossed(folder, make, *words):
    """Return what a command says to an input just within a limit, and to one just beyond."""
    said = []
    for more in (0, 1):
        make(more)
        said.append(answer(folder, *words))
    assert said[0].code == 0, said[0].err[-500:]
    assert said[1].code == 2, said[1].err[-500:]
    return said[1].err


def run_of(size):
    """Return a TREC run of so many bytes."""
    letters = random.Random(1)
    line = "t Q0 d 1 1 r"
    return f"{line}{''.join(letters.choices('ab', k=size - len(line) - 1))}\n".encode()


# -- bytes --------------------------------------------------------------------------------------


def test_any_packed_file_may_unpack_to_what_is_harmless(tmp_path, monkeypatch):
    monkeypatch.setattr(streams, "_HARMLESS", 1000)
    monkeypatch.setattr(streams, "_RATIO", 1)

    def make(more):
        (tmp_path / "a.run.gz").write_bytes(gzip.compress(run_of(1000 + more), mtime=0))

    said = crossed(tmp_path, make, "check", "a.run.gz")
    assert "a.run.gz: more than 1,000 bytes unpacked" in said


def test_beyond_it_the_packed_size_decides(tmp_path, monkeypatch):
    monkeypatch.setattr(streams, "_HARMLESS", 1)
    monkeypatch.setattr(streams, "_RATIO", 4)

    def make(more):
        packed = gzip.compress(run_of(4000 + more), mtime=0)
        assert len(packed) < 1000
        (tmp_path / "a.run.gz").write_bytes(packed.ljust(1000, b"\0"))  # as on a tape

    said = crossed(tmp_path, make, "check", "a.run.gz")
    assert "a.run.gz: more than 4,000 bytes unpacked, 4 times its size" in said


@pytest.mark.parametrize("command", ["check", "evaluate"])
def test_what_has_to_be_held_in_memory(tmp_path, monkeypatch, command):
    monkeypatch.setattr(source, "_IN_MEMORY", 1000)
    (tmp_path / "a.qrels").write_text(JUDGED)
    words = {"check": ("check", "a.json"), "evaluate": ("evaluate", "a.qrels", "a.json")}

    def make(more):
        content = json.dumps({"t": {"d": 1.5}}).encode().ljust(1000 + more)
        (tmp_path / "a.json").write_bytes(content)

    assert "a.json: more than 1,000 bytes" in crossed(tmp_path, make, *words[command])


def test_a_document_whose_elements_are_read(tmp_path, monkeypatch):
    monkeypatch.setattr(Limits.__init__, "__defaults__", (500, 20, 1000))

    def make(more):
        (tmp_path / "a.xml").write_text(f"<a>{'x' * (993 + more)}</a>")

    make(0)
    assert len(pw.read_texts(tmp_path)["a"]) == 993
    make(1)
    with pytest.raises(pw.PartwiseError, match=r"a\.xml: more than 1,000 bytes unpacked"):
        pw.read_texts(tmp_path)


def test_a_member_of_an_archive(tmp_path, monkeypatch):
    monkeypatch.setattr(streams, "_HARMLESS", 1000)
    monkeypatch.setattr(streams, "_RATIO", 1)
    (tmp_path / "spans.tsv").write_text("topic\tdoc\ttext\nt\td\txxx\n")

    def make(more):
        with zipfile.ZipFile(tmp_path / "t.zip", "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("d.txt", "x" * (1000 + more))

    words = ("locate", "spans.tsv", "--texts", "t.zip", "-o", "o.tsv")
    assert "more than 1,000 bytes" in crossed(tmp_path, make, *words)


# -- trees --------------------------------------------------------------------------------------


def test_the_command_has_the_limits_of_the_library():
    defaults = {each.name: each.default for each in structure.params}

    assert defaults["max_elements"] == Limits().elements
    assert defaults["max_depth"] == Limits().depth
    assert defaults["max_bytes"] == Limits().size


def test_elements_of_a_document(tmp_path, monkeypatch):
    option = next(each for each in structure.params if each.name == "max_elements")
    monkeypatch.setattr(option, "default", 500)

    def make(more):
        (tmp_path / "a.xml").write_text(f"<a>{'<b/>' * (499 + more)}</a>")

    said = crossed(tmp_path, make, "structure", "a.xml", "-o", "out.tsv")
    assert "a.xml:1: more than 500 elements. Use --max-elements N" in said


def test_depth_of_html(tmp_path):
    def make(more):
        nested = Limits().depth - 2 + more  # html and body are elements too
        (tmp_path / "a.html").write_text("<div>" * nested + "x" + "</div>" * nested)

    said = crossed(tmp_path, make, "structure", "a.html", "-o", "out.tsv")
    assert "elements nest deeper than 256. Use --max-depth N" in said


# -- entities -----------------------------------------------------------------------------------

DECLARED = '<!DOCTYPE a [<!ENTITY e "{}">]>'


def grown(size, each=1000):
    """Return a document whose entities grow to so many characters."""
    times, rest = divmod(size, each)
    return f"{DECLARED.format('x' * each)}<a>{'&e;' * times}{'x' * rest}</a>"


def test_entities_of_a_small_file(tmp_path, monkeypatch):
    """With a depth for which the parser's guards are off, and below what it guards even so."""
    monkeypatch.setattr(xml, "_SMALL", 100_000)

    def make(more):
        (tmp_path / "a.xml").write_text(grown(100_000 + more))

    words = ("structure", "a.xml", "-o", "out.tsv", "--max-depth", "300")
    assert "a.xml: its entities expand to far more text" in crossed(tmp_path, make, *words)


def test_entities_of_a_large_file(tmp_path, monkeypatch):
    monkeypatch.setattr(xml, "_SMALL", 1)

    def make(more):
        # a comment fills the file up to a twentieth of its text
        document = grown(100_000 + more)
        filling = 100_000 // xml._GROWTH - len(document) - len("<!---->")
        (tmp_path / "a.xml").write_text(f"{document}<!--{' ' * filling}-->")

    words = ("structure", "a.xml", "-o", "out.tsv", "--max-depth", "300")
    assert "a.xml: its entities expand to far more text" in crossed(tmp_path, make, *words)


# -- expressions and ceilings -------------------------------------------------------------------


@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ("(", ")"), ("F(", ")")])
def test_levels_of_an_expression(opening, closing):
    def problem(levels):
        inner = levels - 1  # those of the measure itself
        with pytest.raises(pw.PartwiseError) as bad:
            pw.parse(f"P(x={opening * inner}1{closing * inner})")
        return str(bad.value)

    assert "nested too deeply" not in problem(tokens._DEEPEST)
    assert "nested too deeply" in problem(tokens._DEEPEST + 1)


def test_levels_that_make_sense_are_taken():
    deep = "[" * (tokens._DEEPEST - 1) + "]" * (tokens._DEEPEST - 1)

    assert tokens.TokenReader(f"P(x={deep})").call().name == "P"


@pytest.mark.parametrize(("parts", "said"), [(MOST_PARTS, False), (MOST_PARTS + 1, True)])
def test_parts_of_an_exact_ceiling(tmp_path, parts, said):
    """Two copies of a text: beyond some parts the ceiling is only bounded, which is said."""
    (tmp_path / "q.tsv").write_text(
        "topic\tdoc\tstart\tend\tsame\nt\ta\t0\t200\tx\nt\tb\t0\t200\tx\n"
    )
    # the greedy choice begins in the middle, so that it is not the best one
    places = [("a", 0, 100), ("b", 100, 200), ("a", 40, 160)]
    places += [("b", 10 * n, 10 * n + 5) for n in range(parts - len(places))]
    rows = "".join(f"{doc}\t{start}\t{end}\n" for doc, start, end in places)
    (tmp_path / "parts.tsv").write_text("doc\tstart\tend\n" + rows)
    (tmp_path / "r.tsv").write_text("topic\tdoc\tstart\tend\tscore\nt\ta\t40\t160\t1\n")

    words = ("losses", "q.tsv", "r.tsv", "--inventory", "parts.tsv", "-k", "2")
    found = answer(tmp_path, *words, "--equivalent", "same", "--format", "json")

    assert found.code == 0, found.err
    ceiling = json.loads(found.out)["runs"][0]["total"]["ceiling"]
    assert ceiling == {"low": 160 if said else 200, "high": 200}
    assert ("is only bounded" in found.out + found.err) == said
