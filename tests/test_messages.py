import copy
import pickle

from partwise.messages import Note, Notes, all_visible, list_some, plural


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


def test_names_with_braces_are_only_names():
    assert Note("{names} left out", names=["{n}"]) == "{n} left out"


def test_nothing_is_said_of_nothing():
    notes = Notes()
    notes.add(TIES, n=0)
    assert not notes


def test_notes_survive_copies_and_pickles():
    note = made(TIES, "bm25", n=2)
    for again in (pickle.loads(pickle.dumps(note)), copy.deepcopy(note)):
        assert again == note
        assert (again.template, again.facts, again.subject) == (TIES, note.facts, "bm25")


def test_a_note_keeps_its_first_subject():
    assert made("x", "file.tsv").of("run") == "file.tsv: x"
    assert Note.read("warning: x").of("run") == "warning: run: x"


def test_control_characters_of_cells_are_escapes():
    assert all_visible(["plain", "a\x1b[1m"]) == ["plain", r"a\x1b[1m"]
