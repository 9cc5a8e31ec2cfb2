"""The exit codes of commands; 0 is success."""

from __future__ import annotations

GATE_FAILED = 1
"""A run misses a threshold (`--fail-under`) or is significantly worse (`--gate`)."""
UNMATCHED = 1
"""Quotes or assessments have no certain place (`--fail-unmatched`)."""
BAD_INPUT = 2
"""Files, options or measures are refused, or the output cannot be written."""
INTERRUPTED = 130
"""Ctrl-C: what shells show for a process ended by SIGINT."""
TERMINATED = 143
"""What shells show for a process ended by SIGTERM."""
