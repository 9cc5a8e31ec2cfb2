"""``partwise migrate``: assessments move to new versions of the texts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from partwise.cli._completion import file_argument
from partwise.cli._option_kinds import choice
from partwise.cli._output import Command
from partwise.cli._process import UNMATCHED
from partwise.cli._texts import ROWS, table_options, texts_at
from partwise.errors import UsageError

if TYPE_CHECKING:
    from partwise.texts.migrate import Migration


@click.command(cls=Command, name="migrate")
@file_argument("qrels", "QRELS")
@click.option("--from", "old", metavar="OLD", required=True, help="The texts that were assessed.")
@click.option("--to", "new", metavar="NEW", required=True, help="The texts that take their place.")
@click.option(
    "--review",
    metavar="FILE",
    help="Also write the rows to review, with old and new text: .md or .tsv.",
)
@choice(
    "--trust",
    ["offsets"],
    "Go on where the text beside a place is not what OLD has there.",
)
@table_options("edited, ambiguous or gone")
def command(qrels: str, old: str, new: str, *, output: str | None, **options: Any) -> int:
    """Move the spans of QRELS from the texts OLD to the texts NEW.

    Each span is unchanged, moved (the same letters at another place), edited (up to 30 % of its
    letters differ, or a number or negation), ambiguous or gone. Ambiguous and gone spans get no
    place.
    """
    from partwise.cli._located import emit_located, usual_form
    from partwise.files.source import buffered
    from partwise.texts.migrate import migrate

    review = options["review"]
    if review is not None and not review.lower().endswith((".md", ".tsv")):
        raise UsageError(f"{review}: use a name that ends in .md or .tsv")
    given = buffered(qrels)
    found = migrate(
        given,
        texts_at(old, options),
        texts_at(new, options),
        trust=options["trust"],
        **{name: options[name] for name in ROWS},
    )
    if options["columns"]:
        options["columns"].refuse_unused()
    if review is not None:
        _write_review(found, review)
    usual = usual_form(given, options["encoding"])
    emit_located(found, output, options["form"], usual=usual, quiet=options["quiet"])
    return UNMATCHED if options["fail_unmatched"] and found.doubtful else 0


def _write_review(found: Migration, target: str) -> None:
    """Write the doubtful rows for a person."""
    from partwise.files.atomic import write_bytes
    from partwise.report.tables import markdown

    rows = found.review()
    if target.lower().endswith(".tsv"):
        cells = [[_one_line(cell) for cell in row] for row in rows.iter_rows()]
        lines = ["\t".join(line) for line in [rows.columns, *cells]]
        write_bytes(target, ("\n".join(lines) + "\n").encode())
        return
    said = [f"# {found.summary}\n"]
    for row in rows.iter_rows(named=True):
        place = f"{row['old_doc']} {row['old_start']}-{row['old_end']}"
        topic = f"topic {row['topic']}, " if row.get("topic") else ""
        title = f"{row['status']}: {topic}{place}"
        said.append(f"\n## {markdown(title)}\n")
        said.append(f"\nOld: {markdown(_one_line(row['old_text']))}\n")
        if row["new_text"] is not None:
            there = f"{row['doc']} {row['start']}-{row['end']}"
            changed = f", changed: {row['changed']}" if row["changed"] else ""
            said.append(f"\nNew ({markdown(there)}, errors {row['errors']}{changed}): ")
            said.append(f"{markdown(_one_line(row['new_text']))}\n")
    write_bytes(target, "".join(said).encode())


def _one_line(cell: Any) -> str:
    return "" if cell is None else " ".join(str(cell).split())
