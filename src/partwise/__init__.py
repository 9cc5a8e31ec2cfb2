"""partwise evaluates retrieval of parts of documents."""
