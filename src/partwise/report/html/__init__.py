"""The report as one offline page."""
