"""Charts, one a file."""
