"""The form of a number and a PIN."""

from django import forms
from django.utils.translation import gettext_lazy as _

MOST_NUMBER = 99_999
LONGEST_PIN = 20


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
        max_length=LONGEST_PIN,
        help_text=_("Eight digits, for example 4071 2236. The blank in the middle does not matter."),
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "spellcheck": "false"}),
    )
