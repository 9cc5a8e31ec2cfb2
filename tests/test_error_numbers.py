from partwise.error_numbers import CODES


def test_numbers_ascend_and_end_as_sentences():
    numbers = [int(code.removeprefix("E")) for code in CODES]
    assert numbers == sorted(set(numbers))
    assert all(words.endswith(".") for words in CODES.values())
