"""The site with a net so wide that only hints can be heard through it."""

from tournaments.config.asgi import application
from tournaments.live import feeds

feeds.POLL_SECONDS = 3600.0

__all__ = ["application"]
