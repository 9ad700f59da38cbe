"""What a webhook is: an address of the web, and what it is told of."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.services.transactions.ssrf_guard import MOST_URL
from tournaments.services.webhooks.subjects import SUBJECTS

LABELS = {
    "results": _("Results: entered, confirmed, disputed, corrected"),
    "penalties": _("Late arrivals and penalties"),
    "clocks": _("Clocks and extra time"),
    "rounds": _("Rounds and calls of tables"),
    "draw": _("Draw"),
    "entries": _("Entries"),
    "event": _("The event itself and its roles"),
}


class WebhookForm(forms.Form):
    """Nothing ticked means everything."""

    url = forms.CharField(
        label=_("Address"),
        max_length=MOST_URL,
        help_text=_("It begins with https:// and is reached from the internet."),
        widget=forms.URLInput(attrs={"autocomplete": "off"}),
    )
    subjects = forms.MultipleChoiceField(
        label=_("What it is told"),
        choices=[(subject, LABELS[subject]) for subject in SUBJECTS],
        widget=forms.CheckboxSelectMultiple,
        required=False,
        help_text=_("Nothing ticked: everything."),
    )
