"""What is typed at the draw: two places to exchange, and why."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.widgets import number_input


class SwapForm(forms.Form):
    """Two positions of the draft, counted from 1 as the page shows them."""

    a = forms.IntegerField(label=_("Position"), min_value=1, max_value=65_536, widget=number_input())
    b = forms.IntegerField(label=_("With position"), min_value=1, max_value=65_536, widget=number_input())
    reason = forms.CharField(label=_("Reason"), max_length=400, help_text=_("It is published with the draw."))
