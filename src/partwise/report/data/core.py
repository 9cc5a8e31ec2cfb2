"""The data of a page as one JSON object: what its script reads, and ``--data`` writes."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from partwise._version import __version__
from partwise.messages import texts_of
from partwise.report.data.findings import PRIMARY, Findings

SCHEMA = "partwise.report/1"


def core(found: Findings) -> dict[str, Any]:
    """Return the page's data, `partwise.report/1`."""
    kept, names = found.kept, found.results.topics
    topics = [names[t] for t in kept.tolist()]
    known = found.material.topics
    return {
        "schema": SCHEMA,
        "partwise": __version__,
        "title": found.choices.title,
        "baseline": found.baseline,
        "primary": PRIMARY,
        "budget": found.material.budget,
        "runs": [{"name": name} for name in found.results.runs],
        "measures": [
            {
                "name": m.name,
                "better": m.better,
                "bounds": [_finite(end) for end in m.bounds],
                "says": None if m.phrase is None else m.phrase.says,
            }
            for m in found.measures
        ],
        "topics": {
            "total": len(names),
            "id": topics,
            "text": known.texts(topics),
            "attributes": {
                name: [told[t] for t in kept.tolist()] for name, told in found.attributes.items()
            },
        },
        "values": nulls(found.results.table[:, :, kept]),
        "means": nulls(found.means),
        "intervals": [[_interval(ends) for ends in row] for row in found.intervals.tolist()],
        "pairs": [] if found.pairs is None else found.pairs.to_list(),
        "comparisons": [] if found.comparisons is None else found.comparisons.to_list(),
        "curve": found.curve,
        "spent": found.spent,
        "losses": found.losses,
        **{
            name: None if one is None else one.to_dict()
            for name, one in vars(found.material.lines).items()
        },
        "notes": [found.without_folders(text) for text in texts_of(found.notes)],
        "command": found.choices.command,
    }


def nulls(values: NDArray[Any]) -> Any:
    """Return nested lists, None where a value is undefined."""
    listed = values.astype(object)
    listed[np.isnan(values)] = None
    return listed.tolist()


def _finite(number: float) -> float | None:
    return number if np.isfinite(number) else None


def _interval(ends: list[float]) -> list[float] | None:
    return None if np.isnan(ends[0]) else ends
