"""Amounts of money, and the fee of an event, in words for people."""

from decimal import Decimal

from django.utils import formats
from django.utils.translation import gettext as _

from tournaments.frame.reads.teams import is_of_teams
from tournaments.models import Tournament


def euros(cents: int) -> str:
    """Return ``20 €`` or ``7,50 €``: no cents where they are 0, digits grouped as in the language."""
    amount = Decimal(cents).scaleb(-2)
    return f"{formats.number_format(amount, 0 if cents % 100 == 0 else 2, force_grouping=True)}\N{NO-BREAK SPACE}€"


def fee_words(event: Tournament) -> str:
    """Return the fee of an event, and what it is for where a whole pair or team might pay once; "" without a fee."""
    if not event.fee_cents:
        return ""
    if event.fee_kind == Tournament.FeeKind.PERSON and event.entry_size > 1:
        return _("%(fee)s for each person") % {"fee": euros(event.fee_cents)}
    if is_of_teams(event):
        return _("%(fee)s for each team") % {"fee": euros(event.fee_cents)}
    return euros(event.fee_cents)
