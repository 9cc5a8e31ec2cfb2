"""What the lab finds, as tables and records."""
