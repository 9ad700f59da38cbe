"""The page that opens a practice table: everything is preselected, one tap starts."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.errors import MissingError, RefusedError
from tournaments.events.words import sentences as words
from tournaments.frame import phrases
from tournaments.frame.access import PRACTICE, visitor
from tournaments.frame.networks import address_of
from tournaments.frame.numbers import whole
from tournaments.frame.pages.steps import SeeOther, once, see
from tournaments.frame.policies import Right, door
from tournaments.games import registry
from tournaments.games.contract import Seat
from tournaments.online.forms import PracticeForm
from tournaments.online.reads import lobby
from tournaments.online.writes import practice as service


@door(reads=Right.BROWSE, writes=Right.BROWSE)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def practice(request: HttpRequest) -> HttpResponse:
    """Choose and start; ``again`` names a table of this browser to restart, ``watch`` asks for one to watch.

    The game is the one in the address or the form, else the first that can be practised.
    """
    offered = registry.practice_keys()
    game = request.POST.get("game") or request.GET.get("game") or offered[0]
    if game not in offered:
        raise MissingError
    if request.method != "POST":
        return _page(request, game, PracticeForm(game))
    if "again" in request.POST:
        form = PracticeForm(game)
    elif "watch" in request.POST:
        return see("live_table", service.watch(game=game).pk)
    else:
        form = PracticeForm(game, request.POST)
        if not form.is_valid():
            return _page(request, game, form)

    def make() -> str:
        address, held = address_of(request), list(visitor(request).practice)
        if "again" in request.POST:
            asked = whole(request.POST["again"], digits=18)
            if not asked:
                raise MissingError
            match = service.begin_again(address=address, match_id=asked, held=held)
        else:
            level = form.cleaned_data["level"]
            match = service.open_practice(
                address=address, game=game, chosen=form.chosen_options, level=level, held=held
            )
        keep_practice(request, match.pk, service.OWN)
        return reverse("live_table", args=[match.pk])

    try:
        return SeeOther(once(request, make))
    except RefusedError as refusal:
        return _page(request, game, form, phrases.sentence(refusal, game))


def _page(request: HttpRequest, game: str, form: PracticeForm, refusal: str = "") -> HttpResponse:
    keys = registry.practice_keys()
    context: dict[str, Any] = {
        "form": form,
        "fields": [form[name] for name in form.fields],
        "game": game,
        "games": [{"label": words.game_name(key), "url": f"?game={key}", "current": key == game} for key in keys],
        "refusal": refusal,
        "tables": lobby.open_tables(list(visitor(request).practice)),
        "hidden": [{"name": "game", "value": game}, {"name": "watch", "value": "1"}],
    }
    return render(request, "online/practice.html", context, status=422 if refusal or form.errors else 200)


def keep_practice(request: HttpRequest, match_id: int, seat: Seat) -> None:
    """Remember the seat of this browser in a practice match."""
    held = [entry for entry in request.session.get(PRACTICE, []) if entry[0] != match_id]
    request.session[PRACTICE] = [*held, [match_id, seat]][-service.MOST_HELD :]
