"""One measure, one file; a folder per family."""
