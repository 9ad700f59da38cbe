"""Addresses whose views are loaded with the first request for them, or after the start (``config.asgi``).

A program starts without its pages, and a site without API calls keeps neither the endpoints of the API nor their
framework in memory.
"""

from collections.abc import Callable, Iterator
from importlib import import_module
from threading import RLock
from types import ModuleType
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, URLResolver, clear_url_caches, get_resolver
from django.urls.resolvers import RoutePattern
from django.utils.datastructures import MultiValueDict

# Libraries import in circles: of two threads that load them at once, one could get half a module.
LOCK = RLock()


def load(module: str) -> ModuleType:
    """Return a module of this name, which one thread at a time imports."""
    with LOCK:
        return import_module(module)


class View:
    """A view that is loaded when it is called, or asked how it is marked: its door, the size of its body."""

    def __init__(self, module: str, name: str, *, is_rare: bool) -> None:
        self.__module__, self.__name__, self.__qualname__ = module, name, name
        self.is_rare = is_rare
        self._view: Callable[..., HttpResponse] | None = None

    def load(self) -> Callable[..., HttpResponse]:
        """Return the view itself; ImportError where its module has none of this name."""
        if self._view is None:
            found: Any = getattr(load(self.__module__), self.__name__, None)
            if found is None:
                raise ImportError(f"{self.__module__} has no {self.__name__}")
            self._view = found.as_view() if hasattr(found, "as_view") else found
        return self._view

    def __call__(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return self.load()(request, *args, **kwargs)

    def __getattr__(self, name: str) -> Any:
        # Django looks for it in every address before it knows the name of one.
        if name == "view_class":
            raise AttributeError(name)
        view = self.load()
        return getattr(view, name) if hasattr(view, name) else getattr(getattr(view, "view_class", view), name)


class Pages:
    """A module of pages that is not imported yet: each of its attributes is a ``View``.

    One that is rare is not loaded after the start either.
    """

    def __init__(self, module: str, *, is_rare: bool = False) -> None:
        self._module, self._is_rare = module, is_rare

    def __getattr__(self, name: str) -> View:
        return View(self._module, name, is_rare=self._is_rare)


def load_pages() -> None:
    """Load the pages of all addresses but the rare ones; from then on requests go to the views themselves."""
    for address in _addresses(get_resolver()):
        if isinstance(address.callback, View) and not address.callback.is_rare:
            address.callback = address.callback.load()


def _addresses(resolver: URLResolver) -> Iterator[URLPattern]:
    for each in resolver.url_patterns:
        if isinstance(each, URLPattern):
            yield each
        elif not isinstance(each, OnDemand):
            yield from _addresses(each)


class OnDemand(URLResolver):
    """The addresses of ``module`` below ``route``. Before the first request, ``reverse`` does not know their names."""

    def __init__(self, route: str, module: str) -> None:
        super().__init__(RoutePattern(route, is_endpoint=False), module)
        self._is_loaded = False

    def load(self) -> None:
        """Load the views, and make ``reverse`` look up names again."""
        with LOCK:
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
