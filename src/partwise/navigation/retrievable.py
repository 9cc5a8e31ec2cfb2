"""How many parts of the collection could be returned or are wanted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from partwise._typing import Flags, Ints
from partwise.errors import UsageError
from partwise.kernels.distinct import distinct

if TYPE_CHECKING:
    from partwise.navigation.targets import Targets
    from partwise.tables.names import Names


def n_retrievable(targets: Targets, measure: str, depth: int | None) -> Ints:
    """Parts of the collection for each topic: what could be returned or is wanted.

    The structure's elements, or the distinct parts of the inventory; where documents are
    assessed, the documents of the structure, the lengths or the inventory. Ideals and results
    that are not among them are added.
    """
    among, both = targets.destinations, targets.both
    structure, inventory = among.assessments.structure, among.table
    documents = among.assessments.grades_documents_only
    if documents and (known := _documents(targets)) is not None:
        return _n_documents(targets, known, depth)
    if structure is None and inventory is None:
        raise UsageError(
            f"{measure} needs the number of retrievable elements. "
            f"Use --structure FILE{', --lengths FILE' * documents} or --inventory FILE, "
            "or use elements="
        )
    by_parts = targets.passages if structure is not None else np.ones_like(targets.passages)
    if inventory is None:
        by_parts = np.zeros_like(by_parts)
    n_elements = 0 if structure is None else len(structure)
    in_inventory, in_structure = targets.in_inventory, _in_structure(targets)

    def unlisted(topic: Ints, tree: Ints) -> Ints:
        """Count the trees of each topic that are not counted yet."""
        known = np.where(by_parts[topic], in_inventory[tree], in_structure[tree])
        return np.bincount(topic[~known], minlength=both.n_topics)

    row = np.flatnonzero(both.fresh & (both.rank <= (depth or both.result.size)))
    row = row[~np.isin(row, both.returned[both.returned >= 0])]
    extra = unlisted(both.target_topic, both.target)
    extra += unlisted(both.topic[row], both.result[row])
    base = np.where(by_parts, len(among.inventory) if inventory else 0, n_elements)
    total: Ints = base + extra
    return total


def _documents(targets: Targets) -> Names | None:
    """Names of the documents of the collection; the assessments know too few of them."""
    among = targets.destinations
    judged = among.assessments
    if judged.structure is not None:
        return judged.structure.docs
    for source in judged.lengths.sources:
        if source.docs is not judged.qrels.docs:
            return source.docs
    return None if among.table is None else among.table.docs


def _n_documents(targets: Targets, known: Names, depth: int | None) -> Ints:
    """Documents of the collection, and those that were returned or are wanted besides."""
    both = targets.both
    row = np.flatnonzero(both.fresh & (both.rank <= (depth or both.result.size)))
    topic = np.append(both.target_topic, both.topic[row])
    doc = np.append(both.doc[both.target], both.doc[both.result[row]])
    there = np.append(targets.destinations.space.docs.codes_in(known) >= 0, False)
    other = ~there[np.minimum(doc, there.size - 1)]
    pair = distinct(both.in_document(topic[other], doc[other]))
    extra = np.bincount(pair // both.n_docs, minlength=both.n_topics)
    total: Ints = len(known) + extra
    return total


def _in_structure(targets: Targets) -> Flags:
    """Distinct trees that are one element of the structure."""
    both = targets.both
    element = both.nodes.row[both.tree_nodes[both.tree_offsets[:-1]]] >= 0
    single: Flags = element & (both.n_nodes == 1)
    return single
