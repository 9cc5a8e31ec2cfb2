"""The tables of one bucket, as the loop of `evaluate` takes them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import copy
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from partwise.evaluation.run_facts import RunFacts
from partwise.files.bucketed.folder import BucketFolder
from partwise.files.bucketed.tables import table_of
from partwise.tables.lengths import Inventory
from partwise.tables.names import Names
from partwise.tables.qrels import Qrels
from partwise.tables.run import Run

if TYPE_CHECKING:
    import polars as pl

    from partwise._typing import Ints
    from partwise.tables.structure.table import Structure


class Bucket:
    """The tables of one bucket."""

    def __init__(self, folder: BucketFolder, number: int) -> None:
        self.folder, self.number = folder, number
        self._manifest = folder.manifest
        self._chosen: list[str] | None = None
        every = folder.read("topics.parquet").with_row_index("at")
        mine = every.filter(every["bucket"] == number)
        self.topics = self._judged = Names.of(mine["topic"].to_list())
        further = [name for name in mine.columns if name not in ("at", "topic", "bucket")]
        self.weighing = {name: mine[name].to_list() for name in further}
        self.positions: Ints = mine["at"].to_numpy().astype(np.int64)

    def batch(self, begin: int, end: int) -> Bucket:
        """Return the same bucket with some of its topics only."""
        some = copy(self)
        some._chosen = self.topics.tolist()[begin:end]
        some.topics, some.positions = Names.of(some._chosen), self.positions[begin:end]
        some.weighing = {name: cells[begin:end] for name, cells in self.weighing.items()}
        return some

    def rows(self) -> int:
        """Return how many rows the largest run has here."""
        return max((self.folder.rows(under) for under in self._runs()), default=0)

    def rows_of_topics(self) -> Ints:
        """Return how many rows the largest run has for each topic."""
        most = np.zeros(len(self.topics), np.int64)
        for under in self._runs():
            found = np.zeros_like(most)
            for frame in self.folder.frames(under, columns=["topic"]):
                counted = frame["topic"].value_counts()
                code = Names.of(counted["topic"].to_list()).codes_in(self.topics)
                rows = np.bincount(code, counted["count"].to_numpy(), len(self.topics))
                found += rows.astype(np.int64)
            most = np.maximum(most, found)
        return most

    def _runs(self) -> list[str]:
        """Return the folders of the runs."""
        runs = [f"runs/{entry['number']:05d}" for entry in self._manifest["runs"]]
        return [f"{run}/bucket={self.number:05d}" for run in runs]

    def qrels(self) -> Qrels:
        """Assessments of the topics of the bucket."""
        known = self._manifest["qrels"]
        frame = self._rows("qrels", known)
        found = table_of(Qrels, frame, known, whole_table=known["holds"])
        codes = found.topics.codes_in(self.topics).astype(np.int32)
        return replace(found, topics=self.topics, topic=codes[found.topic])

    def runs(self) -> Iterator[tuple[Run, RunFacts]]:
        """Yield the runs with their rows for the topics of the bucket."""
        for entry in self._manifest["runs"]:
            under = f"runs/{entry['number']:05d}"
            run = table_of(
                Run, self._rows(under, entry["table"]), entry["table"], whole_table=entry["holds"]
            )
            topics = self.folder.read(f"{under}/topics.parquet")
            topics = topics.filter(topics["bucket"] == self.number).sort("row")
            yield self._named(run, entry, topics)

    def _named(
        self, run: Run, entry: Mapping[str, Any], topics: pl.DataFrame
    ) -> tuple[Run, RunFacts]:
        judged = self._judged.index  # of a batch too: the facts are those of the bucket
        listed = topics.rows(named=True)
        ignored = {one["topic"]: one["row"] for one in listed if one["topic"] not in judged}
        answered = {one["topic"]: one["row"] for one in listed if one["answered"]}
        idle = [topic for topic in answered if topic in self.topics.index]
        run = replace(run, name=entry["name"], topics=Names.of([*run.topics, *idle]))
        facts = RunFacts.of(run, self.topics, None)
        return run, replace(
            facts,
            rows=entry["rows"],
            documents=entry["documents"],
            text=entry["text"],
            topics=tuple(one["topic"] for one in listed),
            ignored=tuple(ignored),
            answered=tuple(answered),
            first_rows=tuple({**ignored, **answered}.items()),
        )

    def _rows(self, under: str, known: Mapping[str, Any]) -> pl.DataFrame:
        """Read rows in the order of their input; none are a table without rows."""
        found = self.folder.read_all(f"{under}/bucket={self.number:05d}", self._chosen)
        return no_rows(known) if found is None else found.sort("row")

    def structure(self) -> Structure | None:
        """Element trees of all documents."""
        from partwise.tables.structure.table import Structure

        name = self._manifest["structure"]
        if name is None:
            return None
        return Structure.from_frame(self.folder.read("structure.parquet"), source=name or None)

    def inventories(self) -> dict[str | None, Inventory]:
        """Inventories by the name of the run."""
        known = self._manifest["inventory"] or {}
        return {
            about["run"]: table_of(Inventory, self.folder.read(place), about)
            for place, about in known.items()
        }


def no_rows(known: Mapping[str, Any]) -> pl.DataFrame:
    """Return a frame with the columns of a table of which `known` are the facts."""
    import polars as pl

    texts = dict.fromkeys(("topic", "doc"), pl.String)
    whole = ("start", "end", "bep", "length", "rank", "tokens")
    kinds = {name: pl.Int64 if name in whole else pl.Float64 for name in known["given"]}
    kinds = {n: k for n, k in kinds.items() if n not in ("element", "tree", "assessor", "last")}
    return pl.DataFrame(schema={**kinds, **texts, "row": pl.UInt64})
