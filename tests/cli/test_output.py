import click
import pytest

from partwise.cli._option_kinds import asked
from partwise.cli._output import Output, output_options, refuse_own_inputs
from partwise.errors import UsageError

QRELS = "topic\tdoc\tstart\tend\n1\td\t0\t9\n"
RUN = "topic\tdoc\tstart\tend\tscore\n1\td\t0\t5\t1.0\n"


def test_output_is_one_argument(tmp_path):
    @click.command()
    @output_options("table", "json")
    @click.option("--quiet", is_flag=True)
    def command(*, out, quiet):
        return out, quiet, asked("raw")

    given = ["--format", "json", "-o", "o.json", "--raw", "--quiet"]
    assert command.main([], standalone_mode=False) == (Output(None, None, False), False, False)
    assert command.main(given, standalone_mode=False) == (
        Output("json", "o.json", True), True, True,
    )  # fmt: skip
    with pytest.raises(click.BadParameter, match="'tsv' is not one of 'table', 'json'"):
        command.main(["--format", "tsv"], standalone_mode=False)


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "q.tsv").write_text(QRELS)
    (tmp_path / "r.tsv").write_text(RUN)
    (tmp_path / "same.tsv").symlink_to("q.tsv")
    return tmp_path


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ("evaluate q.tsv r.tsv -o q.tsv", "-o q.tsv"),
        ("evaluate q.tsv r.tsv -o ./r.tsv", "-o ./r.tsv"),
        ("evaluate q.tsv r.tsv -o same.tsv", "-o same.tsv"),
        ("evaluate q.tsv r.tsv --inventory r=r.tsv -o r.tsv", "-o r.tsv"),
        ("compare q.tsv r.tsv r.tsv -o r.tsv", "-o r.tsv"),
        ("convert q.tsv q.tsv --lossy", "OUT q.tsv"),
        ("losses q.tsv r.tsv --inventory r.tsv -k 1 --oracle r.tsv", "--oracle r.tsv"),
        ("report q.tsv r.tsv -o q.tsv", "-o q.tsv"),
        ("locate r.tsv --texts q.tsv -o r.tsv", "-o r.tsv"),
        ("lab agreement q.tsv -o q.tsv", "-o q.tsv"),
    ],
)
def test_an_output_that_is_an_input_is_refused(partwise, files, words, named):
    done = partwise(*words.split())

    assert done.code == 2
    assert f"{named} is also an input, which would be lost. Use another name" in done.err
    assert (files / "q.tsv").read_text() == QRELS
    assert (files / "r.tsv").read_text() == RUN


def test_an_old_output_is_replaced(partwise, files):
    (files / "out.tsv").write_text("old")

    assert partwise("evaluate", "q.tsv", "r.tsv", "-m", "CharR@1", "-o", "out.tsv").code == 0
    assert (files / "out.tsv").read_text() != "old"


def test_words_that_are_no_files_do_not_matter(files):
    refuse_own_inputs({"output": "new.tsv", "files": ("q.tsv",), "form": None, "k": 3})
    refuse_own_inputs({"output": "r.tsv", "files": ("q.tsv", "-"), "nav": "T2I(n=3)"})
    with pytest.raises(UsageError):
        refuse_own_inputs({"output": "r.tsv", "files": ("q.tsv", "r.tsv")})
