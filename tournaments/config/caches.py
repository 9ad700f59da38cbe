"""Caches: in Redis if configured, else in the memory of the process."""

from typing import Any

# Public pages, once per version of their event: each process has its own.
KEPT_PAGES: dict[str, Any] = {
    "BACKEND": "tournaments.config.page_cache.PageCache",
    "LOCATION": "pages",
    "OPTIONS": {"MAX_ENTRIES": 2000, "MAX_BYTES": 16_000_000},
}

# Preview pictures of links, each some 20 kB.
KEPT_PICTURES: dict[str, Any] = {
    "BACKEND": "tournaments.config.page_cache.PageCache",
    "LOCATION": "pictures",
    "OPTIONS": {"MAX_ENTRIES": 500, "MAX_BYTES": 3_000_000},
}


def caches(redis_url: str) -> dict[str, dict[str, Any]]:
    """Return Django's caches: the default one in Redis if configured, else in memory."""
    default: dict[str, Any] = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "default"}
    if redis_url:
        default = {"BACKEND": "tournaments.config.redis_cache.SteadyRedisCache", "LOCATION": redis_url}
    return {"default": default, "pages": KEPT_PAGES, "pictures": KEPT_PICTURES}
