"""HTML snapshots of JavaScript pages for clients that run no scripts: the AJAX crawling scheme as ASGI middleware."""

__version__ = "0.1.0"
