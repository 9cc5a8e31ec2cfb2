from partwise.messages import Note, Notes, warnings_of
from partwise.report.notes import lines

TIES = "{n:tied score}; {n:it was|they were} broken"


def made(template, subject, **facts):
    return Note(template, subject=subject, **facts)


def test_equal_notes_of_several_runs_are_one_line():  # findings 6.1
    few = [made(TIES, name, n=5) for name in ("large", "medium", "small")]
    assert lines(few) == ["note: large, medium, small: 5 tied scores each; they were broken"]
    many = [made(TIES, f"r{at}", n=5) for at in range(20)]
    assert lines(many) == ["note: 20 runs: 5 tied scores each; they were broken"]
    differing = [made(TIES, f"r{at}", n=at) for at in (3, 1, 27, 4)]
    assert lines(differing) == ["note: 4 runs: 1 to 27 tied scores; they were broken"]


def test_examples_of_a_kind_are_joined():
    spans = "a tie spans the {k:cutoff} in {topics:topic}"
    notes = [
        made(spans, "a", k=["5"], topics=["burn"]),
        made(spans, "b", k=["10"], topics=["burn", "wick"]),
    ]
    assert notes[0] == "a: a tie spans the cutoff 5 in topic burn"
    assert lines(notes) == ["note: a, b: a tie spans the cutoffs 5, 10 in topics burn, wick"]


def test_warnings_come_first():  # findings 6.1
    notes = Notes(["plain", "warning: r: none of its documents is judged"])
    notes.warn("doubtful")
    assert lines(notes) == [
        "warning: r: none of its documents is judged",
        "warning: doubtful",
        "note: plain",
    ]
    assert warnings_of(notes) == ("warning: r: none of its documents is judged",
                                  "warning: doubtful")  # fmt: skip


def test_a_dozen_lines_and_a_count():  # findings 6.1
    notes = [f"note {at} of its own" for at in range(21)]
    assert len(lines(notes)) == 13
    assert lines(notes)[-1] == "… and 9 more notes (--verbose shows all)"
    assert lines(notes[:13])[-1] == "… and 1 more note (--verbose shows all)"
    assert len(lines(notes, verbose=True)) == 21


def test_details_are_for_the_verbose():  # findings 6.1
    words = "{files} {files:was|were} read as tsv"
    notes = [Note(words, files=[name], level="detail") for name in ("q.tsv", "r.tsv")]
    assert lines(notes) == []
    assert lines(notes, verbose=True) == ["note: q.tsv, r.tsv were read as tsv"]


def test_braces_without_facts_stay():
    assert lines(["no run {x}"]) == ["note: no run {x}"]
