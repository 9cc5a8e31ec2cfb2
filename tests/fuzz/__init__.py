"""Hunting: damaged inputs for everything that reads, in a short and in a long form.

`seeds` are valid inputs, `mutate` damages them with knowledge of their shape, `targets` are what
reads them. The test suite tries a few hundred inputs a target and everything that was ever found
(``corpus/``); ``python -m tests.fuzz --minutes 30`` hunts in processes with limits on time and
memory, ``--guided`` lets coverage choose the inputs (atheris, where it is installed).
"""
