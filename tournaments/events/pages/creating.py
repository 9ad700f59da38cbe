"""Create an event: a preset, a name and a date are enough."""

from functools import partial
from typing import Any

from django.conf import settings
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.clubs.reads import clubs
from tournaments.competition.discipline import MOST_STEPS, STEP_FIELDS
from tournaments.events.forms.discipline import field_name
from tournaments.events.forms.formats import OF_KNOCKOUTS, OF_RANKING, OF_ROUNDS, OF_TABLES, SHARED
from tournaments.events.forms.next_stages import OF_FOLLOWING
from tournaments.events.forms.online import ONLINE
from tournaments.events.forms.setup import SetupForm
from tournaments.events.pages import from_preset
from tournaments.events.words.sentences import game_name
from tournaments.events.writes import tournaments
from tournaments.frame.pages.steps import officials, say_done, take
from tournaments.frame.policies import Actor, Right, Role
from tournaments.games import registry
from tournaments.models import Club, User

# Presets of clubs on the page, at most.
MOST_PRESETS = 60
# The parts of the wizard and their fields, in the order of the page. A game uses only some of the fields.
PARTS = {
    "basics": ("preset", "name", "day", "hour", "venue", "mode", "club", "entry_size", "fee"),
    "online": ONLINE,
    "entries": ("capacity", "fee_kind", "public_sign_up", "review_sign_ups"),
    "format": ("kind", *OF_ROUNDS, *SHARED, *OF_RANKING),
    "stages": OF_FOLLOWING,
    "tables": OF_TABLES,
    "knockout": OF_KNOCKOUTS,
    "length": ("boards", "title", "target", "deals", "minutes", "forfeits", "scale"),
    "ladder": ("ladder", *(field_name(step, part) for step in range(MOST_STEPS) for part in STEP_FIELDS)),
}
SERVICE_FIELDS = {
    "fee_cents": "fee",
    "time_limit_min": "minutes",
    "forfeit_causes": "forfeits",
    "best_of": "best_of_final",
}


@officials(reads=Right.CREATE_EVENT, writes=Right.CREATE_EVENT)
def event_create(request: HttpRequest) -> HttpResponse:
    account = request.user
    actor = Actor(user=account if isinstance(account, User) else None, role=Role.ORGANISER, label=str(account))
    preset = from_preset.chosen_preset(request)
    if preset is not None:
        return from_preset.create(request, actor, preset)
    # The game of the chosen rules, else of the address, else the first game.
    keys = registry.keys()
    asked = (request.POST.get("preset", "").partition(":")[0], request.GET.get("gioco", ""))
    key = next((each for each in asked if each in keys), keys[0])
    if request.method != "POST":
        return _page(request, SetupForm(key, _clubs(request)))
    form = SetupForm(key, _clubs(request), request.POST)

    def make() -> str:
        event = tournaments.create_tournament(actor=actor, **form.event())
        say_done(
            request, _("“%(name)s” is in preparation. Open the entries when you are ready.") % {"name": event.name}
        )
        return reverse("organise", args=[event.slug])

    return take(request, form, make, partial(_page, request, form), key, SERVICE_FIELDS)


def _clubs(request: HttpRequest) -> QuerySet[Club]:
    """Return the clubs that this account may name as the host of an event."""
    return clubs.may_choose(request.user) if isinstance(request.user, User) else Club.objects.none()


def _page(request: HttpRequest, form: SetupForm, status: int = 200) -> HttpResponse:
    parts = {part: [form[name] for name in names if name in form.fields] for part, names in PARTS.items()}
    account, keys = request.user, registry.keys()
    context: dict[str, Any] = {
        "form": form,
        # Links to the other games.
        "games": [
            {"label": game_name(key), "url": f"?gioco={key}", "current": key == form.game_key}
            for key in keys
            if len(keys) > 1
        ],
        "parts": parts,
        "presets": list(clubs.presets_for(account)[:MOST_PRESETS]) if isinstance(account, User) else [],
        "open_parts": {part for part, fields in parts.items() if any(field.errors for field in fields)},
        "crumbs": [
            {"label": _("My events"), "url": reverse(settings.LOGIN_REDIRECT_URL)},
            {"label": _("New event"), "url": ""},
        ],
    }
    return render(request, "events/create.html", context, status=status)
