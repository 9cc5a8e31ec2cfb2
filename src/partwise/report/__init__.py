"""From Results to something a person reads."""
