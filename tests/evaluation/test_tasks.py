from __future__ import annotations

import pytest

from partwise.errors import FormatError, UsageError
from partwise.evaluation.tasks import check_task
from partwise.tables.run import Run
from partwise.tables.structure.table import Structure

STRUCTURE = Structure.from_columns(
    doc=["12345"] * 3,
    parent=[None, 0, 1],
    tag=["article", "bdy", "sec"],
    start=[0, 2, 3],
    end=[20, 18, 9],
)


def spans(*rows, **more):
    topic, doc, start, end = zip(*rows, strict=True)
    return Run.from_columns(
        topic=topic, doc=doc, start=start, end=end, name="run.txt", missing="document", **more
    )


def refusal(run, task, structure=None, line_of=None):
    with pytest.raises(FormatError) as caught:
        check_task(run, structure, task, line_of)
    return str(caught.value)


def test_e21_overlapping_elements():
    run = Run.from_columns(
        topic=["301", "301"],
        doc=["12345", "12345"],
        element=["/article[1]/bdy[1]", "/article[1]/bdy[1]/sec[1]"],
        name="run.txt",
    )

    assert refusal(run, "focused", STRUCTURE) == (
        'run.txt: task "focused" forbids overlap: topic 301, rows 0 and 1, '
        "12345 /article[1]/bdy[1] and .../sec[1]"
    )


def test_overlap_of_spans_names_lines_of_the_file():
    from dataclasses import replace

    run = replace(spans(("1", "d", 0, 5), ("1", "e", 0, 5), ("1", "d", 4, 9)), source="run.txt")

    assert refusal(run, "focused", line_of=lambda row: row + 14) == (
        'run.txt: task "focused" forbids overlap: topic 1, lines 14 and 16, d 0..5 and 4..9'
    )


@pytest.mark.parametrize("task", ["focused", "relevant-in-context"])
def test_touching_empty_and_other_topics_do_not_overlap(task):
    run = spans(("1", "d", 0, 5), ("1", "d", 5, 9), ("1", "d", 3, 3), ("2", "d", 0, 5))

    check_task(run, None, task, None)


def test_a_whole_document_overlaps_its_parts():
    run = spans(("1", "d", None, None), ("1", "d", 5, 9))

    assert "whole and 5..9" in refusal(run, "focused")


def test_a_long_part_overlaps_over_others_between():
    run = spans(("1", "d", 0, 100), ("1", "d", 200, 300), ("1", "d", 150, 160), ("1", "d", 90, 95))

    assert "0..100 and 90..95" in refusal(run, "focused")


def test_e22_documents_must_stand_together():
    run = spans(("301", "12345", 0, 5), ("301", "e", 0, 5), ("301", "12345", 6, 9))

    assert refusal(run, "relevant-in-context") == (
        'run.txt: task "relevant-in-context" wants each document\'s parts together: '
        "topic 301, document 12345 returns at row 2"
    )
    check_task(run, None, "focused", None)


def test_the_order_that_counts_is_that_of_the_scores():
    run = spans(("1", "d", 0, 5), ("1", "e", 0, 5), ("1", "d", 6, 9), score=[3.0, 1.0, 2.0])

    check_task(run, None, "relevant-in-context", None)


def test_one_result_a_document():
    run = spans(("1", "d", 0, 5), ("2", "d", 0, 5), ("1", "d", 6, 9))

    assert refusal(run, "best-in-context") == (
        'run.txt: task "best-in-context" wants one result a document: topic 1, rows 0 and 2, '
        "document d"
    )


def test_thorough_allows_everything():
    check_task(spans(("1", "d", 0, 5), ("1", "d", 0, 5)), None, "thorough", None)


def test_unknown_tasks_are_named():
    with pytest.raises(UsageError, match=r'no task "fokused" \(available: focused, relevant'):
        check_task(spans(("1", "d", 0, 5)), None, "fokused", None)
