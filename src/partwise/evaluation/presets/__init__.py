"""Named sets of measures."""
