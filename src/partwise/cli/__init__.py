"""The command line: words into calls, tables into text."""
