"""Files of links about nothing that was returned or assessed: what to say, and to advise."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from partwise.errors import FormatError

if TYPE_CHECKING:
    from partwise.navigation.results_and_targets import ResultsAndTargets
    from partwise.users.listed import ListedFile

BETWEEN_PARTS = "{measure} takes single steps and needs links between the parts themselves"
OTHERS_MEET = "Use GR, PRUM or EPRUM, which take links between places (ends=meet)"


def unconcerned(
    file: ListedFile, both: ResultsAndTargets, of_steps: str, *, meeting: bool
) -> FormatError:
    """Return the error (E29).

    Parameters
    ----------
    file, both
        The links, and what was returned and assessed.
    of_steps : str
        A measure that takes single steps is told what links it takes; empty for others.
    meeting : bool
        Whether parts that share a character with a place are meant by it.
    """
    n, name = file.links.source.size, file.table.file
    if not n:
        return FormatError(name, None, *file.links.none)
    problem = f"0 of {n:,} links concern a result or an assessed unit. "
    problem += f"First link: {file.links.first}"
    if both.result.size:
        at = int(both.tree_nodes[both.tree_offsets[both.result[0]]])
        document, place = both.nodes.space.document(int(both.nodes.doc[at])), both.nodes.place(at)
        problem += f"; first result: {document} {place}".rstrip()
    return FormatError(name, None, problem, _advice(file, both, of_steps, meeting=meeting))


def _advice(file: ListedFile, both: ResultsAndTargets, of_steps: str, *, meeting: bool) -> str:
    if not file.links.held.any():
        return "Its links are of topics that are not evaluated"
    if not np.isin(file.places.columns[0], both.nodes.doc).any():
        return "Use --doc-ids if documents are named differently"
    if of_steps:
        return f"{BETWEEN_PARTS.format(measure=of_steps)}. {OTHERS_MEET}"
    if meeting:
        return "No place of the file shares a character with them: check the offsets"
    return "Use ends=meet if the parts of a document are named differently"
