"""Simulated runs whose order of merit is known, and folders of them."""

from __future__ import annotations

import stat
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from partwise._version import __version__
from partwise.errors import ParameterError, UsageError, quote
from partwise.files.atomic import replacing_folder
from partwise.kernels.ragged import distinct
from partwise.lab import space
from partwise.lab.collections import (
    COUNTS,
    PLACES,
    Collection,
    Parts,
    Valued,
    full_order,
    ideal_order,
    inserted,
    leaf_order,
    nonrelevant_elements,
    nonrelevant_passages,
    parts_of,
    random_parts,
    valued,
)
from partwise.lab.space import Expectation, element_expectations, space_expectations
from partwise.messages import plural, texts_of
from partwise.tables.columns import ABSENT
from partwise.tables.lengths import Lengths
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run
from partwise.tables.structure.table import Structure

MANIFEST = "manifest.json"
"""The file that says which runs a folder holds."""


def check_folder(folder: str | Path) -> None:
    """Raise UsageError if a folder holds anything but simulated runs."""
    target = Path(folder)
    if not target.exists():
        return
    if not target.is_dir():
        raise UsageError(f"{folder}: is not a folder")
    known = _simulated(target)
    other = sorted(path.name for path in target.iterdir() if path.name not in known)
    if other:
        raise UsageError(
            f"{folder}: holds {other[0]}, which lab simulate did not write. Use a new folder"
        )


def _simulated(target: Path) -> set[str]:
    """Names of the files that a manifest in the folder lists, and its own."""
    import msgspec

    try:
        found = msgspec.json.decode((target / MANIFEST).read_bytes())
        listed = [run["file"] for run in found["runs"]]
    except (OSError, msgspec.DecodeError, KeyError, TypeError):
        return set()
    for name in listed:
        # a manifest is a file like any other: it must not name what lies elsewhere
        if not _is_file_of(target, name):
            raise UsageError(
                f"{target / MANIFEST}: {quote(str(name))} is not the name of a file in this "
                "folder. Use a new folder"
            )
    return {MANIFEST, *listed}


def _is_file_of(folder: Path, name: Any) -> bool:
    """Return whether a name is plain, and that of a regular file if there is one."""
    if not isinstance(name, str) or Path(name).name != name or set(name) & set("/\\\0"):
        return False
    try:
        return stat.S_ISREG((folder / name).lstat().st_mode)
    except FileNotFoundError:
        return True


def write_folder(folder: str | Path, files: Iterable[tuple[str, bytes]]) -> list[Path]:
    """Write files into a folder, which takes the place of runs simulated before."""
    names = []
    with replacing_folder(folder, check_folder) as new:
        for name, content in files:
            (new / name).write_bytes(content)
            names.append(name)
    return [Path(folder) / name for name in names]


DEPTH = 50
"""Parts of the random run, per topic."""


@dataclass(frozen=True)
class Simulated:
    """One simulated run."""

    run: Run
    kind: str
    """``space``, ``adversary``, ``ideal``, ``reversed``, ``leaves``, ``full``, ``bep``,
    ``random`` or ``insertion``."""
    about: str
    """Description."""
    facts: dict[str, Any] = field(default_factory=dict)
    """``answers`` and ``ranking`` of the space; ``where`` and ``count`` of an insertion."""


@dataclass(frozen=True, eq=False)
class Simulation:
    """Simulated runs, and which should be better than which.

    Parameters
    ----------
    runs : tuple of Simulated
        All runs.
    expectations : tuple of Expectation
        Which run should be at least as good as which.
    seed : int
        What all random choices came from.
    notes : tuple of str
        What could not be simulated, and why.
    """

    runs: tuple[Simulated, ...]
    expectations: tuple[Expectation, ...]
    seed: int
    notes: tuple[str, ...]

    def __getitem__(self, name: str) -> Run:
        for simulated in self.runs:
            if simulated.run.name == name:
                return simulated.run
        raise KeyError(name)

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the runs."""
        return tuple(simulated.run.name for simulated in self.runs)

    def manifest(self) -> dict[str, Any]:
        """Return what the runs are, in the shape of ``manifest.json``."""
        return {
            "partwise": __version__,
            "seed": self.seed,
            "runs": [
                {"run": s.run.name, "file": f"{s.run.name}.tsv", "kind": s.kind}
                | {"about": s.about, "parts": len(s.run), "topics": len(s.run.topics)}
                | s.facts
                for s in self.runs
            ],
            "orders": [
                {"better": o.better, "worse": o.worse, "guaranteed": o.guaranteed}
                | {"vacuous": o.vacuous}
                for o in self.expectations
            ],
            "notes": texts_of(self.notes),
        }

    def write(self, folder: str | Path) -> list[Path]:
        """Write every run as ``NAME.tsv`` and a ``manifest.json`` into a folder.

        The folder must be new, empty, or hold runs that were simulated before, which are
        replaced. After an error or an interrupt it is as it was.
        """
        return write_folder(folder, self._files())

    def _files(self) -> Iterator[tuple[str, bytes]]:
        import msgspec

        for simulated in self.runs:
            frame = simulated.run.to_frame()
            content = frame.write_csv(separator="\t", quote_style="never").encode()
            yield f"{simulated.run.name}.tsv", content
        yield MANIFEST, msgspec.json.format(msgspec.json.encode(self.manifest()), indent=1) + b"\n"


def simulate(
    qrels: Qrels,
    *,
    structure: Structure | None = None,
    lengths: Lengths | None = None,
    counts: Sequence[int] = COUNTS,
    quant: str | None = None,
    seed: int = 0,
) -> Simulation:
    """Make runs from the assessments whose order of merit is known.

    Highlighted text gives the S x R space, the ideal run and its reverse, best
    entry points and random parts; with a structure also leaves and the full
    recall-base. Graded elements give the ideal recall-base, its reverse, leaves
    and the full recall-base. Non-relevant results are inserted into the ideal
    run between its first two results and before the first.

    Parameters
    ----------
    qrels : Qrels
        Highlighted spans or graded elements.
    structure, lengths : tables, optional
        Element trees (needed for elements) and document lengths.
    counts : sequence of int
        How many non-relevant results to insert.
    quant : str, optional
        Quantisation that orders elements; what fits the assessments by default.
    seed : int
        Seed of all random choices. A topic's choices do not depend on other topics.

    References
    ----------
    Pehcevski and Thom (2007), section 4. Kazai and Lalmas (2006), section 6.1.
    """
    numbers = tuple(dict.fromkeys(counts))
    if any(number < 1 for number in numbers):
        raise ParameterError("simulate", "counts", counts, "at least 1 each")
    collection = Collection(qrels, structure, lengths, invented=max(numbers, default=1))
    if not collection.topics.size:
        raise UsageError("nothing is relevant in these assessments; there is nothing to simulate")
    notes: list[str] = []
    if collection.judged.judged_documents.graded_element.any():
        made = _from_elements(collection, quant, numbers, seed, notes)
        expected = element_expectations({simulated.run.name for simulated in made})
    else:
        made = _from_highlights(collection, quant, numbers, seed, notes)
        expected = space_expectations({simulated.run.name for simulated in made})
    topics = len(qrels.topics) - collection.topics.size
    if topics:
        said = plural(topics, "topic", "has", "have")
        notes.append(f"{said} nothing relevant and no part in any run")
    remarks = tuple(dict.fromkeys([*collection.judged.notes, *notes]))
    return Simulation(tuple(made), _tested(expected, made), seed, remarks)


def _tested(expected: Sequence[Expectation], made: Sequence[Simulated]) -> tuple[Expectation, ...]:
    """Mark the expectations of runs that are the same, of which no measure can tell anything."""
    named = {name for one in expected for name in (one.better, one.worse)}
    runs = {s.run.name: s.run.to_frame().drop("run") for s in made if s.run.name in named}
    return tuple(replace(o, vacuous=runs[o.better].equals(runs[o.worse])) for o in expected)


def _from_highlights(
    collection: Collection, quant: str | None, counts: Sequence[int], seed: int, notes: list[str]
) -> list[Simulated]:
    sets = space.answer_sets(collection)
    made = []
    for answers, ragged in sets.items():
        for ranking, order in space.RANKINGS.items():
            name = space.name_of(answers, ranking)
            run = collection.run(name, space.ranked(collection, ragged, ranking, seed))
            about = f"{space.ANSWERS[answers]}, {order}"
            made.append(Simulated(run, "space", about, {"answers": answers, "ranking": ranking}))
    if collection.trees is None:
        notes.append("no structure: the sets SL, SS and SST, leaves and full are left out")
    if (collection.length[collection.judged.judged_documents.doc[collection.relevant]] < 0).any():
        notes.append("some relevant documents have no known length; SLD returns them whole")
    deceiving = space.adversaries(collection)
    for name, parts in deceiving.items():
        made.append(Simulated(collection.run(name, parts), "adversary", space.ADVERSARIES[name]))
    if missing := [name for name in space.ADVERSARIES if name not in deceiving]:
        said = " and ".join(missing)
        notes.append(f"{said} left out: some judged documents have no known length")
    ideal = space.ranked(collection, sets["S"], "R", seed)
    made.append(Simulated(collection.run("ideal", ideal), "ideal", "as S-R"))
    made.append(_reversed(collection, ideal))
    if collection.trees is not None:
        made += _leaves_and_full(collection, valued(collection, quant))
    made.append(_entry_points(collection))
    made.append(_random(collection, seed))
    extra = nonrelevant_passages(collection, ideal, max(counts, default=0))
    return made + _insertions(collection, ideal, extra, counts, by_document=True)


def _from_elements(
    collection: Collection, quant: str | None, counts: Sequence[int], seed: int, notes: list[str]
) -> list[Simulated]:
    found = valued(collection, quant)
    order = ideal_order(found)
    if not order.size:
        raise UsageError(f"no element has a value under quant={found.quant}")
    ideal = parts_of(collection, found, order)
    about = f"the ideal recall-base by {found.quant}, best first"
    made = [Simulated(collection.run("ideal", ideal), "ideal", about)]
    made.append(_reversed(collection, ideal))
    made += _leaves_and_full(collection, found)
    made.append(_random(collection, seed))
    notes.append("graded elements: the S x R space and entry points need highlighted text")
    most = max(counts, default=0)
    extra, again = nonrelevant_elements(collection, ideal, most, seed)
    if again:
        notes.append("too few non-relevant elements; they are inserted more than once")
    without = collection.topics.size - distinct(ideal.topic).size
    if without:
        topics = plural(collection.topics.size, "topic")
        notes.append(f"no insertions in {without:,} of {topics}")
    return made + _insertions(collection, ideal, extra, counts, by_document=False)


def _leaves_and_full(collection: Collection, found: Valued) -> list[Simulated]:
    kinds = {
        "leaves": (leaf_order, f"relevant elements without relevant parts, {found.quant}"),
        "full": (full_order, f"the full recall-base by {found.quant}, best first"),
    }
    return [
        Simulated(collection.run(kind, parts_of(collection, found, order(found))), kind, about)
        for kind, (order, about) in kinds.items()
    ]


def _reversed(collection: Collection, ideal: Parts) -> Simulated:
    back = ideal.take(np.arange(ideal.topic.size)[::-1])
    back = back.take(np.argsort(back.topic, kind="stable"))
    run = collection.run("reversed-ideal", back)
    return Simulated(run, "reversed", "the ideal run from its end")


def _entry_points(collection: Collection) -> Simulated:
    pairs, order = collection.judged.judged_documents, collection.relevant
    entry = collection.judged.entry_points()[order]
    nothing = np.full(order.size, ABSENT, np.int64)
    parts = Parts(pairs.topic[order], pairs.doc[order], entry, entry, nothing)
    about = "best entry points, most relevant text first"
    return Simulated(collection.run("bep", parts), "bep", about)


def _random(collection: Collection, seed: int) -> Simulated:
    parts = random_parts(collection, DEPTH, seed)
    about = f"random parts, each once, at most {DEPTH} a topic"
    return Simulated(collection.run("random", parts), "random", about)


def _insertions(
    collection: Collection, ideal: Parts, extra: Parts, counts: Sequence[int], *, by_document: bool
) -> list[Simulated]:
    made = []
    for where, said in PLACES.items():
        for count in counts:
            mixed = inserted(ideal, extra, count, where, by_document=by_document)
            run = collection.run(f"ideal-{where}-{count}", mixed)
            results = plural(count, "non-relevant result")
            about = f"the ideal run with {results} {said}"
            made.append(Simulated(run, "insertion", about, {"where": where, "count": count}))
    return made
