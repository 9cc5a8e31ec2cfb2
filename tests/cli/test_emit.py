import pytest

from partwise.cli._emit import emit, print_notes
from partwise.errors import UsageError
from partwise.report.document import Document
from partwise.report.grid import Grid
from partwise.report.sheets import Sheet

FOUND = Document(
    json=lambda: "{}",
    sheets=lambda arrow: [Sheet("", Grid("run", [f"M {arrow}"], [("a", ["1"], [False])]))],
    header=("run", "M"),
    records=lambda: [("a", 1.0)],
    heading="nav=T2I",
    sentences=("Done_",),
    notes=("two ties",),
    others={"svg": lambda: b"<svg/>"},
)


@pytest.mark.parametrize(
    ("target", "content"),
    [
        ("o.json", "{}\n"),
        ("o.tsv", "run\tM\na\t1.0\n"),
        ("o.md", "nav=T2I\n\n| run | M ↓ |\n| --- | ---: |\n| a | 1 |\n\nDone\\_\n"),
        ("o.svg", "<svg/>"),
    ],
)
def test_the_suffix_decides(tmp_path, capsys, target, content):
    emit(FOUND, None, str(tmp_path / target), quiet=False)
    assert (tmp_path / target).read_text(encoding="utf-8") == content
    assert capsys.readouterr() == ("", "note: two ties\n")


def test_a_suffix_of_something_else_is_refused(tmp_path):
    with pytest.raises(UsageError, match=r"cannot be written as \.png"):
        emit(FOUND, None, str(tmp_path / "o.png"), quiet=True)
    assert not list(tmp_path.iterdir())


def test_the_quiet_get_no_notes(capsys):
    print_notes(["a"], quiet=True)
    print_notes(["b\x1b"], quiet=False, indent="  ")
    assert capsys.readouterr().err == "  note: b\\x1b\n"


def test_quiet_keeps_warnings(capsys):
    print_notes(["warning: doubtful", "two ties"], quiet=True)
    assert capsys.readouterr() == ("", "warning: doubtful\n")
