"""A new event: a preset, a name and a date are enough."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.errors import RefusedError
from tournaments.forms.setup import SetupForm
from tournaments.models import User
from tournaments.policies import Actor, Role
from tournaments.services import tournaments
from tournaments.views.officials import officials_only
from tournaments.views.organiser.page import done, refuse, to

# The parts of the wizard, each with its fields in the order of the page.
PARTS = {
    "basics": ("preset", "name", "day", "hour", "venue", "entry_size"),
    "entries": ("capacity", "fee", "public_sign_up", "review_sign_ups"),
    "knockout": ("byes", "redraw", "separate_by_group", "third_place", "placement", "best_of_final", "best_of_third",
                 "best_of_semifinal", "best_of_quarterfinal", "best_of_earlier"),
    "length": ("target", "deals", "minutes", "forfeits", "scale"),
}  # fmt: skip
SERVICE_FIELDS = {"time_limit_min": "minutes", "forfeit_causes": "forfeits", "best_of": "best_of_final"}


@officials_only
@require_http_methods(["GET", "HEAD", "POST"])
def event_create(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        return _page(request, SetupForm())
    form = SetupForm(request.POST)
    if not form.is_valid():
        return _page(request, form, 422)
    account = request.user
    actor = Actor(user=account if isinstance(account, User) else None, role=Role.ORGANISER, label=str(account))
    try:
        event = tournaments.create_tournament(actor=actor, **form.event())
    except RefusedError as refusal:
        game = form.cleaned_data["preset"].split(":", 1)[0]
        return _page(request, form, refuse(form, refusal, game, SERVICE_FIELDS))
    done(request, _("“%(name)s” is in preparation. Open the entries when you are ready.") % {"name": event.name})
    return to("organise", event.slug)


def _page(request: HttpRequest, form: SetupForm, status: int = 200) -> HttpResponse:
    wrong = {part for part, names in PARTS.items() if any(name in form.errors for name in names)}
    context: dict[str, Any] = {
        "form": form,
        "parts": {part: [form[name] for name in names] for part, names in PARTS.items()},
        "open_parts": wrong,
        "crumbs": [
            {"label": _("My events"), "url": reverse(settings.LOGIN_REDIRECT_URL)},
            {"label": _("New event"), "url": ""},
        ],
    }
    return render(request, "organiser/create.html", context, status=status)
