"""The public form with which players sign up, and that of a team."""

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from tournaments.entries.forms.desk import TeamFields
from tournaments.entries.writes.entries import NewEntry, PersonName, needs_all
from tournaments.frame.forms.widgets import NameFormField
from tournaments.models import Tournament


class SignUpForm(forms.Form):
    """Who wants to play; in an event of pairs anybody who looks for a partner leaves the second player empty.

    A team of three says all its names.
    """

    family_name = NameFormField("family", autocomplete="family-name", label=_("Family name"))
    given_name = NameFormField("given", autocomplete="given-name", label=_("First name"))
    partner_family_name = NameFormField("family", label=_("Partner's family name"), required=False)
    partner_given_name = NameFormField("given", label=_("Partner's first name"), required=False)
    third_family_name = NameFormField("family", label=_("Family name of the third player"))
    third_given_name = NameFormField("given", label=_("Name of the third player"))
    club = NameFormField("club", label=_("Club or village"), required=False)
    contact = forms.EmailField(
        label=_("E-mail"),
        required=False,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )

    def __init__(self, tournament: Tournament, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["contact"].help_text = (
            _("Only for the answer to this entry: the organiser sees it, nobody else.")
            if settings.MAIL_ARRIVES
            else _("The organiser sees it, nobody else. No mail is sent from here.")
        )
        self.is_pair = tournament.entry_size > 1
        self.needs_all = needs_all(tournament.entry_size)
        if not self.is_pair:
            del self.fields["partner_family_name"], self.fields["partner_given_name"]
        if self.needs_all:
            for name in ("partner_family_name", "partner_given_name"):
                self.fields[name].required = True
            self.fields["partner_family_name"].label = _("Family name of the second player")
            self.fields["partner_given_name"].label = _("Name of the second player")
        else:
            del self.fields["third_family_name"], self.fields["third_given_name"]

    def clean_partner_given_name(self) -> str:
        given = str(self.cleaned_data["partner_given_name"])
        if given and not self.needs_all and not self.cleaned_data.get("partner_family_name"):
            raise forms.ValidationError(_("Type the partner's family name too."))
        return given

    def new_entry(self) -> NewEntry:
        """The entry as the services take it."""
        typed = self.cleaned_data
        whose = [each for each in ("", "partner_", "third_") if typed.get(f"{each}family_name")]
        people = tuple(PersonName(typed[f"{each}family_name"], typed[f"{each}given_name"]) for each in whose)
        return NewEntry(people=people, club=typed["club"])


class TeamSignUpForm(TeamFields):
    """Which team wants to play, with its people."""

    is_pair = False
    contact = forms.EmailField(
        label=_("E-mail"),
        required=False,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
        help_text=_("For what the organiser has to say to the team: nobody else sees it."),
    )

    def __init__(self, tournament: Tournament, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
