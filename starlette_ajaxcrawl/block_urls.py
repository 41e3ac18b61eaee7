"""The URLs that pages never ask for where the setting ``block_urls`` says nothing else: block_urls.txt, as a value."""

from __future__ import annotations

from importlib.resources import files

DEFAULT_BLOCK_URLS: tuple[str, ...] = tuple(
    line
    for line in files(__package__ or "").joinpath("block_urls.txt").read_text("utf-8").splitlines()
    if line and not line.startswith("#")
)
"""Patterns ``host/path``; what they mean stands in block_urls.txt."""
