"""What a club, its people and a circuit are called, and who is invited to run them."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from tournaments.forms.widgets import NameField
from tournaments.models import Circuit, Club, Person, Tournament
from tournaments.services.entries.entries import PersonName


class ClubForm(forms.Form):
    """A club, and the valley or league that it belongs to."""

    name = NameField("club", label=_("Name of the club"), max_length=120)
    circle = NameField(
        "circle", label=_("Valley or league"), max_length=120, required=False,
        help_text=_("A draw can keep clubs of one valley apart."),
    )  # fmt: skip


class LogoForm(forms.Form):
    """The picture of a club."""

    file = forms.FileField(
        label=_("Logo"), help_text=_("PNG or JPEG, at most 1 MB. It is printed on certificates."),
        widget=forms.FileInput(attrs={"accept": "image/png,image/jpeg"}),
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


class PresetForm(forms.Form):
    """What a preset is called."""

    name = NameField("preset", label=_("Name of the preset"), max_length=80)


class NewPresetForm(PresetForm):
    """A preset of one of the clubs that somebody runs; which one is asked where there are several."""

    club = forms.ModelChoiceField(Club.objects.none(), label=_("Club"), empty_label=None)

    def __init__(self, clubs: QuerySet[Club], data: Any = None, initial: dict[str, Any] | None = None) -> None:
        super().__init__(data, initial=initial, auto_id="preset_%s")
        own = list(clubs[:2])
        self.only = own[0] if len(own) == 1 else None
        if self.only is not None:
            del self.fields["club"]
        else:
            choice: Any = self.fields["club"]
            choice.queryset = clubs

    @property
    def keeper(self) -> Club:
        """The club that keeps the preset."""
        chosen: Club = self.only or self.cleaned_data["club"]
        return chosen


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
