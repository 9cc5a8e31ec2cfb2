"""Everything that the measure language can name, loaded once."""

from __future__ import annotations

import partwise.gains
import partwise.measures
import partwise.users  # noqa: F401  importing a package registers its classes
from partwise.language.registry import load_plugins


def load() -> None:
    """Also load what other packages registered; needed to list, not to parse."""
    load_plugins()
