"""Whether a scheduler of another process or machine answers, before anything is done for it."""

from __future__ import annotations

import socket
from urllib.parse import urlsplit

from partwise.errors import UsageError

_PATIENCE = 10.0
"""Seconds within which it must answer."""


def refuse_silent(what: str, address: str) -> None:
    """Refuse a scheduler that nobody answers for; one of several hosts is enough.

    Parameters
    ----------
    what : str
        What should be there.
    address : str
        ``SCHEME://HOST:PORT``, with further hosts behind commas.
    """
    scheme, _, hosts = address.partition("://")
    said = ""
    for host in hosts.split(","):
        try:
            with socket.create_connection(_place(f"{scheme}://{host}"), _PATIENCE):
                return
        except (OSError, ValueError) as bad:
            said = said or getattr(bad, "strerror", None) or str(bad)
    raise UsageError(f"no {what} at {address}: {said}")


def _place(address: str) -> tuple[str, int]:
    found = urlsplit(address)
    if not found.hostname or not found.port:
        raise ValueError(f"expected {found.scheme}://HOST:PORT")
    return found.hostname, found.port
