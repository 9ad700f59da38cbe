"""The addresses of the site, and a page without a door, one that is read and one that is written."""

from types import ModuleType
from typing import Any

from django.http import HttpResponse
from django.urls import get_resolver, path

from tournaments.frame.policies import Right, door

ADDRESSES = ModuleType("addresses")


def unmarked(request: Any) -> HttpResponse:
    return HttpResponse("opened")


@door(reads=Right.BROWSE)
def readable(request: Any) -> HttpResponse:
    return HttpResponse("read")


@door(writes=Right.BROWSE)
def writable(request: Any) -> HttpResponse:
    return HttpResponse("written")


ADDRESSES.urlpatterns = [  # type: ignore[attr-defined]
    path("unmarked/", unmarked),
    path("readable/", readable),
    path("writable/", writable),
    *get_resolver().url_patterns,
]
