"""How many come to an evening, typed before anybody is drawn."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.frame.forms.widgets import number_input

MOST_ASKED = 4_096


class HeadcountForm(forms.Form):
    """A number of entries; ``label`` says what is counted."""

    n = forms.IntegerField(label=_("How many"), min_value=2, max_value=MOST_ASKED, widget=number_input())

    def __init__(self, data: Any = None, *, label: str = "", **options: Any) -> None:
        super().__init__(data, **options)
        if label:
            self.fields["n"].label = label
