"""The form of a number and a PIN, and that of the organiser who makes passes."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.services.accounts.event_passes import DAYS, MOST_DAYS

MOST_NUMBER = 99_999


class PinForm(forms.Form):
    """What stands on a player's slip."""

    number = forms.IntegerField(
        label=_("Your number"),
        min_value=1,
        max_value=MOST_NUMBER,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "maxlength": "5"}),
    )
    pin = forms.CharField(
        label=_("PIN"),
        max_length=20,
        help_text=_("Eight digits, for example 4071 2236. The blank in the middle does not matter."),
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "spellcheck": "false"}),
    )


class IssueForm(forms.Form):
    """For how long passes are made."""

    days = forms.IntegerField(
        label=_("How many days they work, from the start of the event"),
        min_value=1,
        max_value=MOST_DAYS,
        initial=DAYS,
    )
