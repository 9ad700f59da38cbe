"""The set-up of an event: a preset, a name and a date are enough, everything else has a good default."""

from dataclasses import asdict
from datetime import datetime
from typing import Any

from django import forms
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.competition.rooms import PlayingRoom, rooms_from_text, rooms_of
from tournaments.errors import RefusedError
from tournaments.events.forms.discipline import LADDER, LadderFields, initial_ladder
from tournaments.events.forms.formats import FormatFields
from tournaments.events.forms.online import OnlineFields, initial_online
from tournaments.events.forms.ruleset import LengthFields, game_picture, preset_choices, preset_words
from tournaments.frame.forms.widgets import (
    FEE_KINDS,
    DayField,
    MoneyField,
    NameFormField,
    NumberChoice,
    hour_input,
    number_input,
    typed_money,
)
from tournaments.frame.phrases import sentence
from tournaments.games import registry
from tournaments.models import Club, Tournament

MOST_ENTRIES = 65_536


class ClubField(forms.ModelChoiceField):  # type: ignore[type-arg] # Django subscripts it only when patched
    """The club whose event it is, among those that the organiser runs; asked of nobody who runs none."""

    def __init__(self) -> None:
        super().__init__(
            Club.objects.none(),
            label=_("Club"),
            required=False,
            empty_label=_("no club"),
            help_text=_("The person who runs the club organises the event too, and can see and change all of it."),
        )


class NameAndStart(forms.Form):
    """What an event with known settings is asked for: its name, day and hour."""

    name = NameFormField("event", label=_("Name of the event"), max_length=120)
    day = DayField(label=_("Date"))
    hour = forms.TimeField(label=_("Time"), widget=hour_input(), initial="20:30")

    @classmethod
    def proposing(cls, name: str, starts_at: datetime) -> "NameAndStart":
        """The form filled in with a proposal."""
        local = timezone.localtime(starts_at)
        return cls(initial={"name": name[:120], "day": local.date(), "hour": local.time()})

    def starts_at(self) -> datetime:
        """The moment that date and time name in the hall."""
        return timezone.make_aware(datetime.combine(self.cleaned_data["day"], self.cleaned_data["hour"]))


class BasicFields(NameAndStart):
    """What an event says of itself."""

    venue = forms.CharField(label=pgettext_lazy("of an event", "Place"), max_length=160, required=False)
    capacity = forms.IntegerField(
        label=_("Most entries"),
        required=False,
        min_value=2,
        max_value=MOST_ENTRIES,
        widget=number_input(),
        help_text=_("Those who come later go on the waiting list. Empty: no limit."),
    )
    fee = MoneyField(label=_("Entry fee in euros"), required=False)
    fee_kind = forms.ChoiceField(
        label=_("The fee is"),
        choices=FEE_KINDS.items(),
        initial=Tournament.FeeKind.ENTRY,
        widget=forms.RadioSelect,
        required=False,
    )
    public_sign_up = forms.BooleanField(label=_("Players can sign up on the public page"), required=False, initial=True)
    review_sign_ups = forms.BooleanField(
        label=_("I look at every sign-up before it counts"), required=False, initial=True
    )
    club = ClubField()

    def offer_clubs(self, clubs: QuerySet[Club], current: Club | None = None) -> None:
        """Ask for the club, where there is one to choose: one's own, and the one that the event has."""
        own = Club.objects.filter(Q(pk__in=clubs.values("pk")) | Q(pk=current.pk if current else None))
        some = list(own[:2])
        if some:
            field: Any = self.fields["club"]
            field.queryset = own.order_by("name", "pk")
            # Who runs one club makes its events.
            field.initial = some[0].pk if len(some) == 1 else None
        else:
            del self.fields["club"]

    def basics(self) -> dict[str, Any]:
        """The fields of the event."""
        data = self.cleaned_data
        return {
            "name": data["name"],
            "starts_at": self.starts_at(),
            "venue": data["venue"],
            "capacity": data["capacity"],
            "fee_cents": data["fee"],
            **({"fee_kind": data["fee_kind"]} if data.get("fee_kind") else {}),
            "public_sign_up": data["public_sign_up"],
            "review_sign_ups": data["review_sign_ups"],
            **({"club": data["club"]} if "club" in data else {}),
        }


class SetupForm(BasicFields, OnlineFields, FormatFields, LengthFields, LadderFields):
    """The whole wizard, for one game: it asks what an event of that game can be."""

    preset = forms.ChoiceField(label=_("Rules"), widget=forms.RadioSelect)
    entry_size = NumberChoice(
        {2: _("Pairs"), 1: _("Singles")}, otherwise=2, label=_("Who plays together"), widget=forms.RadioSelect
    )
    hour = forms.TimeField(label=_("Time"), widget=hour_input(), initial="20:30", required=False)

    def __init__(self, game_key: str, clubs: QuerySet[Club], data: Any = None) -> None:
        super().__init__(data)
        self.game_key = game_key
        self.offer_clubs(clubs)
        game = registry.game(game_key)
        rulesets = list(game.presets.values())
        choice: Any = self.fields["preset"]
        choice.choices = preset_choices(game_key)
        choice.initial = choice.choices[0][0]
        self.fit(game, *rulesets)
        self.fit_length(game)
        self.fit_online(game)
        with_vp = {game.uses_vp(rules) for rules in rulesets}
        self.ask_ladder(uses_vp=with_vp == {True}, may_use_vp=len(with_vp) > 1)
        if all(len(game.line_sizes(rules)) == 1 for rules in rulesets):
            del self.fields["entry_size"]

    def preset_cards(self) -> list[dict[str, Any]]:
        """The choices of a preset: in the words of a player, and what the ruleset is called."""
        presets = registry.game(self.game_key).presets
        named = [(each, each.data["value"].split(":", 1)[1]) for each in self["preset"]]
        return [
            {
                "tag": each.tag,
                "picture": game_picture(self.game_key, presets[name]),
                "words": preset_words(self.game_key, name),
                "label": each.choice_label,
            }
            for each, name in named
        ]

    def clean_hour(self) -> Any:
        return self.cleaned_data["hour"] or datetime.strptime("20:30", "%H:%M").time()  # noqa: DTZ007 - a time of day

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if "preset" in data:
            game = registry.game(self.game_key)
            self.check_stages(game, game.presets[data["preset"].split(":", 1)[1]])
        return data

    def event(self) -> dict[str, Any]:
        """Return the arguments of ``create_tournament``."""
        preset = self.cleaned_data["preset"].split(":", 1)[1]
        game = registry.game(self.game_key)
        rules = game.presets[preset]
        size = self.cleaned_data.get("entry_size", 0)
        return {
            **self.basics(),
            **self.online_basics(),
            "game": self.game_key,
            "preset": preset,
            # Rules that are played by lines of one size only say who plays together.
            "entry_size": size if len(game.line_sizes(rules)) > 1 else 0,
            "round_minutes": self.cleaned_data.get("minutes") or rules.get("time_limit_min"),
            "rules": self.rules_json(game, rules),
            "format": self.chosen_json(game, rules),
            "scale": self.cleaned_data.get("scale", ""),
            "discipline": self.discipline_json(),
        }


class SettingsForm(BasicFields, OnlineFields, LadderFields):
    """What can be changed at any time; the rules have a page of their own. A finished event keeps its ladder."""

    round_minutes = forms.IntegerField(
        label=_("Minutes for a round"), required=False, min_value=1, max_value=600, widget=number_input()
    )
    rooms = forms.CharField(
        label=_("Rooms"),
        required=False,
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_(
            "Only where the tables stand in several rooms, one a line: “Big hall 1-12”. The first room is filled first."
        ),
    )
    description = forms.CharField(
        label=_("Description"), required=False, max_length=4000, widget=forms.Textarea(attrs={"rows": 4})
    )
    prizes = forms.CharField(
        label=_("Prizes"),
        required=False,
        max_length=4000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("One a line: “1° ham”, “3° and 4° oil”, or “Best score: a cup”. Winners are named by place."),
    )
    prize_kind = forms.ChoiceField(
        label=_("The prizes are"), choices=Tournament.PrizeKind.choices, widget=forms.RadioSelect, required=False
    )

    def __init__(self, event: Tournament, clubs: QuerySet[Club], data: Any = None) -> None:
        super().__init__(data, initial=self.initial_of(event))
        self.offer_clubs(clubs, event.club)
        if event.entry_size == 1:
            del self.fields["fee_kind"]
        self.fit_online(registry.game(event.game))
        self.ask_ladder(uses_vp=event.vp_scale is not None)
        if event.status == Tournament.Status.FINISHED:
            for name in ("ladder", *(field.name for step in self.ladder_steps() for field in step)):
                self.fields[name].disabled = True

    def clean_rooms(self) -> tuple[PlayingRoom, ...]:
        try:
            return rooms_from_text(self.cleaned_data["rooms"])
        except RefusedError as refusal:
            raise forms.ValidationError(sentence(refusal), code=refusal.code) from refusal

    @staticmethod
    def initial_of(event: Tournament) -> dict[str, Any]:
        """The event as the form shows it."""
        local = timezone.localtime(event.starts_at)
        return {
            "name": event.name,
            "club": event.club,
            "day": local.date(),
            "hour": local.time(),
            "venue": event.venue,
            "capacity": event.capacity,
            "fee": typed_money(event.fee_cents) if event.fee_cents else "",
            "fee_kind": event.fee_kind,
            "public_sign_up": event.public_sign_up,
            "review_sign_ups": event.review_sign_ups,
            "round_minutes": event.round_minutes,
            "rooms": "\n".join(map(str, rooms_of(event.rooms))),
            "description": event.description,
            "prizes": event.prizes,
            "prize_kind": event.prize_kind,
            **initial_online(event),
            **initial_ladder(event.discipline, uses_vp=event.vp_scale is not None),
        }

    @property
    def has_new_ladder(self) -> bool:
        """Whether the form asks for another ladder than it was opened with."""
        return bool(self.cleaned_data.get("ladder")) and any(name.startswith(LADDER) for name in self.changed_data)

    def changes(self) -> dict[str, Any]:
        """Return the arguments of ``update_tournament``."""
        data = self.cleaned_data
        others = {name: data[name] for name in ("round_minutes", "description", "prizes")}
        others["rooms"] = [asdict(each) for each in data["rooms"]]
        others["prize_kind"] = data["prize_kind"] or self.initial["prize_kind"]
        return {**self.basics(), **self.online_basics(), **others}
