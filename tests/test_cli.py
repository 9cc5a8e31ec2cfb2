import pytest

from partwise.cli import COMMANDS, cli, main


def ended(capsys, *words):
    with pytest.raises(SystemExit) as end:
        main(words)
    return end.value.code, capsys.readouterr().err


def test_every_command_is_there():
    for name in COMMANDS:
        assert cli.get_command(None, name).name == name
    assert cli.get_command(None, "nothing") is None


def test_a_slip_names_the_command(capsys):
    code, said = ended(capsys, "evalute")
    assert code == 2
    assert "there is no command 'evalute'. Did you mean evaluate?" in said


def test_errors_are_one_line_and_no_traceback(capsys, tmp_path):
    code, said = ended(capsys, "check", str(tmp_path / "missing"))
    assert code == 2
    assert "Traceback" not in said
    code, said = ended(capsys, "evaluate", "q", "missing", "--debug")
    assert code == 2
    assert "Traceback" in said
