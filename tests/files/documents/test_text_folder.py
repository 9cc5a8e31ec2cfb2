from __future__ import annotations

import json
from pathlib import Path

import pytest

from partwise.errors import UsageError
from partwise.files.documents.read import RECORD, Options, StructureBuilder, text_folder


@pytest.fixture
def batch(here):
    """A function that reads some documents, by their ids."""

    def made(**texts: str):
        for name, text in texts.items():
            Path(f"{name}.xml").write_text(f"<a>{text}</a>")
        names = [f"{name}.xml" for name in texts]
        (found,) = StructureBuilder(names, Options(texts=True), batch=None)
        return found

    return made


def written(folder: str) -> dict[str, str]:
    top = Path(folder)
    files = (path for path in top.rglob("*") if path.is_file() and path.name != RECORD)
    return {path.relative_to(top).as_posix(): path.read_bytes().decode() for path in files}


def deliver(folder: str | None, *batches, output="out.tsv") -> None:
    with text_folder(folder, output) as write:
        for one in batches:
            write(one)


def test_one_file_for_each_text(batch):
    deliver("texts", batch(a="é\nx"), batch(b=""))

    assert written("texts") == {"a.txt": "é\nx", "b.txt": ""}
    assert json.loads(Path("texts", RECORD).read_text()) == ["a.txt", "b.txt"]


def test_nothing_where_no_folder_is_named(batch, here):
    before = set(here.iterdir())
    found = batch(a="x")
    deliver(None, found)

    assert set(here.iterdir()) - before == {here / "a.xml"}


def test_texts_take_the_place_of_older_ones(batch):
    deliver("texts", batch(a="1", b="2"))
    deliver("texts", batch(c="3"))

    assert written("texts") == {"c.txt": "3"}


def test_what_somebody_else_put_there_is_never_replaced(batch):
    found = batch(a="1")
    deliver("texts", found)
    Path("texts/mine.txt").write_text("mine")
    with pytest.raises(UsageError, match=r"texts: holds mine\.txt, which --texts did not write"):
        deliver("texts", found)
    assert written("texts") == {"a.txt": "1", "mine.txt": "mine"}
    Path("texts", RECORD).unlink()
    with pytest.raises(UsageError, match="which --texts did not write"):
        deliver("texts", found)


def test_a_folder_or_link_of_somebody_else(batch):
    found = batch(a="1")
    deliver("texts", found)
    Path("texts/sub").mkdir()
    with pytest.raises(UsageError, match="texts: holds sub, which"):
        deliver("texts", found)
    Path("texts/sub").rmdir()
    Path("texts/a.txt").unlink()
    Path("texts/a").symlink_to("..")
    with pytest.raises(UsageError, match="texts: holds a, which"):
        deliver("texts", found)


def test_after_an_error_the_old_texts_are_there(batch):
    deliver("texts", batch(a="1"))

    def fail() -> None:
        with text_folder("texts", "out.tsv") as write:
            write(batch(b="2"))
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    assert written("texts") == {"a.txt": "1"}


def test_the_structure_lies_elsewhere(batch, here):
    (here / "link").symlink_to("texts")
    for output in ("texts/out.tsv", "link/out.tsv", "texts"):
        with pytest.raises(UsageError, match=r"lies in texts, which --texts replaces"):
            deliver("texts", batch(a="1"), output=output)
    deliver("texts", batch(a="1"), output="texts.tsv")


@pytest.mark.parametrize("doc", ["../up", "/etc/x", "a/../../x"])
def test_names_that_lead_elsewhere(batch, doc):
    found = batch(a="1")
    names = type(found.structure.docs).of([doc])
    object.__setattr__(found.structure, "docs", names)

    with pytest.raises(UsageError, match=f'document id "{doc}" cannot name a file'):
        deliver("texts", found)
    assert not Path("texts").exists()


def test_folders_inside(here):
    (here / "docs" / "sub").mkdir(parents=True)
    (here / "docs" / "sub" / "a.txt").write_text("x")
    (found,) = StructureBuilder(["docs"], Options(texts=True, ids="path"), batch=None)
    deliver("texts", found)
    deliver("texts", found)  # and again, over its own folders

    assert list(written("texts").values()) == ["x"]
    assert all(name.startswith("sub/") for name in written("texts"))

    Path("texts/sub").rename("elsewhere")
    Path("texts/sub").symlink_to("../elsewhere")
    with pytest.raises(UsageError, match="texts: holds sub, which"):
        deliver("texts", found)
