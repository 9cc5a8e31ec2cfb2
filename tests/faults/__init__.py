"""Faults at every system call that changes a file, put there by strace, not by luck.

A command is run once to count its writes, renames and removals below its folder; then again for
each of them, with a signal or an error of the system at just that call. The old output has to be
intact or the new one complete, whatever happened. ``python -m tests.faults`` tries all calls,
the test suite some.
"""
