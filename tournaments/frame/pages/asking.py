"""Steps that take something away: show the consequences and ask for a reason first."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.frame.forms.declared import form_of
from tournaments.frame.operations.operation import Operation, Target, of_event
from tournaments.frame.pages.made import page_of
from tournaments.frame.pages.page import done, organised, show
from tournaments.frame.pages.taking import take
from tournaments.models import Tournament

View = Callable[..., HttpResponse]


def reason_page(
    operation: Operation,
    question: Callable[[], Mapping[str, Any]],
    said: str,
    *,
    of: Callable[[Tournament], Target] = of_event,
    current: str,
    back: str,
    after: str,
) -> View:
    """Return the view of ``operation``: GET shows the question, POST takes the step and leads to ``after``."""

    @page_of(operation)
    def asking(request: HttpRequest, slug: str) -> HttpResponse:
        event, actor = organised(request, slug)
        form = form_of(operation.takes)(request.POST if request.method == "POST" else None)

        def do() -> str:
            operation.do(actor, of(event), form.cleaned_data)
            done(request, _(said))
            return reverse(after, args=[slug])

        asked = {**question(), "form": form, "back_url": reverse(back, args=[slug]), "kind": "danger"}
        page = partial(show, request, "confirm.html", event, current, question=asked)
        return take(request, form, do, page, event.game)

    return asking
