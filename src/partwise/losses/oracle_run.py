"""The oracle run: parts of an inventory in the order of a reader who knows the answers."""

from __future__ import annotations

import numpy as np

from partwise.geometry.inventory import Limit, oracle
from partwise.geometry.relevant_text import Holdings
from partwise.kernels.ragged import offsets_from_owners, rank_in_segment
from partwise.tables.run import Run

NAME = "oracle"


def oracle_run(held: Holdings, limit: Limit) -> Run:
    """Return the run; its score is the number of relevant characters that a part adds."""
    chosen = oracle(held, limit)
    qrels = held.gold.judged.qrels
    doc = held.gold.judged.judged_documents.doc[held.pair[chosen.row]]
    return Run(
        name=NAME,
        topics=qrels.topics,
        topic=chosen.topic.astype(np.int32),
        docs=qrels.docs,
        doc=doc.astype(np.int32),
        start=held.start[chosen.row],
        end=held.end[chosen.row],
        rank=rank_in_segment(offsets_from_owners(chosen.topic, len(qrels.topics))),
        score=chosen.gain.astype(np.float64),
        # what a part adds falls from rank to rank unless it is weighed against its cost
        natural="score" if limit.budget is None else "rank",
    )
