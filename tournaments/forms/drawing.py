"""What is typed at the draw: the number that the hall names; two places to exchange, and why."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.competition.draw.lots import LONGEST_HALL
from tournaments.forms.widgets import number_input
from tournaments.operations.inputs import MOST_REASON
from tournaments.services.draw.draws import PACE


class HallForm(forms.Form):
    """What somebody in the hall named, as they said it."""

    hall = forms.CharField(
        label=_("The hall's number"),
        max_length=LONGEST_HALL,
        help_text=_("For example the card that somebody cuts: 7, or 7 di denari. Everybody can read it afterwards."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "class": "input--code"}),
    )
    pace = forms.ChoiceField(
        label=_("Pace on the big screen"),
        choices=[
            ("slow", _("Slow: 5 seconds a place")),
            ("normal", _("Normal: 3 seconds a place")),
            ("quick", _("Quick: a second and a half a place")),
        ],
        initial=PACE,
    )


class SwapForm(forms.Form):
    """Two positions of the draft, counted from 1 as the page shows them."""

    a = forms.IntegerField(label=_("Position"), min_value=1, max_value=65_536, widget=number_input())
    b = forms.IntegerField(label=_("With position"), min_value=1, max_value=65_536, widget=number_input())
    reason = forms.CharField(label=_("Reason"), max_length=MOST_REASON, help_text=_("It is published with the draw."))


class RankingForm(forms.Form):
    """A list of names, best first, as it is pasted."""

    names = forms.CharField(
        label=_("From a list: one line each, best first"), max_length=40_000,
        widget=forms.Textarea(attrs={"rows": 6, "autocomplete": "off"}),
        help_text=_("Pairs or players, with or without place and points."),
    )  # fmt: skip


class SeedsForm(forms.Form):
    """The entries that were proposed, and how many of them are seeds."""

    order = forms.RegexField(r"^\d{1,18}(,\d{1,18})*$", max_length=20_000, widget=forms.HiddenInput)
    number = forms.IntegerField(label=_("How many seeds"), min_value=1, max_value=1024, widget=number_input())

    def chosen(self) -> list[int]:
        """The keys of the entries, best first."""
        keys = [int(key) for key in self.cleaned_data["order"].split(",")]
        return keys[: self.cleaned_data["number"]]
