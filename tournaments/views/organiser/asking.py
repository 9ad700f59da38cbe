"""Steps that take something away: show the consequences and ask for a reason first."""

from collections.abc import Callable, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.errors import RefusedError
from tournaments.forms.declared import form_of
from tournaments.models import Tournament
from tournaments.operations.operation import Operation, Target, of_event
from tournaments.policies import door
from tournaments.views.made import made_of
from tournaments.views.officials import officials_only
from tournaments.views.organiser.page import done, organised, refuse, show, to

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

    @made_of(operation)
    @door(reads=operation.right, writes=operation.right)
    @officials_only
    @require_http_methods(["GET", "HEAD", "POST"])
    def page(request: HttpRequest, slug: str) -> HttpResponse:
        event, actor = organised(request, slug)
        form = form_of(operation.takes)(request.POST if request.method == "POST" else None)
        status = 422 if form.is_bound else 200
        if form.is_valid():
            try:
                operation.do(actor, of(event), form.cleaned_data)
            except RefusedError as refusal:
                status = refuse(form, refusal, event.game)
            else:
                done(request, _(said))
                return to(after, slug)
        asked = {**question(), "form": form, "back_url": reverse(back, args=[slug]), "kind": "danger"}
        return show(request, "confirm.html", event, current, status=status, question=asked)

    return page
