"""A new token for a program: what it is for, what it may, how long."""

import secrets
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

SCOPES = {
    "read": _("Read what I may read"),
    "results": _("Enter results and call the referee"),
    "direct": _("Direct tables: corrections, clocks, penalties"),
    "organise": _("Organise events: entries, draws, rounds"),
    "club": _("Keep the club, its people and circuits"),
}
DAYS = ((30, _("30 days")), (365, _("1 year")), ("", _("until it is revoked")))


class TokenForm(forms.Form):
    """``once`` tells a page that is sent again from a new wish."""

    name = forms.CharField(label=_("What it is for"), max_length=80, help_text=_("For instance: screen of the hall"))
    scopes = forms.MultipleChoiceField(
        label=_("What it may"),
        choices=list(SCOPES.items()),
        widget=forms.CheckboxSelectMultiple,
        initial=["read"],
        help_text=_("Never more than its owner."),
    )
    days = forms.TypedChoiceField(
        label=_("How long"), choices=DAYS, coerce=int, empty_value=None, required=False, widget=forms.RadioSelect,
        initial=365,
    )  # fmt: skip
    once = forms.CharField(max_length=32, widget=forms.HiddenInput)

    def __init__(self, data: Any = None) -> None:
        super().__init__(data, initial={"once": secrets.token_hex(8)})
