"""The one function that engines know: evaluate a bucket, wherever it runs."""

from __future__ import annotations

import json
import pickle
import sys
from typing import Any

from partwise._version import __version__
from partwise.errors import PartwiseError
from partwise.spelling import is_on_command_line, on_command_line


class VersionError(PartwiseError):
    """A worker that is not like the process that asked it."""


def versions() -> dict[str, str]:
    """Return what must be the same in all processes of an evaluation."""
    import numpy as np

    return {
        "partwise": __version__,
        "numpy": ".".join(np.__version__.split(".")[:2]),
        "Python": f"{sys.version_info.major}.{sys.version_info.minor}",
    }


def packed(asked: Any) -> bytes:
    """Return what is asked for, with the versions and the words that workers must have."""
    words = is_on_command_line()
    return pickle.dumps(
        {"versions": versions(), "command_line": words, "asked": pickle.dumps(asked)}
    )


def evaluate_bucket(work: str, bucket: int, options: bytes) -> bytes:
    """Evaluate one bucket of a folder and write its part; what is there already is left alone.

    Parameters
    ----------
    work : str
        The folder of buckets.
    bucket : int
        Number of the bucket.
    options : bytes
        What `packed` returned.

    Returns
    -------
    bytes
        JSON with path, rows, seconds and peak of the part.
    """
    given = pickle.loads(options)
    mine = versions()
    for name, wanted in given["versions"].items():
        if mine[name] != wanted:
            raise VersionError(f"a worker has {name} {mine[name]}, not {wanted}. Use the same")
    from partwise.evaluation.buckets.one import evaluate_part
    from partwise.files.bucketed.folder import BucketFolder

    asked = pickle.loads(given["asked"])
    folder = BucketFolder(work)
    with on_command_line(really=given["command_line"]):
        part = evaluate_part(folder, bucket, asked)
    place = folder.part(bucket)
    part.write(place)
    about = part.about
    answer = {
        "path": str(place),
        "rows": sum(about["rows_read"].values()),
        "seconds": about["seconds"],
        "peak_mb": about["peak_mb"],
    }
    return json.dumps(answer).encode()
