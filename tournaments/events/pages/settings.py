"""The description of the event, and its rules."""

from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from tournaments.clubs.reads import clubs
from tournaments.competition.scoring import scale_from_json
from tournaments.errors import RefusedError
from tournaments.events.forms.formats import FormatForm
from tournaments.events.forms.ruleset import ParameterForm, ScaleForm
from tournaments.events.forms.setup import SettingsForm
from tournaments.events.operations import PARTS
from tournaments.events.writes import tournaments
from tournaments.frame.pages.steps import officials, organiser_of, page_of, refuse, say_done, show, take, to
from tournaments.frame.policies import Right
from tournaments.games import registry
from tournaments.games.contract import ScaledGame
from tournaments.models import Club, Tournament

FIXED = (Tournament.Status.RUNNING, Tournament.Status.FINISHED)


@officials(reads=Right.ORGANISE, writes=Right.ORGANISE)
def organise_settings(request: HttpRequest, slug: str) -> HttpResponse:
    event, actor = organiser_of(request, slug)
    own = clubs.may_choose(actor.user) if actor.user else Club.objects.none()
    form = SettingsForm(event, own, request.POST if request.method == "POST" else None)

    def save() -> str:
        tournaments.update_tournament(actor=actor, tournament_id=event.pk, **form.changes())
        if form.has_new_ladder:
            tournaments.set_discipline(actor=actor, tournament_id=event.pk, discipline=form.discipline_json())
        say_done(request, _("The settings are saved."))
        return request.path

    page = partial(show, request, "events/settings.html", event, "organise_settings", form=form, circuit=event.circuit)
    return take(request, form, save, page, event.game, {"fee_cents": "fee"})


@page_of(*PARTS)
def organise_rules(request: HttpRequest, slug: str) -> HttpResponse:
    """Show and change the event's own copy of the rules; an announced draw fixes them."""
    event, actor = organiser_of(request, slug)
    if request.method != "POST":
        return _page(request, event, _forms(event, None))
    shown = _forms(event, request.POST)
    wrong = [form for form in shown.values() if not form.is_valid()]
    if wrong:
        return _page(request, event, shown, 422)
    try:
        tournaments.change_rules(
            actor=actor,
            tournament_id=event.pk,
            rules=shown["parameters"].rules_json(),
            format=shown["format"].merged_json(),
            scale=shown["scale"].cleaned_data["scale"] if "scale" in shown and shown["scale"].has_changed() else None,
        )
    except RefusedError as refusal:
        # The refusal is shown in the form that has its field.
        parameter = ParameterForm.PREFIX + refusal.field
        if parameter in shown["parameters"].fields:
            status = refuse(shown["parameters"], refusal, event.game, {refusal.field: parameter})
        elif "scale" in shown and refusal.field in shown["scale"].fields:
            status = refuse(shown["scale"], refusal, event.game)
        else:
            status = refuse(shown["format"], refusal, event.game)
        return _page(request, event, shown, status)
    say_done(request, _("The rules are saved. They are fixed once the draw is announced."))
    return to("organise_rules", event.slug)


def _forms(event: Tournament, data: Any) -> dict[str, Any]:
    game = registry.game(event.game)
    shown: dict[str, Any] = {
        "format": FormatForm(game, event.rules, event.format, data),
        "parameters": ParameterForm(game, event.rules, data),
    }
    if event.vp_scale is not None and not isinstance(game, ScaledGame):
        shown["scale"] = ScaleForm(data, initial={"scale": event.vp_scale["key"] if event.vp_scale else ""})
    return shown


def _page(request: HttpRequest, event: Tournament, shown: dict[str, Any], status: int = 200) -> HttpResponse:
    game = registry.game(event.game)
    is_fixed = event.status in FIXED
    if is_fixed:
        shown["format"].leave_one()
        for form in shown.values():
            for field in form.fields.values():
                field.disabled = True
    context: dict[str, Any] = {
        "forms": shown,
        "preset": _(game.phrases.get(event.preset, event.preset)),
        "is_fixed": is_fixed,
    }
    if event.vp_scale is not None:
        context |= {"scale_rows": scale_from_json(event.vp_scale).rows, "scale_key": event.vp_scale["key"]}
    return show(request, "events/rules.html", event, "organise_rules", status=status, **context)
