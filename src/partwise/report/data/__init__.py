"""What a report shows, gathered and counted before anything is drawn."""
