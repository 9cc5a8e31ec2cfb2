import copy
import pickle

from partwise.messages import Note, Notes, lines, list_some, plural, warnings_of


def test_counts_have_the_right_plural():  # findings 5.29
    assert plural(1, "topic") == "1 topic"
    assert plural(1_000, "judged topic") == "1,000 judged topics"
    assert plural(2, "entry") == "2 entries"
    assert plural(2, "tie", "is", "are") == "2 ties are"


def test_a_few_names_then_a_count():
    assert list_some(["a", "b"], most=2) == "a, b"
    assert list_some(list("abcde"), most=2) == "a, b and 3 more"


def made(template, subject, **facts):
    return Note(template, subject=subject, **facts)


TIES = "{n:tied score}; {n:it was|they were} broken"


def test_a_note_is_its_text():
    assert made(TIES, "bm25", n=1) == "bm25: 1 tied score; it was broken"
    assert made(TIES, "bm25", n=2) == "bm25: 2 tied scores; they were broken"


def test_text_without_facts_is_taken_literally():
    notes = Notes()
    notes.add("no run {x}")
    assert list(notes) == ["no run {x}"]
    assert lines(notes) == ["note: no run {x}"]


def test_names_with_braces_are_only_names():
    assert Note("{names} left out", names=["{n}"]) == "{n} left out"


def test_nothing_is_said_of_nothing():
    notes = Notes()
    notes.add(TIES, n=0)
    assert not notes


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


def test_notes_survive_copies_and_pickles():
    note = made(TIES, "bm25", n=2)
    for again in (pickle.loads(pickle.dumps(note)), copy.deepcopy(note)):
        assert again == note
        assert (again.template, again.facts, again.subject) == (TIES, note.facts, "bm25")


def test_a_note_keeps_its_first_subject():
    assert made("x", "file.tsv").of("run") == "file.tsv: x"
    assert Note.read("warning: x").of("run") == "warning: run: x"
