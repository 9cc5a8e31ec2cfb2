"""``partwise.toml``: defaults of options, from the folder in which a command is run.

Keys are long options without their dashes. Above the first table they hold for every command
that has them, in a table for its command (``[evaluate]``, ``[lab.correlate]``), and what the
command line says wins.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from partwise.errors import FormatError
from partwise.kernels.text.near import near
from partwise.messages import Note

FILE = "partwise.toml"
_TOLD = "partwise.defaults"


def read_defaults(context: click.Context, names: Iterable[str]) -> dict[str, Any]:
    """Return the defaults of the command that is called, as click takes them.

    Parameters
    ----------
    context : click.Context
        That of the group.
    names : iterable of str
        All commands.
    """
    called = context.invoked_subcommand
    if called is None or not Path(FILE).is_file():
        return {}
    found = _read()
    tables = {key: value for key, value in found.items() if isinstance(value, Mapping)}
    tables.pop("columns", None)  # a table of names is the value of an option
    everywhere = {key: value for key, value in found.items() if key not in tables}
    for table in tables:
        if table not in (known := list(names)):
            raise _problem(f"there is no command {table}{_meant(table, known)}")
    command = _command(context, called)
    if command is None:
        return {}
    _refuse_unknown(everywhere, context, called, names)
    return {called: _of(command, context, called, everywhere, tables.get(called, {}))}


def _command(context: click.Context, name: str) -> click.Command | None:
    group = context.command
    return group.get_command(context, name) if isinstance(group, click.Group) else None


def _refuse_unknown(
    keys: Iterable[str], context: click.Context, called: str, names: Iterable[str]
) -> None:
    """Refuse keys for all commands that none of them has; others are seldom looked at."""
    here = {key for one in _leaves(context, [called]) for key in _options(one)}
    for key in keys:
        if _plain(key) not in here:
            every = {key for one in _leaves(context, names) for key in _options(one)}
            if _plain(key) not in every:
                raise _problem(f"no command has an option {key}{_meant(key, every)}")


def used_defaults() -> Note | None:
    """Say which defaults the running command took from the file; None where it took none."""
    context = click.get_current_context(silent=True)
    if context is None:
        return None
    taken = [
        key
        for key, option in _options(context.command).items()
        if context.get_parameter_source(option.name or "") is ParameterSource.DEFAULT_MAP
    ]
    return Note(f"defaults taken from {FILE} ({', '.join(taken)})") if taken else None


def with_defaults_told(notes: Iterable[str]) -> list[str]:
    """Return notes of a command, and once the one on its defaults, unless it is among them."""
    said, taken = list(notes), used_defaults()
    meta = {} if taken is None else click.get_current_context().meta
    if taken is not None and str(taken) not in map(str, said) and _TOLD not in meta:
        said.append(taken)
    meta[_TOLD] = True
    return said


def _read() -> dict[str, Any]:
    import tomllib

    try:
        return tomllib.loads(Path(FILE).read_text(encoding="utf-8"))
    except OSError as error:
        raise FormatError(FILE, None, f"cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise FormatError(FILE, None, "not UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise FormatError(FILE, None, f"not TOML: {error}") from None


def _of(
    command: click.Command,
    parent: click.Context,
    name: str,
    everywhere: Mapping[str, Any],
    own: Mapping[str, Any],
) -> dict[str, Any]:
    """Return the defaults of a command, or of each command of a group."""
    context = click.Context(command, info_name=name, parent=parent)
    if isinstance(command, click.Group):
        inside = command.list_commands(context)
        for key in own:
            if key not in inside:
                raise _problem(f"{name} has no command {key}{_meant(key, inside)}")
        return {
            one: _of(found, context, one, everywhere, own.get(one, {}))
            for one in inside
            if (found := command.get_command(context, one)) is not None
        }
    options = _options(command)
    for key in own:
        if _plain(key) not in options:
            raise _problem(f"{name} has no option {key}{_meant(key, options)}")
    given = {_plain(key): value for key, value in everywhere.items()}
    given |= {_plain(key): value for key, value in own.items()}
    return {
        str(options[key].name): _value(options[key], context, key, value)
        for key, value in given.items()
        if key in options
    }


def _value(option: click.Option, context: click.Context, key: str, value: Any) -> Any:
    """Check a value as click would, and name the file where it does not fit."""
    if isinstance(value, Mapping):
        value = ",".join(f"{ours}={theirs}" for ours, theirs in value.items())
    if option.is_flag and not isinstance(value, bool):
        raise _problem(f"{key} is true or false, not {value!r}")
    if option.multiple:
        value = value if isinstance(value, list) else [value]
    elif isinstance(value, list) or (isinstance(value, bool) and not option.is_flag):
        raise _problem(f"{key} takes one value, not {value!r}")
    try:
        option.type_cast_value(context, value)
    except click.BadParameter as error:
        raise _problem(f"{key}: {error.message}") from None
    return value


def _options(command: click.Command) -> dict[str, click.Option]:
    """Return the options of a command by their long names without dashes."""
    return {
        name.removeprefix("--"): option
        for option in command.params
        if isinstance(option, click.Option)
        for name in option.opts
        if name.startswith("--")
    }


def _leaves(context: click.Context, names: Iterable[str]) -> Iterable[click.Command]:
    """Yield commands, and in the place of groups those inside."""
    for name in names:
        found = _command(context, name)
        if isinstance(found, click.Group):
            yield from found.commands.values()
        elif found is not None:
            yield found


def _plain(key: str) -> str:
    return key.replace("_", "-")


def _meant(word: str, known: Iterable[str]) -> str:
    close = near(_plain(word), list(known))
    return f". Did you mean {' or '.join(close)}?" if close else ""


def _problem(text: str) -> FormatError:
    return FormatError(FILE, None, text)
