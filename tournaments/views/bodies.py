"""What a request may carry: refused before it is read when it is too big, and when it holds what no text holds."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.db import DataError
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render

NUL = "\x00"


def says_so_itself(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Mark a view that looks at its body itself, because it says more kindly what it may be."""
    view.says_so_itself = True  # type: ignore[attr-defined]
    return view


class BodyMiddleware:
    """Answers 413 to a body that is too big, 400 to a value with a NUL, which no database takes as text."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponse], args: Any, kwargs: Any
    ) -> HttpResponse | None:
        if getattr(view, "says_so_itself", False):
            return None
        if _length(request) > (settings.DATA_UPLOAD_MAX_MEMORY_SIZE or 0):
            return render(request, "400.html", status=413)
        return render(request, "400.html", status=400) if _holds_nul(request.GET) else None

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Forms refuse a NUL by its field; what was typed past them is refused by the database."""
        if isinstance(exception, DataError) and _holds_nul(request.POST):
            return render(request, "400.html", status=400)
        return None


def _length(request: HttpRequest) -> int:
    stated = request.META.get("CONTENT_LENGTH") or "0"
    return int(stated) if stated.isdigit() else 0


def _holds_nul(query: QueryDict) -> bool:
    return any(NUL in str(text) for name, values in query.lists() for text in (name, *values))
