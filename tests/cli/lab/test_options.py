import pytest

from partwise.cli.lab.options import numbers
from partwise.errors import UsageError


def test_ranges_and_lists():
    assert numbers("1-3", "--sizes") == (1, 2, 3)
    assert numbers("10,5,2-3,5", "--sizes") == (2, 3, 5, 10)


@pytest.mark.parametrize("text", ["", "0", "3-1", "a", "1,,2"])
def test_what_is_no_number(text):
    with pytest.raises(UsageError, match="expected numbers such as"):
        numbers(text, "--sizes")
