"""Evidence Inference: prompts about articles with annotated evidence, CSV.

Grammar: a header and one annotation a row; further columns are allowed and not read::

    UserID,PromptID,PMCID,Valid Label,Valid Reasoning,Annotations,Evidence Start,Evidence End
    0,113,1794,True,True,"A significant reduction ...",1592,1777

``PromptID`` is the topic, ``PMCID`` the document, ``UserID`` the assessor. Offsets count code
points of the article's plain text from 0, and the end is exclusive, although the documentation of
the data calls it inclusive. Rows whose label or reasoning is not valid, and rows with the offset -1
(evidence that was not found in the text), are left out and counted; a prompt without any other
row is not judged.
"""

from __future__ import annotations

from partwise.files.options import Reading
from partwise.files.parsing.delimited import csv_rows
from partwise.files.parsing.json_document import Place
from partwise.files.parsing.records import Records
from partwise.files.source import Source
from partwise.tables.qrels import Qrels

HEADER = ("UserID", "PromptID", "PMCID")
_VALID = ("Valid Label", "Valid Reasoning")
_OFFSETS = ("Evidence Start", "Evidence End")
_NEITHER = frozenset({"False", "false", "0", "FALSE"})


def read_qrels(source: Source, reading: Reading) -> Qrels:
    """Read every annotation; FormatError or FormatErrors name the bad lines."""
    records = Records(source, "qrels", "evidence-inference")
    invalid = lost = 0
    for line, row in csv_rows(source, (*HEADER, *_OFFSETS)):
        if any(row.get(name, "").strip() in _NEITHER for name in _VALID):
            invalid += 1
        elif row["Evidence Start"].strip() == row["Evidence End"].strip() == "-1":
            lost += 1
        else:
            records.add(
                Place(line),
                topic=row["PromptID"].strip(),
                doc=row["PMCID"].strip(),
                start=row["Evidence Start"].strip() or None,
                end=row["Evidence End"].strip() or None,
                assessor=row["UserID"].strip() or None,
                text=row.get("Annotations") or None,
            )
    records.notes.add("{n:annotation} left out: label or reasoning not valid", n=invalid)
    records.notes.add("{n:annotation} left out: no offsets (-1)", n=lost)
    return records.qrels(reading)
