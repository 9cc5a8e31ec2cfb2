"""Simulated runs whose order of merit is known."""
