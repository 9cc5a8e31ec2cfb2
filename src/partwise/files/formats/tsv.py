"""TSV: our own tables, a header and tab-separated cells.

Grammar: the first line names the columns, every further line is a row with as many cells,
separated by single tabs. There are no quotes; an empty cell is an absent value. The
order of the columns is free, unknown columns are kept. Blank lines are skipped, and so are
lines that start with ``#`` above the header.

Runs: ``topic doc start end length element tree size rank score distance run tokens text id``.
``topic`` and ``doc`` are needed; ``length`` may stand for ``end``; ``element`` is a path
``/article[1]/sec[2]`` or, without a structure, any name; ``tree`` is elements joined by ``|``.
Without any column for a place the parts are whole documents; in a table that has one, a row without
a place is refused unless ``--missing document`` or ``--missing skip`` is given. A row with a topic
and nothing else is a topic answered with nothing. Scores order a run, equal ones by ``rank``;
without scores ranks do, else distances (the smallest first), else the lines. ``given_rank`` keeps
ranks that break no ties: those of a run in a format whose ties go by document id.

Assessments: ``topic doc start end element tree size grade bep e s length assessor text group
alternative weight``. ``length`` is that of the document. A missing grade is 1 where there is a
place; a grade of 0 or below means judged and not relevant, and needs no place. A row with a topic
and nothing else is a topic for which nothing was found relevant: measures are undefined there.

Lengths: ``doc length``. Inventory: ``doc start end element size tokens id text``.

Names of other tools are read as these: ``query_id qid q_id query-id question_id topic_id`` (topic),
``doc_id docid docno document_id corpus_id corpus-id`` (doc), ``start_index start_char_idx
split_idx_start start_char char_start begin`` (start), ``end_index end_char_idx end_char char_end``
(end), ``relevance rel label relevant is_relevant`` (grade; also ``score`` beside ``query-id`` and
``corpus-id``), ``similarity rsv`` (score), ``content page_content contents chunk quote excerpt``
(text), ``chunk_id node_id passage_id`` (id). ``--columns doc=source,start=offset`` names others.

Offsets count Unicode code points from 0; ``end`` is the place after the last character.

Example::

    topic	doc	start	end
    q1	handbook	120	185
"""

from __future__ import annotations

from partwise.files.parsing.delimited import read_delimited
from partwise.files.source import Source
from partwise.tables.schema import Schema
from partwise.tables.table import Table


def read_table(source: Source, schema: Schema) -> Table:
    """Read all columns; bad cells are noted in the table's problems."""
    return read_delimited(source, schema, "tsv", "\t")
