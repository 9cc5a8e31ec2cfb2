"""Style and script of the page, and the policy that lets nothing else run."""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from importlib.resources import files

_STYLES = ("page", "reading")
_SCRIPTS = (
    *("base", "runs", "curve", "bars", "topics"),
    *("text", "sides", "lanes", "strip", "reading", "main"),
)


def _joined(folder: str, names: tuple[str, ...]) -> str:
    """Join files without indentation and comments: nobody reads them in the page."""
    room = files("partwise.report.html") / "templates" / folder
    text = "\n".join((room / f"{name}.{folder}").read_text(encoding="utf-8") for name in names)
    lines = (line.strip() for line in text.splitlines())
    return "\n".join(line for line in lines if line and not line.startswith("//"))


@cache
def style() -> str:
    """Return the style sheet."""
    return _joined("css", _STYLES)


@cache
def script() -> str:
    """Return the script, in a scope of its own."""
    return f'(() => {{\n"use strict";\n{_joined("js", _SCRIPTS)}\n}})();'


@cache
def template() -> str:
    """Return the template of the page."""
    room = files("partwise.report.html") / "templates"
    return (room / "page.html").read_text(encoding="utf-8")


def _digest(text: str) -> str:
    return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"


def policy(*, side_files: bool) -> str:
    """Return the content security policy: our own style and script, nothing from outside."""
    own = " 'self'" if side_files else ""
    return (
        f"default-src 'none'; style-src {_digest(style())}; script-src {_digest(script())}{own}; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )
