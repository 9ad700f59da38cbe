"""Pages for officials: an anonymous visitor is asked to log in."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse


def officials_only(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Ask an anonymous visitor to log in, before any query."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        return view(request, *args, **kwargs)

    return guarded
