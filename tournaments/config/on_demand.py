"""Addresses whose views are loaded with the first request.

A site without API calls keeps neither the endpoints of the API nor their framework in memory.
"""

from threading import Lock
from typing import Any

from django.urls import URLResolver, clear_url_caches
from django.urls.resolvers import RoutePattern
from django.utils.datastructures import MultiValueDict


class OnDemand(URLResolver):
    """The addresses of ``module`` below ``route``. Before the first request, ``reverse`` does not know their names."""

    def __init__(self, route: str, module: str) -> None:
        super().__init__(RoutePattern(route, is_endpoint=False), module)
        self._is_loaded, self._lock = False, Lock()

    def load(self) -> None:
        """Load the views, and make ``reverse`` look up names again."""
        with self._lock:
            if not self._is_loaded:
                _ = self.url_patterns
                self._is_loaded = True
                clear_url_caches()

    def resolve(self, path: str) -> Any:
        if not self._is_loaded and self.pattern.match(path):
            self.load()
        return super().resolve(path)

    def _populate(self) -> None:
        if self._is_loaded:
            super()._populate()

    @property
    def reverse_dict(self) -> Any:
        return super().reverse_dict if self._is_loaded else MultiValueDict()

    @property
    def namespace_dict(self) -> Any:
        return super().namespace_dict if self._is_loaded else {}

    @property
    def app_dict(self) -> Any:
        return super().app_dict if self._is_loaded else {}
