"""What is typed about time: how long a clock runs, and how much more it is given."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.widgets import number_input


class ClockForm(forms.Form):
    """How long a clock runs."""

    minutes = forms.IntegerField(label=_("Minutes"), required=False, min_value=1, max_value=600, widget=number_input())


def clock_form(minutes: int | None) -> ClockForm:
    """An empty form with the usual minutes in it; without any they must be said."""
    form = ClockForm(initial={"minutes": minutes})
    form.fields["minutes"].required = not minutes
    return form


class ExtraTimeForm(forms.Form):
    """Minutes more, or fewer, with the reason."""

    minutes = forms.IntegerField(
        label=_("Minutes more"), help_text=_("With a minus they are taken away."), min_value=-60, max_value=60,
        widget=number_input(inputmode="text"),
    )  # fmt: skip
    reason = forms.CharField(label=_("Reason"), max_length=400, help_text=_("It stays on record."))

    prefix = "extra"
