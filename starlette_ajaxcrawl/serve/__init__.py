"""Sites in any language, or a built front end, with the middleware in front: a reverse proxy and a file server."""

from .front import Front
from .proxy import Proxy
from .static import StaticSite

__all__ = ["Front", "Proxy", "StaticSite"]
