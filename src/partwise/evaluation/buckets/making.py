"""Making buckets: every table is read and checked once, and split by topic."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from partwise._version import __version__
from partwise.evaluation.buckets.hashing import buckets_of, check_buckets
from partwise.evaluation.buckets.held import give_back
from partwise.evaluation.buckets.name_check import NamesFound
from partwise.evaluation.buckets.note_data import data_of_notes, notes_read
from partwise.evaluation.buckets.pieces import PieceAt, PieceFound
from partwise.evaluation.buckets.run_buckets import RunBuckets
from partwise.evaluation.buckets.whole import facts_of_assessments
from partwise.evaluation.checks import check_offsets, name_apart
from partwise.evaluation.joined_topics import joined_topics
from partwise.evaluation.known_tables import KnownTables, known_lengths
from partwise.evaluation.lines import with_lines
from partwise.evaluation.tool_presets import of_topics
from partwise.files.bucketed.folder import VERSION, BucketFolder, digest, digest_of_file
from partwise.files.bucketed.tables import FramedRows, facts_of, frame_of, lengths_frame
from partwise.files.paths import is_pipe
from partwise.messages import Notes
from partwise.tables.doc_ids import DocIds, matched
from partwise.tables.lengths import Inventory, Lengths
from partwise.tables.names import Names
from partwise.tables.provenance import inputs_of, with_digest
from partwise.tables.row_errors import RowsError

if TYPE_CHECKING:
    from partwise._typing import Ints
    from partwise.tables.qrels import Qrels
    from partwise.tables.run import Run
    from partwise.tables.structure.table import Structure
    from partwise.texts.verification import Verification


class BucketMaker:
    """Splits tables into the buckets of a folder.

    Parameters
    ----------
    folder : BucketFolder
        Where to.
    buckets : int
        How many.
    qrels : Qrels
        All assessments.
    structure, lengths, inventories
        As `evaluate` takes them.
    checked : Verification
        The check of offsets against texts.
    doc_ids, lenient
        As those of `evaluate`.
    only : int, optional
        Write this bucket and no other.
    """

    def __init__(
        self,
        folder: BucketFolder,
        buckets: int,
        qrels: Qrels,
        *,
        structure: Structure | None,
        lengths: Lengths | None,
        inventories: Mapping[str | None, Any] | None,
        checked: Verification,
        doc_ids: DocIds | None,
        lenient: bool,
        only: int | None = None,
    ) -> None:
        self._only = only
        check_buckets(buckets)
        self._folder, self._n, self._checked = folder, buckets, checked
        self._doc_ids, self._lenient = doc_ids, lenient
        self._tables = KnownTables.of(structure, lengths, checked, doc_ids, lenient=lenient)
        self.structure, self.lengths = self._tables.structure, self._tables.lengths
        self._given = qrels
        try:
            self.qrels = checked.of(matched(qrels, doc_ids))
            self.judged = self._tables.assessments(self.qrels)
            self._facts = facts_of_assessments(self.judged)
            known = known_lengths(self.judged)
        except RowsError as error:
            raise with_lines(error, qrels) from None
        self._known = known
        self._bucket = buckets_of(self.qrels.topics, buckets)
        self._inventories = dict(inventories or {})

    def _write_tables(self) -> None:
        import polars as pl

        write = self._folder.write
        write("lengths.parquet", lengths_frame(self._known))
        topics: dict[str, Any] = {
            "topic": self.qrels.topics.tolist(),
            "bucket": self._bucket.astype(np.uint32),
        }
        weighing = [name for name in ("tag", "weight") if name in self.qrels.extra]
        topics |= {name: of_topics(self.qrels, name) for name in weighing}
        texts = dict.fromkeys(("topic", *weighing), pl.String)
        write("topics.parquet", pl.DataFrame(topics, schema_overrides=texts))
        judged = replace(self.qrels, length=np.full(len(self.qrels), -1, np.int64))
        self._split("qrels", judged, self._bucket[judged.topic], np.arange(len(judged)), 0)
        if self.structure is not None:
            write("structure.parquet", self.structure.to_frame())
        self._inventory_facts: dict[str, Any] = {}
        for number, (run, table) in enumerate(self._inventories.items()):
            place = f"inventory-{number:05d}.parquet"
            read = table if isinstance(table, Inventory) else _places_of(table)
            read = matched(read, self._doc_ids, merging=True)
            write(place, frame_of(read))
            about = {"file": place, "run": run, "notes": data_of_notes(read.notes)}
            self._inventory_facts[place] = about | facts_of(read)

    def split(self, run: Run, where: PieceAt) -> PieceFound:
        """Split some rows of a run; return what was found, which `finish` puts together.

        Memory that is free goes back before: readers and writers do not share theirs.
        """
        give_back()
        try:
            run = joined_topics(run, self._given)
            check_offsets(run, self.judged)
            run = self._checked.of(matched(run, self._doc_ids, merging=True))
        except RowsError as error:
            raise with_lines(error, run) from None
        code = run.topics.codes_in(self.qrels.topics)
        judged = code[run.topic] >= 0
        bucket = np.append(self._bucket, -1)[code][run.topic]
        number = where.first + np.arange(len(run))
        before = set(self._folder.files)
        self._split(f"runs/{where.run:05d}", run, bucket, number, where.piece)
        found = RunBuckets.of_piece(run, judged)
        pairs, settled = self.judged.judged_documents, self._doc_ids is not None
        found.names = NamesFound.of_piece(run, self.qrels, pairs, settled=settled)
        files = {name: known for name, known in self._folder.files.items() if name not in before}
        return PieceFound(where, found, files)

    def _split(self, under: str, table: Any, bucket: Ints, number: Ints, piece: int) -> None:
        """Write the rows of each bucket, in the order of their file."""
        if self._only is not None:
            bucket = np.where(bucket == self._only, bucket, -1)
        part = f"part-{piece:05d}.parquet"
        with self._folder.writing(f"{under}/{part}"):
            for at, frame in FramedRows(table, number).split(bucket, self._n):
                self._folder.write(f"{under}/bucket={at:05d}/{part}", frame)

    def _joined(self, number: int, pieces: Iterable[PieceFound], names: list[str]) -> RunBuckets:
        """Put the pieces of a run together, under a name that no earlier run has."""
        found = RunBuckets()
        for piece in pieces:
            self._folder.files.update(piece.numbered(self._folder, found.rows))
            found.add(piece.found)
        noted = Notes()
        name, source = found.facts["name"], found.facts.get("source")
        found.rename(name_apart(name, source, names, noted))
        names.append(found.facts["name"])
        found.said = notes_read(noted)
        self._write_topics(number, found)
        return found

    def _write_topics(self, number: int, found: RunBuckets) -> None:
        import polars as pl

        answered = [topic for topic in dict.fromkeys(found.answered) if topic not in found.topics]
        names = [*found.topics, *answered]
        rows = [*found.topics.values(), *range(found.rows, found.rows + len(answered))]
        frame = pl.DataFrame(
            {
                "topic": pl.Series(names, dtype=pl.String),
                "bucket": buckets_of(Names.of(names), self._n).astype(np.uint32),
                "row": pl.Series(rows, dtype=pl.UInt64),
                "answered": [False] * len(found.topics) + [True] * len(answered),
            }
        )
        self._folder.write(f"runs/{number:05d}/topics.parquet", frame)
        found.answered = answered

    def finish(
        self,
        runs: Iterable[Iterable[PieceFound]],
        reading: dict[str, Any],
        notes: Iterable[str],
    ) -> int:
        """Put the pieces of each run together and write the manifest; return how many rows."""
        self._folder.files = {}
        self._write_tables()
        names: list[str] = []
        found = [self._joined(number, pieces, names) for number, pieces in enumerate(runs)]
        inputs = self._inputs([run.facts.get("source") for run in found])
        content = self._content(inputs, found)
        key = (
            key_of_files(self._n, reading, _named(inputs))
            if content is None
            else digest([VERSION, "crc32", self._n, reading, content])
        )
        known = self.qrels.topics.index
        self._folder.finish(
            {
                "partwise": __version__,
                "key": key,
                "hash": "crc32",
                "buckets": self._n,
                "topics": len(self.qrels.topics),
                "judged_rows": len(self.qrels),
                "qrels": {
                    **facts_of(self.qrels),
                    "holds": self._facts,
                    "notes": data_of_notes(self.qrels.notes),
                    "first": self.qrels.docs[0] if len(self.qrels.docs) else "",
                    "lengths": data_of_notes(self.judged.notes),
                },
                "runs": [run.entry(number, known) for number, run in enumerate(found)],
                "structure": None if self.structure is None else self.structure.source or "",
                "inventory": self._inventory_facts or None,
                "tables": data_of_notes([*self._tables.text_notes, *self._tables.length_notes]),
                "reading": reading,
                # now: a folder is merged elsewhere, and a file may be another one by then
                "inputs": list(map(with_digest, inputs_of(inputs))),
                "notes": data_of_notes(notes),
            }
        )
        return sum(run.rows for run in found)

    def _inputs(self, runs: Iterable[str | None]) -> list[tuple[str, str | None]]:
        """Return roles and files of what is read."""
        return [
            ("qrels", self._given.source),
            *(("run", file) for file in runs),
            ("structure", None if self.structure is None else self.structure.source),
            ("lengths", None if self.lengths is None else self.lengths.source),
            *(("inventory", table.source) for table in self._inventories.values()),
            ("texts", self._checked.source),
        ]

    def makes(self, known: Mapping[str, Any], runs: Sequence[str], reading: dict[str, Any]) -> bool:
        """Tell whether a manifest is what files of runs and these tables would give."""
        inputs = self._inputs(runs)
        if not _are_files(inputs):  # tables have no key before they are written
            return bool(known["buckets"] == self._n)
        return bool(known["key"] == key_of_files(self._n, reading, _named(inputs)))

    def _content(self, inputs: Sequence[tuple[str, str | None]], runs: Iterable[RunBuckets]) -> Any:
        """Return digests of the files that were read; of tables those of what was written."""
        if _are_files(inputs) and all(run.facts["source"] for run in runs):
            return None
        return {name: known["crc32"] for name, known in self._folder.files.items()}


def key_of_files(n: int, reading: dict[str, Any], inputs: Sequence[tuple[str, str]]) -> str:
    """Return the key of buckets: of what was read and how, not of names or times."""
    content = [[role, digest_of_file(file)] for role, file in inputs]
    return digest([VERSION, "crc32", n, reading, content])


def _named(inputs: Iterable[tuple[str, str | None]]) -> list[tuple[str, str]]:
    return [(one["role"] or "", one["file"] or "") for one in inputs_of(inputs)]


def _are_files(inputs: Sequence[tuple[str, str | None]]) -> bool:
    """Tell whether the assessments, which come first, and all that is named can be read again."""
    named = [file for _, file in inputs if file is not None]
    return inputs[0][1] is not None and all(
        Path(file).exists() and not is_pipe(file) for file in named
    )


def _places_of(run: Any) -> Inventory:
    from partwise.geometry.inventory import as_inventory

    return as_inventory(run)
