"""A step that takes something away: its consequences and a reason are asked for first."""

from collections.abc import Callable, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse

from tournaments.errors import RefusedError
from tournaments.forms.widgets import ReasonForm
from tournaments.models import Tournament
from tournaments.views.organiser.page import done, refuse, show, to


def ask_reason(
    request: HttpRequest,
    event: Tournament,
    question: Mapping[str, Any],
    step: Callable[[str], str],
    *,
    current: str,
    after: str,
) -> HttpResponse:
    """Show the question; on POST take ``step`` with the reason and go to the page ``after``."""
    if request.method != "POST":
        return show(request, "confirm.html", event, current, question={**question, "form": ReasonForm()})
    form, status = ReasonForm(request.POST), 422
    if form.is_valid():
        try:
            said = step(form.cleaned_data["reason"])
        except RefusedError as refusal:
            status = refuse(form, refusal, event.game)
        else:
            done(request, said)
            return to(after, event.slug)
    return show(request, "confirm.html", event, current, status=status, question={**question, "form": form})
