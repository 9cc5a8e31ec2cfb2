"""Documents of any kind become element trees."""
