"""Text on its bytes: lines, names, numbers, quotes, ranked lists."""
