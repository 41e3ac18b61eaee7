"""Renderers: what makes a snapshot of a page."""
