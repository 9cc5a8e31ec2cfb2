"""From what rows name to where it lies: trees, paths, points, spans."""
