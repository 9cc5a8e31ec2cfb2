import click
import pytest

from partwise.cli._option_kinds import asked, choice, flag, repeatable, setting


def test_flags_are_known_from_afar():
    seen = []

    @click.command()
    @flag("loud", "Say more.")
    def command():
        seen.append(asked("loud"))

    command.main([], standalone_mode=False)
    command.main(["--loud"], standalone_mode=False)
    assert seen == [False, True]
    assert not asked("loud")


def test_kinds_of_options():
    @click.command()
    @choice("--by", ["a", "b"], "Which.", default="b")
    @choice("--from", ["a", "b"], "Which.")
    @setting("--share", 0.5, "How much.")
    @setting("--count", 3)
    @repeatable("--name", "names", "N", "Who.")
    def command(**given):
        return given

    assert command.main([], standalone_mode=False) == {
        "by": "b", "from": None, "share": 0.5, "count": 3, "names": (),
    }  # fmt: skip
    words = ["--by", "a", "--share", "1", "--name", "x", "--name", "y"]
    found = command.main(words, standalone_mode=False)
    assert (found["by"], found["share"], found["names"]) == ("a", 1.0, ("x", "y"))
    assert "Who. May be repeated." in command.get_help(click.Context(command))
    assert "[default: 0.5]" in command.get_help(click.Context(command))
    with pytest.raises(click.BadParameter):
        command.main(["--count", "0.5"], standalone_mode=False)
