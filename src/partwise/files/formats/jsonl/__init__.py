"""JSON lines: our own tables, read fast, and value by value where that stops."""
