"""Forms of a circuit, of the events in it, and of how its evenings make the table of a season."""

from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.competition.season.options import MOST_PLACES, season_from_json
from tournaments.frame.forms.declared import field_of
from tournaments.models import Circuit, Club, Tournament
from tournaments.seasons.operations import BEST, CIRCUIT_NAME, DESCRIPTION, MINIMUM, SCORING, TAKING_PART
from tournaments.seasons.writes import NO_TABLE


class CircuitForm(forms.Form):
    """A circuit; under a club only where the maker runs one."""

    name, description = field_of(CIRCUIT_NAME), field_of(DESCRIPTION)
    club = forms.ModelChoiceField(
        Club.objects.none(),
        label=_("Club"),
        required=False,
        empty_label=_("no club"),
        help_text=_("The administrators of the club keep the circuit together with you."),
    )

    def __init__(self, clubs: Iterable[Club], data: Any = None, circuit: Circuit | None = None) -> None:
        initial = {"name": circuit.name, "description": circuit.description, "club": circuit.club} if circuit else {}
        super().__init__(data, initial=initial)
        own = {club.pk for club in clubs} | ({circuit.club_id} if circuit and circuit.club_id else set())
        if own:
            field: Any = self.fields["club"]
            field.queryset = Club.objects.filter(pk__in=own)
        else:
            del self.fields["club"]

    def changes(self) -> dict[str, Any]:
        """Return the arguments of the services that create and change a circuit."""
        data = self.cleaned_data
        return {"name": data["name"], "description": data["description"], "club": data.get("club")}


class EventChoice(forms.Form):
    """One of one's own events."""

    event = forms.ChoiceField(label=_("Event"))

    def __init__(self, events: Iterable[Tournament], data: Any = None) -> None:
        super().__init__(data)
        choice: Any = self.fields["event"]
        choice.choices = [(event.slug, event.name) for event in events]


class PointsField(forms.CharField):
    """Points by place, written with commas or spaces between them."""

    def clean(self, value: Any) -> Any:
        said = str(super().clean(value)).replace(",", " ").replace(";", " ").split()
        if not all(each.isascii() and each.isdecimal() and len(each) <= 4 for each in said):
            raise forms.ValidationError(_("Write whole numbers with commas between them."), code="invalid")
        return [int(each) for each in said]


class SeasonForm(forms.Form):
    """How the evenings of a circuit make its table."""

    scoring = field_of(SCORING)
    points = PointsField(
        label=_("Points by place"),
        required=False,
        max_length=6 * MOST_PLACES,
        help_text=_("From the first place on, with commas: 10, 8, 6."),
    )
    taking_part, best, minimum = field_of(TAKING_PART), field_of(BEST), field_of(MINIMUM)
    lots = forms.BooleanField(
        label=_("A lot decides between persons who are level in everything"),
        required=False,
        help_text=_(
            "It is fixed since the circuit was made, and everybody can check it. Without it they share the place."
        ),
    )
    twice = forms.MultipleChoiceField(label=_("Count double"), required=False, widget=forms.CheckboxSelectMultiple)
    three_times = forms.MultipleChoiceField(
        label=_("Count three times"), required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, circuit: Circuit, events: Sequence[Tournament], data: Any = None) -> None:
        options = season_from_json(circuit.season)
        initial = {
            "scoring": options.scoring if circuit.season else NO_TABLE,
            "points": ", ".join(map(str, options.points)),
            "taking_part": options.taking_part,
            "best": options.best,
            "minimum": options.minimum,
            "twice": options.twice,
            "three_times": options.three_times,
            "lots": bool(options.lot),
        }
        super().__init__(data, initial=initial)
        for name in ("twice", "three_times"):
            field: Any = self.fields[name]
            field.choices = [(event.slug, event.name) for event in events]
            if not events:
                del self.fields[name]

    def changes(self) -> dict[str, Any]:
        """Return the arguments of the service, without the numbers that were left empty: it uses the usual ones."""
        return {name: value for name, value in self.cleaned_data.items() if value is not None}
