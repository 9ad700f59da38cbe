"""A new token for a program: what it is for, what it may, how long."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.accounts.operations.of_tokens import TOKEN
from tournaments.frame.forms.declared import form_of

DAYS = ((30, _("30 days")), (365, _("1 year")), ("", _("until it is revoked")))


class TokenForm(form_of(TOKEN)):  # type: ignore[misc]
    """What a program that has the token may do, and for how long."""

    days = forms.TypedChoiceField(
        label=_("How long"),
        choices=DAYS,
        coerce=int,
        empty_value=None,
        required=False,
        widget=forms.RadioSelect,
        initial=365,
    )
