"""Names of measures at the head of a table: what all of them share is said once."""

from __future__ import annotations

from collections.abc import Sequence

from partwise.errors import PartwiseError
from partwise.evaluation.plan import parse, resolve
from partwise.language.fields import AUTO


def without_nav(measures: Sequence[str], nav: str | None) -> tuple[dict[str, str], str]:
    """Leave out the user model that ``--nav`` filled in.

    Returns
    -------
    names : dict
        The name in the table of each measure.
    shared : str
        What was left out, ``nav=...``; empty where nothing was.
    """
    names = {measure: measure for measure in measures}
    if nav is None:
        return names, ""
    shared = ""
    for name in measures:
        try:
            measure = parse(name)
            if "nav" not in measure.settings():
                continue
            bare = measure.replace(nav=AUTO)
            if [repr(m) for m in resolve([bare], nav=nav)] == [name]:
                names[name], shared = repr(bare), f"nav={measure.nav!r}"  # type: ignore[attr-defined]
        except PartwiseError:  # saved by somebody who has more measures than we
            continue
    return names, shared
