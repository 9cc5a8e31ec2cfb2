"""Pinned output of every command.

``cases.txt`` lists commands, ``expected/`` what they print, word for word: exit code, standard
output, standard error and the files written. ``python -m tests.golden`` writes the expectations
anew; read the difference before it is committed.
"""
