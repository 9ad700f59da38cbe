"""Pages for officials: an anonymous visitor is asked to log in."""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeAlias

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from tournaments.frame.policies import Right, door

Page: TypeAlias = Callable[..., HttpResponse]


def officials_only(view: Page) -> Page:
    """Ask an anonymous visitor to log in before the page looks for anything."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        return view(request, *args, **kwargs)

    return guarded


def officials(*, reads: Right | None = None, writes: Right | None = None) -> Callable[[Page], Page]:
    """Make a view a page of officials, with the methods that its door has."""
    methods = [*(["GET", "HEAD"] if reads else []), *(["POST"] if writes else [])]
    return lambda view: door(reads, writes)(officials_only(require_http_methods(methods)(view)))
