"""A new token for a program: what it is for, what it may, how long."""

from django import forms
from django.utils.translation import gettext_lazy as _

SCOPES = {
    "read": _("Read what I may read"),
    "play": _("Play at online tables in my seat"),
    "results": _("Enter results and call the referee"),
    "direct": _("Direct tables: corrections, clocks, penalties"),
    "organise": _("Organise events: entries, draws, rounds"),
    "club": _("Keep the club, its people and circuits"),
}
DAYS = ((30, _("30 days")), (365, _("1 year")), ("", _("until it is revoked")))


class TokenForm(forms.Form):
    """What a program that has the token may do, and for how long."""

    name = forms.CharField(label=_("What it is for"), max_length=80, help_text=_("For instance: screen of the hall"))
    scopes = forms.MultipleChoiceField(
        label=_("What it may do"),
        choices=list(SCOPES.items()),
        widget=forms.CheckboxSelectMultiple,
        initial=["read"],
        help_text=_("Never more than its owner."),
    )
    days = forms.TypedChoiceField(
        label=_("How long"), choices=DAYS, coerce=int, empty_value=None, required=False, widget=forms.RadioSelect,
        initial=365,
    )  # fmt: skip
