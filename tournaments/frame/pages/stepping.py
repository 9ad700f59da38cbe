"""Steps with an address of their own answer POST only. A reload leads to the page with the button."""

from collections.abc import Callable
from functools import wraps
from typing import Final

from django.http import HttpRequest, HttpResponse

from tournaments.frame import access
from tournaments.frame.pages.answers import see
from tournaments.frame.policies import Right
from tournaments.frame.visiting import visitor

View = Callable[..., HttpResponse]
READING: Final = ("GET", "HEAD")


def step_at_table(view: View) -> View:
    """Redirect a GET of a step's address, where a refusal was shown, to the table."""

    @wraps(view)
    def led(request: HttpRequest, slug: str, number: int) -> HttpResponse:
        if request.method not in READING:
            return view(request, slug, number)
        access.table(visitor(request), slug, number, Right.ENTER_SCORE)
        return see("table_sheet", slug, number)

    return led
