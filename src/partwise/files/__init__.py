"""Files: readers and writers of all formats, from bytes to tables and back.

Call `reading.read_run` and its kin; `groups` reads a run in groups of whole topics.
"""
