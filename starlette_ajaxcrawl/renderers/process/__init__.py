"""Renders in child processes: the web process has no JVM, and whatever a page does there ends with its process."""
