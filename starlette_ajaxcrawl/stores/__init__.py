"""Stores: where snapshots are kept."""
