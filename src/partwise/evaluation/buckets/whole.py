"""What assessments say as a whole, for buckets that hold only some of their topics."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from partwise.evaluation.buckets.note_data import notes_of_data
from partwise.evaluation.notes import weighs
from partwise.geometry.assessed_elements import AssessedElements
from partwise.tables.names import Names
from partwise.tables.qrels import Qrels

if TYPE_CHECKING:
    from partwise.files.bucketed.folder import BucketFolder
    from partwise.geometry.assessments import Assessments
    from partwise.tables.run import Run


def facts_of_assessments(judged: Assessments) -> dict[str, bool]:
    """Return what any row says, under the names by which `Qrels.holds` is asked."""
    q, pairs = judged.qrels, judged.judged_documents
    elements = AssessedElements(judged.tables)
    rows = elements.rows
    e, s = elements.qrels.e[rows], elements.qrels.s[rows]
    highlighted, graded = pairs.highlighted, pairs.graded_element
    unplaced = highlighted & (q.start < 0)
    named = (q.element >= 0) | (q.tree >= 0)
    marked = ~np.isnan(q.grade) | ~np.isnan(q.e) | ~np.isnan(q.s)
    found = {
        "spans": (q.start >= 0).any(),
        "elements": (q.element >= 0).any(),
        "named": named.any(),
        "places": (q.start >= 0).any() or named.any(),
        "grades": (~np.isnan(q.grade)).any(),
        "weights": weighs(q),
        "highlights": highlighted.any(),
        "highlighted elements": (unplaced & (q.element >= 0)).any(),
        "highlighted trees": (unplaced & (q.tree >= 0)).any(),
        "graded elements": graded.any(),
        "graded places": (named & marked).any(),
        "places with e": (named & ~np.isnan(q.e)).any(),
        "pairs": rows.size,
        "e": (~np.isnan(e)).any(),
        "s": (~np.isnan(s)).any(),
        "fractions": (np.modf(s)[0] > 0).any(),
    }
    return {name: bool(there) for name, there in found.items()}


def facts_of_run(run: Run) -> dict[str, bool]:
    """Return what any row of a run says."""
    return {"elements": bool((run.element >= 0).any())}


def all_topics(folder: BucketFolder) -> Qrels:
    """Return all topics of a folder, without the rows of its assessments."""
    every = folder.read("topics.parquet")
    further = [name for name in every.columns if name not in ("topic", "bucket")]
    columns = {name: np.array(every[name].to_list(), object) for name in further}
    return without_rows(folder.manifest["qrels"], every["topic"].to_list(), columns)


def without_rows(about: Mapping[str, Any], names: Sequence[str], weighing: dict[str, Any]) -> Qrels:
    """Return the assessments without their rows, but for what weighs topics."""
    n = len(names) if weighing else 0
    return Qrels(
        topics=Names.of(names),
        topic=np.arange(n, dtype=np.int32),
        docs=Names.of(["-"] if n else []),
        doc=np.zeros(n, np.int32),
        extra=weighing,
        source=about["source"],
        format=about["format"],
        notes=tuple(notes_of_data(about["notes"])),
        scale=about["scale"],
        whole_table=about["holds"],
    )
