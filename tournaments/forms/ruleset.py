"""The rules of an event as an organiser sets them: preset, length, faults, VP scale, knockout; then every parameter."""

from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.competition.pairing.options import LENGTHS, ROUND_NAMES
from tournaments.competition.scoring.scales import PUBLISHED
from tournaments.forms.widgets import NumberChoice, number_input
from tournaments.games import registry
from tournaments.games.contract import Json, ScoredGame

BEST_OF = {1: _("Single match"), 3: _("Best of 3"), 5: _("Best of 5")}
# The rounds that a form names one by one; every other round of the bracket is "earlier".
NAMED_ROUNDS = ("final", "third", "semifinal", "quarterfinal")
EARLIER_ROUNDS = ROUND_NAMES - {*NAMED_ROUNDS}
CAUSE = "cause."


def preset_choices() -> list[tuple[str, str]]:
    """Every preset of every game, as ``<game>:<preset>``; the game is named where there are several."""
    keys = registry.keys()
    return [
        (f"{key}:{preset}", _preset_label(registry.game(key), preset, named=len(keys) > 1))
        for key in keys
        for preset in registry.game(key).presets
    ]


def _preset_label(game: ScoredGame, preset: str, *, named: bool) -> str:
    length = game.match_length(game.presets[preset])
    parts = [gettext(game.phrases.get(preset, preset))]
    if named:
        parts.insert(0, gettext(game.phrases.get("name", game.key)))
    if length.target is not None:
        parts.append(gettext("to %(points)s points") % {"points": length.target})
    if length.deals is not None:
        parts.append(gettext("%(deals)s deals") % {"deals": length.deals})
    minutes = length.minutes or game.presets[preset].get("time_limit_min")
    parts.append(gettext("%(minutes)s minutes") % {"minutes": minutes} if minutes else gettext("no time limit"))
    return " · ".join(parts)


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


class KnockoutFields(forms.Form):
    """How the knockout is played."""

    byes = forms.ChoiceField(
        label=_("Byes"), choices=[("seeds", _("To the seeds")), ("lot", _("By lot"))], widget=forms.RadioSelect,
        initial="seeds",
    )  # fmt: skip
    separate_by_group = forms.BooleanField(
        label=_("Keep players of the same club, valley or league apart in the first rounds"),
        required=False,
        initial=True,
    )
    third_place = forms.BooleanField(label=_("A match for third place"), required=False, initial=True)
    placement = forms.BooleanField(label=_("Play every place out"), required=False)
    redraw = forms.ChoiceField(
        label=_("Later rounds"), choices=[("", _("Fixed bracket")), ("redraw", _("Drawn again each round"))],
        widget=forms.RadioSelect, required=False, initial="",
    )  # fmt: skip
    best_of_final = NumberChoice(BEST_OF, otherwise=1, label=_("Final"))
    best_of_third = NumberChoice(BEST_OF, otherwise=1, label=_("Third place"))
    best_of_semifinal = NumberChoice(BEST_OF, otherwise=1, label=_("Semifinals"))
    best_of_quarterfinal = NumberChoice(BEST_OF, otherwise=1, label=_("Quarterfinals"))
    best_of_earlier = NumberChoice(BEST_OF, otherwise=1, label=_("Earlier rounds"))

    def format_json(self) -> Json:
        """The choices as an event keeps them."""
        data = self.cleaned_data
        return {
            "byes": data["byes"],
            "separate_by_group": data["separate_by_group"],
            "third_place": data["third_place"],
            "placement": data["placement"],
            "redraw": bool(data["redraw"]),
            "best_of": {name: length for name, length in self._lengths() if length != LENGTHS[0]},
        }

    def _lengths(self) -> Iterator[tuple[str, int]]:
        for name in NAMED_ROUNDS:
            yield name, self.cleaned_data[f"best_of_{name}"]
        for name in sorted(EARLIER_ROUNDS):
            yield name, self.cleaned_data["best_of_earlier"]

    @staticmethod
    def initial_format(kept: Mapping[str, Json]) -> dict[str, Any]:
        """The kept choices as the form shows them."""
        lengths = kept.get("best_of", {})
        earlier = next((lengths[name] for name in EARLIER_ROUNDS if name in lengths), 1)
        return {
            **{name: kept[name] for name in ("byes", "separate_by_group", "third_place", "placement")},
            "redraw": "redraw" if kept["redraw"] else "",
            "best_of_earlier": earlier,
            **{f"best_of_{name}": lengths.get(name, 1) for name in NAMED_ROUNDS},
        }


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

    target = forms.IntegerField(
        label=_("Points to reach"), required=False, min_value=1, max_value=999, widget=number_input(),
        help_text=_("Leave it empty to keep what the preset says."),
    )  # fmt: skip
    deals = forms.IntegerField(
        label=_("Or a fixed number of deals"), required=False, min_value=1, max_value=99, widget=number_input()
    )
    minutes = forms.IntegerField(
        label=_("Minutes for a round"), required=False, min_value=1, max_value=600, widget=number_input(),
        help_text=_("The hall clock runs as long as this."),
    )  # fmt: skip
    forfeits = forms.BooleanField(
        label=_("Abandonment and expired time lose the match, as in the online rules"), required=False, initial=True,
        help_text=_("The referee records them, with no-show and disqualification; the regulation gives the points."),
    )  # fmt: skip

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if data.get("target") and data.get("deals"):
            self.add_error("deals", gettext("Choose points or deals, not both: here are %(target)s points.") % data)
        return data

    def rules_json(self, game: ScoredGame, preset: Mapping[str, Json]) -> dict[str, Json]:
        """The parameters that differ from the preset; a game has those of them that it knows."""
        data = self.cleaned_data
        wanted: dict[str, Json] = {}
        if data["target"]:
            wanted |= {"match_mode": "target", "target": data["target"], "deals": None}
        if data["deals"]:
            wanted |= {"match_mode": "fixed_deals", "deals": data["deals"], "target": None}
        if data["minutes"]:
            wanted |= {"time_limit_min": data["minutes"], "time_expiry": preset.get("time_expiry") or "no_fault"}
        wanted["forfeit_causes"] = self._causes(game, preset)
        return {name: value for name, value in wanted.items() if name in preset and preset[name] != value}

    def _causes(self, game: ScoredGame, preset: Mapping[str, Json]) -> list[str]:
        if not self.cleaned_data["forfeits"]:
            return ["match_clock"] if preset.get("time_expiry") == "clock_fault" else []
        return [key.removeprefix(CAUSE) for key in game.phrases if key.startswith(CAUSE)]


class ParameterForm(forms.Form):
    """Every parameter of a game's ruleset, each with the input that its values ask for."""

    PREFIX = "rule_"

    def __init__(self, game: ScoredGame, rules: Mapping[str, Json], data: Any = None) -> None:
        super().__init__(data)
        self.game = game
        for name, value in rules.items():
            self.fields[self.PREFIX + name] = self._field(name, value)

    def _field(self, name: str, value: Json) -> forms.Field:
        label = gettext(self.game.phrases.get(f"rule.{name}", name))
        known = [preset.get(name) for preset in self.game.presets.values()]
        if isinstance(value, list):
            choices = [(k.removeprefix(CAUSE), gettext(v)) for k, v in self.game.phrases.items() if k.startswith(CAUSE)]
            return forms.MultipleChoiceField(
                label=label, choices=choices, initial=value, required=False, widget=forms.CheckboxSelectMultiple
            )
        if isinstance(value, bool):
            yes_no = [("true", _("yes")), ("false", _("no"))]
            return forms.TypedChoiceField(label=label, choices=yes_no, initial=str(value).lower(), coerce=_is_true)
        named = self._named_values(name)
        if named:
            return forms.TypedChoiceField(
                label=label, choices=named, initial=str(value), coerce=_typed, required=False, empty_value=value
            )
        return forms.IntegerField(
            label=label, initial=value, min_value=0, max_value=9999, required=None not in known, widget=number_input()
        ) if all(each is None or type(each) is int for each in [value, *known]) else forms.CharField(
            label=label, initial=value, max_length=60
        )  # fmt: skip

    def _named_values(self, name: str) -> list[tuple[str, str]]:
        start = f"rule.{name}."
        return [(k.removeprefix(start), gettext(v)) for k, v in self.game.phrases.items() if k.startswith(start)]

    def rules_json(self) -> dict[str, Json]:
        """The whole ruleset."""
        return {name.removeprefix(self.PREFIX): value for name, value in self.cleaned_data.items()}


def _is_true(value: str) -> bool:
    return value == "true"


def _typed(value: str) -> Json:
    """A named value as the ruleset holds it: nothing, a number or a word."""
    if value == "None":
        return None
    return int(value) if value.isdigit() else value
