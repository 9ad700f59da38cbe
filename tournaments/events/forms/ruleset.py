"""The rules of an event as an organiser sets them: preset, length, faults, VP scale; then every parameter."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.templatetags.static import static
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournaments.competition.scoring import PUBLISHED
from tournaments.frame.deal_words import deals_of_match
from tournaments.frame.forms.widgets import number_input
from tournaments.frame.reads.teams import is_of_teams
from tournaments.games import registry
from tournaments.games.contract import RULES_VERSION, Json, ScaledGame, ScoredGame
from tournaments.models import Tournament

CAUSE = "cause."


def preset_choices(key: str) -> list[tuple[str, str]]:
    """Every preset of a game, as ``<game>:<preset>``."""
    game = registry.game(key)
    # No line begins with the dot.
    return [
        (
            f"{key}:{preset}",
            "\u00a0· ".join([gettext(game.phrases.get(preset, preset)), *length_words(game, rules, None)]),
        )
        for preset, rules in game.presets.items()
    ]


def preset_words(key: str, preset: str) -> str:
    """A preset as a player would say it; empty where its game has no such words."""
    return gettext(words) if (words := registry.game(key).phrases.get(f"preset.{preset}")) else ""


def game_picture(key: str, rules: Json) -> str:
    """Return the address of the picture of the game that is played by these rules; empty where it has none."""
    game = registry.game_with_titles(key)
    return static(game.picture(rules)) if game is not None else ""


def length_words(game: ScoredGame, rules: Mapping[str, Json], minutes: int | None) -> list[str]:
    """How long a match is: points or deals, and the time of a round."""
    length, parts = game.match_length(rules), []
    if length.target is not None:
        out = ngettext("out at %(n)s point", "out at %(n)s points", length.target)
        goal = ngettext("to %(n)s point", "to %(n)s points", length.target)
        parts.append((out if length.is_out else goal) % {"n": length.target})
    if length.deals is not None:
        parts.append(deals_of_match(game.key, length.deals))
    minutes = minutes or length.minutes or rules.get("time_limit_min")
    time = ngettext("%(n)s minute", "%(n)s minutes", minutes) % {"n": minutes} if minutes else gettext("no time limit")
    return [*parts, time]


def settings_name(event: Tournament) -> str:
    """A name for the settings of an event: who plays together, and how long a match is."""
    game = registry.game(event.game)
    sizes = {1: gettext("Singles"), 2: gettext("Pairs"), 3: gettext("Teams of three")}
    # A game of teams says in its name who plays.
    who = [sizes[event.entry_size]] if event.entry_size in sizes and not is_of_teams(event) else []
    return ", ".join([*who, *length_words(game, event.rules, event.round_minutes)])


def scale_choices() -> list[tuple[str, Any]]:
    """The VP scales, the automatic choice first."""
    named = {
        "7pt": _("7 points (1 or 2 deals)"),
        "11pt": _("11 points (3 deals)"),
        "21pt": _("21 points (4 or 5 deals)"),
    }
    return [
        ("", _("The one that belongs to the length of the match")),
        *((key, named.get(key, key)) for key in PUBLISHED),
    ]


class ScaleForm(forms.Form):
    """The VP scale of an event."""

    scale = forms.ChoiceField(
        label=_("VP scale"),
        choices=scale_choices,
        required=False,
        help_text=_("A length that no published table knows needs a choice here."),
    )


class LengthFields(ScaleForm):
    """How long a match is, what loses it by fault, and the VP that it gives."""

    title = forms.CharField(
        label=_("Name of the game"),
        required=False,
        max_length=40,
        help_text=_("Where it is another one than the rules say."),
    )
    target = forms.IntegerField(
        label=_("Points to reach"),
        required=False,
        min_value=1,
        max_value=999,
        widget=number_input(),
        help_text=_("Leave it empty to keep what the preset says."),
    )
    deals = forms.IntegerField(
        label=_("Or a fixed number of deals"), required=False, min_value=1, max_value=99, widget=number_input()
    )
    minutes = forms.IntegerField(
        label=_("Minutes for a round"),
        required=False,
        min_value=1,
        max_value=600,
        widget=number_input(),
        help_text=_("The hall clock runs as long as this."),
    )
    forfeits = forms.BooleanField(
        label=_("Abandonment and expired time lose the match, as in the online rules"),
        required=False,
        initial=True,
        help_text=_("The referee records them, with no-show and disqualification; the regulation gives the points."),
    )

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if data.get("target") and data.get("deals"):
            self.add_error(
                "deals", gettext("Choose points or deals, not both; points written here: %(target)s.") % data
            )
        return data

    def fit_length(self, game: ScoredGame) -> None:
        """Leave the questions that a preset of this game has an answer to."""
        known = {name for preset in game.presets.values() for name in preset}
        asked = {
            "title": "title",
            "target": "target",
            "deals": "deals",
            "minutes": "time_limit_min",
            "forfeits": "forfeit_causes",
        }
        if "boards" in known:
            declared = game.rules_schema["properties"]["boards"]
            help_text = _("With commas between them; leave it empty to keep what the preset says.")
            self.fields["boards"] = TextsField(gettext(declared["description"]), declared, (), help_text=help_text)
        gone = [name for name, parameter in asked.items() if parameter not in known]
        has_scales = any(game.uses_vp(rules) for rules in game.presets.values()) and not isinstance(game, ScaledGame)
        for name in [*gone, *([] if has_scales else ["scale"])]:
            del self.fields[name]
        for name in ("target", "deals"):
            # As high as the game itself goes.
            most = game.rules_schema["properties"].get(name, {}).get("maximum")
            if name in self.fields and most is not None:
                self.fields[name] = forms.IntegerField(
                    label=self.fields[name].label,
                    required=False,
                    min_value=1,
                    max_value=most,
                    widget=number_input(),
                    help_text=self.fields[name].help_text,
                )

    def rules_json(self, game: ScoredGame, preset: Mapping[str, Json]) -> dict[str, Json]:
        """The parameters that differ from the preset; a game has those of them that it knows."""
        data = self.cleaned_data
        wanted: dict[str, Json] = {}
        if data.get("title"):
            wanted["title"] = data["title"]
        if data.get("boards"):
            wanted["boards"] = data["boards"]
        if data.get("target"):
            wanted |= {"match_mode": "target", "target": data["target"], "deals": None}
        if data.get("deals"):
            wanted |= {"match_mode": "fixed_deals", "deals": data["deals"], "target": None}
        if data.get("minutes"):
            wanted |= {"time_limit_min": data["minutes"], "time_expiry": preset.get("time_expiry") or "no_fault"}
        if data.get("forfeits"):
            wanted["forfeit_causes"] = [key.removeprefix(CAUSE) for key in game.phrases if key.startswith(CAUSE)]
        else:
            wanted["forfeit_causes"] = ["match_clock"] if preset.get("time_expiry") == "clock_fault" else []
        return {name: value for name, value in wanted.items() if name in preset and preset[name] != value}


class NumbersField(forms.CharField):
    """A list of whole numbers, written with commas or blanks between them."""

    MOST_DIGITS = 7

    def __init__(self, label: str, declared: Mapping[str, Json], value: Sequence[int]) -> None:
        most = declared["maxItems"] * (self.MOST_DIGITS + 2)
        super().__init__(label=label, initial=", ".join(map(str, value)), required=False, max_length=most)

    def clean(self, value: Any) -> Any:
        words = re.split(r"[\s,;]+", super().clean(value).strip())
        found = [word for word in words if word]
        wrong = next((word for word in found if not re.fullmatch(rf"[0-9]{{1,{self.MOST_DIGITS}}}", word)), "")
        if wrong:
            raise forms.ValidationError(gettext("“%(typed)s” is not a whole number.") % {"typed": wrong[:40]})
        return [int(word) for word in found]


class TextsField(forms.CharField):
    """A list of short texts, written with commas between them."""

    def __init__(self, label: Any, declared: Mapping[str, Json], value: Sequence[str], **options: Any) -> None:
        most = declared["maxItems"] * (declared["items"]["maxLength"] + 2)
        super().__init__(label=label, initial=", ".join(value), required=False, max_length=most, **options)

    def clean(self, value: Any) -> Any:
        return [word for each in super().clean(value).split(",") if (word := each.strip())]


class ParameterForm(forms.Form):
    """Every parameter of a game's ruleset, as the game declares it: its values or bounds, its words, what it is now."""

    PREFIX = "rule_"

    def __init__(self, game: ScoredGame, rules: Mapping[str, Json], data: Any = None) -> None:
        super().__init__(data)
        for name, declared in game.rules_schema["properties"].items():
            if name == RULES_VERSION:
                continue
            label, kind = gettext(declared.get("description", name)), declared.get("type")
            value = rules.get(name, declared.get("default"))
            field: forms.Field
            if kind == "array" and declared["items"].get("type") == "integer":
                field = NumbersField(label, declared, value)
            elif kind == "array" and declared["items"].get("type") == "string":
                field = TextsField(label, declared, value)
            elif kind == "string":
                field = forms.CharField(
                    label=label, initial=value, required=False, max_length=declared["maxLength"], empty_value=""
                )
            elif kind == "array":
                field = forms.MultipleChoiceField(
                    label=label,
                    choices=[(each, gettext(game.phrases[CAUSE + each])) for each in declared["items"]["enum"]],
                    initial=value,
                    required=False,
                    widget=forms.CheckboxSelectMultiple,
                )
            elif kind == "boolean":
                field = _choice(label, {"true": (True, _("yes")), "false": (False, _("no"))}, value)
            elif "enum" in declared:
                phrases = {each: game.phrases.get(f"rule.{name}.{each}", str(each)) for each in declared["enum"]}
                field = _choice(label, {str(each): (each, gettext(said)) for each, said in phrases.items()}, value)
            else:
                field = forms.IntegerField(
                    label=label,
                    initial=value,
                    required=kind == "integer",
                    widget=number_input(),
                    min_value=declared.get("minimum"),
                    max_value=declared.get("maximum"),
                )
            self.fields[self.PREFIX + name] = field

    def rules_json(self) -> dict[str, Json]:
        """The whole ruleset."""
        return {name.removeprefix(self.PREFIX): value for name, value in self.cleaned_data.items()}


def _choice(label: str, values: Mapping[str, tuple[Json, Any]], value: Json) -> forms.Field:
    """Return the field that chooses one of ``values``; without a choice the value stays as it is."""
    # What is not declared any more is shown as nothing chosen, and the game refuses it if it stays.
    initial = next((sent for sent, (each, _words) in values.items() if each == value and type(each) is type(value)), "")
    return forms.TypedChoiceField(
        label=label,
        choices=[(sent, words) for sent, (_value, words) in values.items()],
        initial=initial,
        coerce=lambda sent: values[sent][0],
        required=False,
        empty_value=value,
    )
