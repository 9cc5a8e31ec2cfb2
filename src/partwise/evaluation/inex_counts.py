"""The counts that inex_eval prints before its values."""

from __future__ import annotations

import numpy as np

from partwise._typing import Flags
from partwise.geometry.view import View

_WHO = "inex_eval"


def inex_counts(view: View, counted: Flags) -> dict[str, int]:
    """Count documents and characters over all judged topics, and the topics in the mean."""
    judged, parts = view.assessments, view.parts
    return {
        "num_q": int(counted.sum()),
        "num_ret": int(view.documents.doc.size),
        "num_rel": int(judged.n_relevant.sum()),
        "num_rel_ret": len(view.relevant_documents),
        "ret_size": int(np.where(parts.endless, 0, parts.end - parts.start).sum()),
        "rel_size": int(judged.n_characters(_WHO).sum()),
        "rel_ret_size": int(parts.seen(_WHO).relevant.sum()),
    }
