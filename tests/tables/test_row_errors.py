import pickle

from partwise.errors import FormatError, FormatErrors, UsageError
from partwise.tables.row_errors import MissingOffsetsError, PlacedError, RowsError


def test_rows_become_lines():
    bad = RowsError("run.tsv", [(0, "no start"), (4, "no end")])
    assert str(bad) == "run.tsv: row 0: no start\nrun.tsv: row 4: no end"
    found = bad.with_lines([2, 6])
    assert isinstance(found, FormatErrors)
    assert str(found) == "run.tsv:2: no start\nrun.tsv:6: no end"


def test_one_row_is_one_error():
    found = RowsError("run.tsv", [(0, "no start")]).with_lines([2])
    assert isinstance(found, FormatError)
    assert (found.file, found.line) == ("run.tsv", 2)


def test_rows_of_no_file_keep_their_numbers():
    bad = RowsError(None, [(3, "no start")], total=5)
    assert bad.with_lines([None]) is bad
    assert str(bad) == "row 3: no start\n... and 4 more problems"


def test_missing_offsets_name_who_needs_them():
    bad = MissingOffsetsError("run.tsv", 1, "/a[1]")
    needed = "run.tsv: row 1: /a[1] has no offsets, and AP needs them. Use structure=..."
    assert str(bad.for_measure("AP")) == needed
    assert str(bad.for_measure("AP").for_measure("RR")) == needed


def test_the_place_stands_inside_the_sentence():
    bad = PlacedError("run.tsv", 1, "size 3{place} contradicts 4")
    assert str(bad) == "size 3 (run.tsv, row 1) contradicts 4"
    found = bad.with_lines([7])
    assert isinstance(found, UsageError)
    assert str(found) == "size 3 (run.tsv:7) contradicts 4"
    assert bad.with_lines([None]) is bad


def test_row_errors_survive_pickling():
    for error in (
        RowsError("f", [(0, "p")], 2),
        MissingOffsetsError("f", 1, "/a[1]", "AP"),
        PlacedError("f", 1, "x{place}"),
    ):
        assert str(pickle.loads(pickle.dumps(error))) == str(error)


def test_equal_problems_of_rows_share_a_line():
    same = [(row, "no place") for row in range(7)]
    assert str(RowsError("a.tsv", same, 9)).splitlines() == [
        "a.tsv: row 0, 1, 2 and 4 more: no place",
        "... and 2 more problems",
    ]
    assert str(RowsError(None, same[:2])) == "row 0: no place\nrow 1: no place"
