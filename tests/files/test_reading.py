from __future__ import annotations

import gzip
import io
import sys
import zipfile
from pathlib import Path

import pytest
from tests.files.samples import said

from partwise.errors import UsageError
from partwise.files import reading as api
from partwise.files.options import Reading

RUN = "1 Q0 d 1 2.5 t 0 5\n"
POOL = "<assessments topic='{}'><file name='x'/></assessments>"


def test_options_of_a_run_reach_its_reader(here):
    Path("x").write_text("1 Q0 d 1 2.5 t 10 15\n")

    assert api.read_run("x").end.tolist() == [25]
    assert api.read_run("x", format="inex-run-ends").end.tolist() == [15]
    Path("y").write_text("question,source,start,end\nq,d,0,5\nq,e,,\n")
    names = {"topic": "question", "doc": "source"}
    assert "no place in a table that has places" in said(
        api.read_run, "y", reading=Reading(columns=names)
    )
    assert len(api.read_run("y", reading=Reading(columns=names, missing="skip"))) == 1


def test_notes_say_what_was_detected(here):
    Path("x").write_text(RUN)

    assert api.read_run("x").notes == ("x was read as inex-run",)
    assert api.read_run("x", format="inex-run").notes == ()
    Path("q").write_text("# c\n1 0 d 1\n")
    assert api.read_qrels("q").notes == (
        "q was read as trec-qrels",
        "q: 1 comment line skipped",
    )


def test_the_encoding_is_kept(here):
    Path("x").write_bytes("1 Q0 é 1 2 t\n".encode("latin-1"))
    run = api.read_run("x", reading=Reading(encoding="latin1"))

    assert (run.docs.tolist(), run.encoding) == (["é"], "iso8859-1")


@pytest.mark.parametrize("missing", ["none", ""])
def test_words_that_are_no_option(here, missing):
    for read in (api.read_run, api.read_qrels, api.read_inventory):
        Path("x").write_text(RUN)
        with pytest.raises(UsageError, match="missing must be error, document or skip"):
            read("x", reading=Reading(missing=missing))


@pytest.mark.parametrize("packed", [False, True])
def test_pools_in_a_folder_or_an_archive(here, packed):
    Path("pools").mkdir()
    for topic in ("1", "2"):
        Path(f"pools/{topic}.xml").write_text(POOL.format(topic))
    name = "pools"
    if packed:
        name = "any name"
        with zipfile.ZipFile(name, "w") as archive:
            for path in sorted(Path("pools").iterdir()):
                archive.write(path, path.name)

    qrels = api.read_qrels(name)

    assert qrels.topics.tolist() == ["1", "2"]
    assert (qrels.source, qrels.format) == (name, "xrai")


def test_an_archive_through_a_pipe(monkeypatch):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("1.xml", POOL.format("1"))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stream.getvalue())))

    words = "<stdin>: an archive, which cannot be read from a pipe. Save it as a file"
    assert said(api.read_qrels, "-") == words


def test_lengths(here):
    Path("l").write_bytes(gzip.compress(b"doc\tlength\na\t5\nb\t0\n"))
    lengths = api.read_lengths("l")
    assert (lengths.docs.tolist(), lengths.length.tolist()) == (["a", "b"], [5, 0])
    assert said(api.read_lengths, "l", format="trec-run").startswith("l: a TREC run, not a table")


def test_inventory(here):
    Path("i").write_text('{"doc": "a", "start": 0, "end": 5}\n{"doc": "a"}\n')
    assert "no place" in said(api.read_inventory, "i")
    parts = api.read_inventory("i", reading=Reading(missing="skip"))
    assert (parts.start.tolist(), parts.end.tolist()) == ([0], [5])


def test_a_structure_of_documents(here):
    Path("d.xml").write_text("<a><b>x</b></a>")
    structure = api.read_structure("d.xml")

    assert structure.docs.tolist() == ["d"]
    assert structure.tags.tolist() == ["a", "b"]


@pytest.mark.parametrize(
    ("content", "read"),
    [
        (RUN, api.read_run),
        ("1 Q0 d 5 9 0 0:5\n", api.read_qrels),
        ("topic\tdoc\tgrade\tlength\nq\td\t1\t9\n", api.read_qrels),
        ("doc\tlength\nd\t9\n", api.read_lengths),
        ("doc\tstart\tend\nd\t0\t9\n", api.read_inventory),
    ],
)
def test_offsets_in_other_units_need_the_texts(here, content, read):
    Path("x").write_text(content)

    read("x", reading=Reading(unit="codepoint"))
    with pytest.raises(UsageError, match="x: offsets in byte units need the texts"):
        read("x", reading=Reading(unit="byte"))
    with pytest.raises(UsageError, match="unit must be codepoint, utf16 or byte"):
        read("x", reading=Reading(unit="bit"))


def test_without_offsets_units_do_not_matter(here):
    Path("x").write_text("1 Q0 d 1 2.5 t\n")

    assert len(api.read_run("x", reading=Reading(unit="byte"))) == 1
