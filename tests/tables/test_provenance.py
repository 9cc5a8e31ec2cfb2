from __future__ import annotations

import hashlib

from partwise.tables.provenance import (
    DEFAULTS,
    changed,
    distinctions,
    in_words,
    inputs_of,
    with_defaults,
    with_digest,
)


def test_options_with_their_defaults():
    found = with_defaults({"order": "rank", "undefined": None, "colour": "red"})

    assert list(found) == list(DEFAULTS)
    assert (found["order"], found["undefined"]) == ("rank", "skip")


def test_options_that_were_changed_in_their_order():
    options = {**DEFAULTS, "lenient": True, "order": "rank", "colour": "red"}

    assert list(changed(options).items()) == [
        ("order", "rank"),
        ("lenient", True),
        ("colour", "red"),
    ]
    assert changed(DEFAULTS) == {}


def test_what_tells_several_sets_of_options_apart():
    one = {"order": "rank", "undefined": "zero"}
    other = {"order": "rank", "undefined": "skip"}

    assert distinctions([one, other]) == [{"undefined": "zero"}, {}]
    assert distinctions([one, one]) == [{}, {}]
    assert distinctions([{"order": "rank"}, {"order": "file"}]) == [
        {"order": "rank"},
        {"order": "file"},
    ]


def test_options_in_words():
    assert in_words({"whole_documents": True, "order": "rank"}) == "[whole documents, order rank]"
    assert in_words({}) == ""


def test_inputs_are_named_once():
    files = [("run", "a"), ("qrels", "q"), ("run", "a"), ("lengths", None), ("qrels", "a")]

    assert inputs_of(files) == (
        {"role": "run", "file": "a"},
        {"role": "qrels", "file": "q"},
        {"role": "qrels", "file": "a"},
    )


def test_digest_of_a_file(tmp_path):
    content = b"x" * (1 << 20) + b"y"  # more than is read at once
    (tmp_path / "a").write_bytes(content)

    found = with_digest({"role": "run", "file": str(tmp_path / "a")})

    assert found["sha256"] == hashlib.sha256(content).hexdigest()
    assert with_digest({"file": "elsewhere", "sha256": "0"})["sha256"] == "0"


def test_digest_of_a_folder_knows_names_and_content(tmp_path):
    def digest():
        return with_digest({"file": str(tmp_path)})["sha256"]

    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "one").write_bytes(b"1")
    (tmp_path / "a").write_bytes(b"2")
    before = digest()
    assert before == hashlib.sha256(b"a\0" + b"2" + b"b/one\0" + b"1").hexdigest()
    (tmp_path / "a").rename(tmp_path / "c")
    assert digest() != before


def test_what_cannot_be_read_has_no_digest(tmp_path):
    assert with_digest({"file": str(tmp_path / "gone")})["sha256"] is None
    assert with_digest({"file": "/dev/null"})["sha256"] is None
