from dataclasses import replace

from partwise.lab.space import (
    ADVERSARIES,
    ANSWERS,
    RANKINGS,
    Expectation,
    element_expectations,
    name_of,
    space_expectations,
    vacuous_notes,
)

ALL = {name_of(answers, ranking) for answers in ANSWERS for ranking in RANKINGS}


def test_the_whole_space():
    # 4 edges of answers x 4 rankings + 5 answers x 4 edges of rankings
    found = space_expectations(ALL)
    assert len(found) == 4 * 4 + 5 * 4
    assert len(space_expectations(ALL | set(ADVERSARIES))) == len(found) + len(ADVERSARIES)


def test_only_runs_that_are_there():
    assert space_expectations({"S-R", "SL-R"}) == (Expectation("S-R", "SL-R", True),)
    assert [one.worse for one in element_expectations({"ideal", "full"})] == ["full"]


def test_swapping_is_not_guaranteed():
    swaps, inserts = space_expectations({"S-R", "S-RS"}) + space_expectations({"S-R", "S-RI"})
    assert (swaps.swaps, swaps.guaranteed) == (True, False)
    assert (inserts.swaps, inserts.guaranteed) == (False, True)


def test_what_cannot_be_tested_is_counted():
    found = [replace(one, vacuous=True) for one in space_expectations({"S-R", "S-RS", "SL-R"})]
    assert vacuous_notes(found) == [
        "1 of 2 orders cannot be tested: no topic has two relevant documents",
        "1 of 2 orders cannot be tested: both runs are the same on every topic (S-R > SL-R)",
    ]
