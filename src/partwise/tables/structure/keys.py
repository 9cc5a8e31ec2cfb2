"""Keys of the paths of elements, for looking paths up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from partwise.kernels import paths as kernel

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from partwise.tables.structure.table import Structure


def path_index(structure: Structure) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    """Return the keys of all (document, path) in order, and the row of each."""
    return kernel.sorted_keys(kernel.in_document(element_keys(structure), structure.doc))


def element_keys(structure: Structure) -> NDArray[np.uint64]:
    """Key of the path of every element."""
    tags = structure.tags
    hashed = kernel.text_hash(tags.data, tags.starts, tags.ends)
    step = kernel.step_key(hashed[structure.tag], structure.ordinal)
    if structure.vias is None:
        return kernel.forest_keys(step, structure.parent, structure.depth)
    blob, starts, ends = structure.vias.data, structure.vias.starts, structure.vias.ends
    via = kernel.split_paths(blob, starts, ends)
    via_step = kernel.step_key(kernel.text_hash(blob, via.name_start, via.name_end), via.ordinal)
    return kernel.forest_keys(
        step,
        structure.parent,
        structure.depth,
        via=structure.via,
        via_step=via_step,
        via_offsets=via.offsets,
    )
