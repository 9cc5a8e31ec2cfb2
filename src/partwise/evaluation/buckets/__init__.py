"""Topics in buckets: evaluated apart, anywhere and in any order, and merged to the same bits."""
