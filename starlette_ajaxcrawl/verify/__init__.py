"""Verify: whether the snapshots of a site show what people see, judged by a real browser."""
