"""What a club, its people and a circuit are called, and who is invited to run them."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.widgets import NameField
from tournaments.models import Circuit, Club, Person, Tournament
from tournaments.services.entries import PersonName


class ClubForm(forms.Form):
    """A club, and the valley or league that it belongs to."""

    name = NameField("club", label=_("Name of the club"), max_length=120)
    circle = NameField(
        "circle", label=_("Valley or league"), max_length=120, required=False,
        help_text=_("A draw can keep clubs of one valley apart."),
    )  # fmt: skip


class PersonForm(forms.Form):
    """A person of a club."""

    family_name = NameField("family", label=_("Family name"), max_length=60)
    given_name = NameField("given", label=_("Given name"), max_length=60, required=False)

    def person_name(self) -> PersonName:
        """The name as services take it."""
        return PersonName(self.cleaned_data["family_name"], self.cleaned_data["given_name"])


class PersonOfClubForm(PersonForm):
    """Somebody who may also go to another club."""

    club = NameField(
        "club", label=_("Club"), max_length=120, required=False, help_text=_("Empty: in no club any more."),
    )  # fmt: skip

    @classmethod
    def about(cls, person: Person, club: Club) -> "PersonOfClubForm":
        """The form as it is first shown."""
        names = {"family_name": person.family_name, "given_name": person.given_name}
        return cls(initial={**names, "club": club.name})


class InviteForm(forms.Form):
    """Who is offered the one role that there is."""

    email = forms.EmailField(
        label=_("E-mail address"),
        max_length=254,
        help_text=_("The link of the invitation is good for 14 days."),
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
    )


class CircuitForm(forms.Form):
    """A circuit; under a club only where the maker runs one."""

    name = NameField("club", label=_("Name of the circuit"), max_length=120)
    description = forms.CharField(
        label=_("Description"), required=False, max_length=4000, widget=forms.Textarea(attrs={"rows": 4})
    )
    club = forms.ModelChoiceField(
        Club.objects.none(), label=_("Club"), required=False, empty_label=_("no club"),
        help_text=_("The administrators of the club keep the circuit together with you."),
    )  # fmt: skip

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
        """What the services take."""
        data = self.cleaned_data
        return {"name": data["name"], "description": data["description"], "club": data.get("club")}


class EventChoice(forms.Form):
    """One of one's own events."""

    event = forms.ChoiceField(label=_("Event"))

    def __init__(self, events: Iterable[Tournament], data: Any = None) -> None:
        super().__init__(data)
        choice: Any = self.fields["event"]
        choice.choices = [(event.slug, event.name) for event in events]
