"""JSON lines: our own tables, decoded at once, and value by value where that stops."""
