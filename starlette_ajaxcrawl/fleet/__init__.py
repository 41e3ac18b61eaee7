"""Renders on other machines: taskiq and Redis carry jobs to workers, and results back."""
