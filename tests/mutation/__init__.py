"""Are the tests awake? Small slips are put into functions, and some test has to notice each.

``python -m tests.mutation --room kernels --sample 100`` loads the package once, then breaks
functions one by one, each in a fork, and runs the tests that are near until one of them fails.
"""
