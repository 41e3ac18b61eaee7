"""The commands of ``starlette-ajaxcrawl``, one a file."""
