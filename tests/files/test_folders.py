from __future__ import annotations

import os
import zipfile
from pathlib import Path

import pytest
from tests.files.samples import said

from partwise.files.folders import deliver_files, deliver_folder, is_folder

FILES = {"b.xml": b"2", "a.xml": b"1"}


def held(folder: str) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in Path(folder).iterdir()}


def test_what_means_a_folder(here):
    Path("there").mkdir()
    Path("file").touch()

    assert is_folder("there")
    assert is_folder(f"new{os.sep}")
    assert not is_folder("new")
    assert not is_folder("file")
    assert not is_folder("-")


def test_a_new_folder_and_an_empty_one(here):
    deliver_files(f"new{os.sep}", FILES)
    assert held("new") == FILES
    Path("empty").mkdir()
    deliver_files(Path("empty"), FILES)
    assert held("empty") == FILES


def test_a_folder_that_holds_something_stays_as_it_is(here):
    Path("full").mkdir()
    Path("full/mine").write_text("mine")

    assert said(deliver_folder, "full", FILES) == "full: is not empty"
    assert held("full") == {"mine": b"mine"}


def test_several_files_need_a_folder(here):
    Path("one.xml").write_text("old")

    words = "is a file, and 2 files are to be written. Use the name of a folder or .zip file"
    assert said(deliver_folder, "one.xml", FILES) == f"one.xml: {words}"
    assert said(deliver_folder, "-", FILES) == f"-: {words}"
    assert Path("one.xml").read_text() == "old"


def test_its_folder_must_exist(here):
    assert said(deliver_folder, "no/where", FILES) == "no/where: its folder does not exist"


@pytest.mark.parametrize("target", [f"new{os.sep}", "new.zip"])
@pytest.mark.parametrize("name", ["../up.xml", "a/b.xml", "..", ""])
def test_names_that_lead_elsewhere(here, target, name):
    words = said(deliver_files, target, {**FILES, name: b"x"})

    assert words == f"{target}: {name} cannot be the name of a file"
    assert list(here.iterdir()) == []


def test_an_archive_is_the_same_every_time(here):
    deliver_files("a.zip", FILES)
    deliver_files("b.zip", FILES)

    with zipfile.ZipFile("a.zip") as archive:
        assert {name: archive.read(name) for name in archive.namelist()} == FILES
    assert Path("a.zip").read_bytes() == Path("b.zip").read_bytes()
