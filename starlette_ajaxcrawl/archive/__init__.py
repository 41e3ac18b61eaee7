"""Archives: many states rendered ahead of time into a folder that a store or any static server can serve."""
