import json

import pytest

from partwise.errors import UsageError
from partwise.lab.simulate import MANIFEST, check_folder, write_folder


def manifest(*names):
    return MANIFEST, json.dumps({"runs": [{"file": name} for name in names]}).encode()


def test_runs_replace_runs(tmp_path):
    write_folder(tmp_path / "sim", [("a.tsv", b"1"), manifest("a.tsv")])
    written = write_folder(tmp_path / "sim", [("b.tsv", b"2"), manifest("b.tsv")])
    assert {path.name for path in written} == {"b.tsv", MANIFEST}
    assert {path.name for path in (tmp_path / "sim").iterdir()} == {"b.tsv", MANIFEST}


def test_other_files_are_left_alone(tmp_path):
    (tmp_path / "mine.txt").write_text("x")
    with pytest.raises(UsageError, match=r"holds mine\.txt"):
        check_folder(tmp_path)
    with pytest.raises(UsageError, match="is not a folder"):
        check_folder(tmp_path / "mine.txt")
    check_folder(tmp_path / "new")


def test_a_manifest_names_only_what_lies_beside_it(tmp_path):
    (tmp_path / MANIFEST).write_bytes(manifest("../elsewhere")[1])
    with pytest.raises(UsageError, match="not the name of a file"):
        check_folder(tmp_path)
