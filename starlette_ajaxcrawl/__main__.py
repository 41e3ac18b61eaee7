"""``python -m starlette_ajaxcrawl`` is ``starlette-ajaxcrawl``."""

from .cli import main

main()
