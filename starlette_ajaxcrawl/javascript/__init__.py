"""Lowering: modern JavaScript in words that HtmlUnit's engine understands."""
