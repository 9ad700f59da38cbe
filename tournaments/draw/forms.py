"""Forms of the draw: what the hall named, a ranking and the seeds taken from it, and how many come to an evening."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.draw.operations import NAMED
from tournaments.frame.forms.declared import form_of
from tournaments.frame.forms.widgets import number_input


def hall_form(data: dict[str, str] | None = None) -> forms.Form:
    """Return the form for what the hall named, as it was said, and for how fast the draw is shown."""
    form = form_of(NAMED)(data)
    hall = form.fields["hall"]
    hall.required = True
    hall.widget.attrs |= {"autocomplete": "off", "class": "input--code", "autofocus": True}
    return form


class RankingForm(forms.Form):
    """A list of names, best first, as it is pasted."""

    names = forms.CharField(
        label=_("From a list: one line each, best first"),
        max_length=40_000,
        widget=forms.Textarea(attrs={"rows": 6, "autocomplete": "off"}),
        help_text=_("Pairs or players, with or without place and points."),
    )


class SeedsForm(forms.Form):
    """The entries that were proposed, and how many of them are seeds."""

    order = forms.RegexField(r"^\d{1,18}(,\d{1,18})*$", max_length=20_000, widget=forms.HiddenInput)
    number = forms.IntegerField(label=_("How many seeds"), min_value=1, max_value=1024, widget=number_input())

    def seeds(self) -> list[int]:
        """The keys of the entries, best first."""
        keys = [int(key) for key in self.cleaned_data["order"].split(",")]
        return keys[: self.cleaned_data["number"]]


MOST_ASKED = 4_096


class HeadcountForm(forms.Form):
    """A number of entries; ``label`` says what is counted."""

    n = forms.IntegerField(label=_("How many"), min_value=2, max_value=MOST_ASKED, widget=number_input())

    def __init__(self, data: Any = None, *, label: str = "", **options: Any) -> None:
        super().__init__(data, **options)
        if label:
            self.fields["n"].label = label
