"""Where all rooms meet: views x measures -> Results."""
