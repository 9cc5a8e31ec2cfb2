from __future__ import annotations

import gzip
import io
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

import partwise as pw
from partwise.files import digests
from partwise.files.digests import RunningDigest, collecting, with_collected
from partwise.files.source import Source


class Bytes(io.BytesIO):
    """An open file in memory."""


@given(st.binary(max_size=40), st.lists(st.tuples(st.integers(0, 45), st.integers(0, 20))))
def test_any_order_of_reading_gives_the_digest_of_the_whole(content, reads):
    file = Bytes(content)
    running = RunningDigest(file)
    for place, size in reads:
        running.saw(place, memoryview(content[place : place + size]))

    assert running.finished() == sha256(content).hexdigest()
    assert running.finished() == sha256(content).hexdigest()


def test_what_was_read_in_part_is_read_to_the_end_before_it_is_closed():
    running = RunningDigest(Bytes(b"abcdef"))
    running.saw(0, memoryview(b"abc"))
    running.close()

    assert running.finished() == sha256(b"abcdef").hexdigest()


def test_nothing_is_hashed_unless_somebody_wants_it(tmp_path, monkeypatch):
    monkeypatch.setattr(digests, "RunningDigest", None)
    (tmp_path / "x").write_bytes(b"1 0 d1 1\n")
    assert Source(tmp_path / "x").read() == b"1 0 d1 1\n"
    with collecting(wanted=False):
        assert Source(tmp_path / "x").read() == b"1 0 d1 1\n"


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("read", ["head", "read"])
def test_the_digest_is_that_of_the_stored_bytes(tmp_path, packed, read):
    path = tmp_path / "x"
    path.write_bytes(gzip.compress(b"text\n" * 99_999) if packed else b"text\n" * 99_999)
    inputs = [{"role": "run", "file": str(path)}, {"role": "qrels", "file": "other"}]
    with collecting():
        source = Source(path)
        source.head(3) if read == "head" else source.read()
        del source
        found = with_collected(inputs)

    assert found[0]["sha256"] == sha256(path.read_bytes()).hexdigest()
    assert found[1] == inputs[1]
    assert with_collected(inputs) == tuple(inputs)


def test_evaluation_names_the_bytes_that_were_read(tmp_path):
    (tmp_path / "q").write_text("1 0 d1 1\n")
    (tmp_path / "r").write_text("1 Q0 d1 1 9 t\n")
    names = [str(tmp_path / name) for name in "qr"]
    expected = [sha256((tmp_path / name).read_bytes()).hexdigest() for name in "qr"]
    with collecting():
        results = pw.evaluate(*names, ["P@5"])
    (tmp_path / "r").write_text("1 Q0 d1 1 8 t\n")

    assert [entry["sha256"] for entry in results.inputs] == expected
    assert '"sha256": "' + expected[1] in results.to_json()
    assert "sha256" not in pw.evaluate(*names, ["P@5"]).inputs[0]
