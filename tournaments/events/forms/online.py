"""Where an event is played, how its online matches are, and when a round opens by itself, as an organiser sets it."""

from dataclasses import asdict
from datetime import datetime
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.competition.live.options import BOUNDS, ITSELF, PACES, USUAL, WORD, online_from_json, pace_of
from tournaments.frame.forms.widgets import DayField, hour_input, number_input
from tournaments.games.contract import Json, PlayableGame, ScoredGame
from tournaments.models import Round, Tournament

OWN = "own"
OPENS_WORDS = {ITSELF: _("opens by itself"), WORD: _("opens on the organiser's word")}
PACE_WORDS = {
    "quick": _("quick: 15 seconds for a play, 8 minutes for each player in a match"),
    USUAL: _("usual: 30 seconds for a play, 15 minutes for each player in a match"),
    "calm": _("calm: 60 seconds for a play, 30 minutes for each player in a match"),
    "none": _("no clocks"),
    OWN: _("other clocks, as follows"),
}
ONLINE = ("pace", "move_seconds", "bank_minutes", "grace_minutes", "opens", "robots")


def _number(name: str, **options: Any) -> forms.IntegerField:
    least, most = BOUNDS[name]
    return forms.IntegerField(
        required=False, min_value=least, max_value=most, widget=number_input(min=least, max=most), **options
    )


class OnlineFields(forms.Form):
    """Asked only of an event whose game can be played online."""

    mode = forms.ChoiceField(
        label=_("Where it is played"),
        choices=Tournament.Mode.choices,
        widget=forms.RadioSelect,
        required=False,
        initial=Tournament.Mode.HALL,
    )
    pace = forms.ChoiceField(
        label=_("Clocks"),
        choices=list(PACE_WORDS.items()),
        widget=forms.RadioSelect,
        required=False,
        initial=USUAL,
        help_text=_("A player whose time runs out loses the match."),
    )
    move_seconds = _number("move_seconds", label=_("Seconds for a play"), help_text=_("Empty: no limit."))
    bank_minutes = _number("bank_minutes", label=_("Minutes of each player"), help_text=_("Empty: no limit."))
    grace_minutes = _number(
        "grace_minutes",
        label=_("Minutes before a no-show"),
        initial=10,
        help_text=_("They count from the opening of the table. A player who has not come by then loses the match."),
    )
    opens = forms.ChoiceField(
        label=_("The next round"),
        choices=list(OPENS_WORDS.items()),
        widget=forms.RadioSelect,
        required=False,
        initial=ITSELF,
    )
    robots = forms.BooleanField(
        label=_("A robot plays in place of a player who has not come: the match is played"), required=False
    )

    def fit_online(self, game: ScoredGame) -> None:
        """Ask nothing where the game is played on paper only."""
        if not isinstance(game, PlayableGame):
            for name in ("mode", *ONLINE):
                del self.fields[name]

    def online_basics(self) -> dict[str, Json]:
        """Return the services' arguments on where the event is played, and how online; empty without the field."""
        data = self.cleaned_data
        if "mode" not in self.fields:
            return {}
        pace = data["pace"] or USUAL
        move, bank = (data["move_seconds"], data["bank_minutes"]) if pace == OWN else PACES[pace]
        return {
            "mode": data["mode"] or Tournament.Mode.HALL,
            "online": {
                "move_seconds": move,
                "bank_minutes": bank,
                "grace_minutes": data["grace_minutes"] or 10,
                "opens": data["opens"] or ITSELF,
                "robots": data["robots"],
            },
        }


class PlanForm(forms.Form):
    """When a round opens by itself, and of an event that is both whether it is played online."""

    is_online = forms.BooleanField(label=_("This round is played online"), required=False)
    day = DayField(label=_("Opens by itself on"), required=False)
    hour = forms.TimeField(label=_("Time"), widget=hour_input(), required=False)

    def __init__(self, event: Tournament, round_: Round, data: Any = None) -> None:
        local = timezone.localtime(round_.opens_at) if round_.opens_at is not None else None
        shown = {"day": local and local.date(), "hour": local and local.time(), "is_online": round_.is_online}
        super().__init__(data, initial=shown, prefix="plan")
        if event.mode == Tournament.Mode.ONLINE:
            del self.fields["is_online"]

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if not self.errors and (data["day"] is None) != (data["hour"] is None):
            self.add_error("hour" if data["hour"] is None else "day", _("Say the day and the hour, or neither."))
        return data

    def plan(self) -> dict[str, Any]:
        """Return the arguments of ``plan_round``."""
        data = self.cleaned_data
        at = timezone.make_aware(datetime.combine(data["day"], data["hour"])) if data["day"] else None
        return {"opens_at": at, "is_online": data.get("is_online", False)}


def initial_online(event: Tournament) -> dict[str, Any]:
    """The event as the form shows it."""
    options = online_from_json(event.online)
    return {**asdict(options), "mode": event.mode, "pace": pace_of(options) or OWN}
