"""What ``creating`` shows and does once a club's preset is chosen: only a name and a date are asked."""

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.clubs.reads import clubs
from tournaments.events.forms.setup import NameAndStart
from tournaments.events.writes import copying, presets
from tournaments.frame.pages.steps import say_done, take
from tournaments.frame.policies import Actor
from tournaments.models import ClubPreset, User

PARAMETER = "modello"


def chosen_preset(request: HttpRequest) -> ClubPreset | None:
    """Return the preset named by the form or the address, if this account may use it."""
    named = request.POST.get(PARAMETER) or request.GET.get(PARAMETER, "")
    if not (named.isascii() and named.isdigit() and len(named) < 19 and isinstance(request.user, User)):
        return None
    return clubs.presets_for(request.user).filter(pk=int(named)).first()


def create(request: HttpRequest, actor: Actor, preset: ClubPreset) -> HttpResponse:
    """Show the form, or create the event."""
    if request.method != "POST":
        # The next name and date after the club's last event.
        last = clubs.last_event(preset.club)
        proposed = NameAndStart.proposing(*copying.proposal(last, timezone.now())) if last else NameAndStart()
        return _page(request, preset, proposed)
    form = NameAndStart(request.POST)

    def make() -> str:
        name, starts_at = form.cleaned_data["name"], form.starts_at()
        made = presets.create_from_preset(actor=actor, preset=preset, name=name, starts_at=starts_at)
        say_done(request, _("“%(name)s” is in preparation. Open the entries when you are ready.") % {"name": made.name})
        return reverse("organise", args=[made.slug])

    return take(request, form, make, partial(_page, request, preset, form), preset.settings["game"])


def _page(request: HttpRequest, preset: ClubPreset, form: NameAndStart, status: int = 200) -> HttpResponse:
    crumbs = [
        {"label": _("My events"), "url": reverse("my_events")},
        {"label": _("New event"), "url": reverse("event_create")},
        {"label": preset.name, "url": ""},
    ]
    context = {"preset": preset, "form": form, "crumbs": crumbs}
    return render(request, "events/create_from_preset.html", context, status=status)
