"""Amounts of money as people write them."""

from decimal import Decimal

from django.utils import formats
from django.utils.translation import gettext as _

from tournaments.models import Tournament


def euros(cents: int) -> str:
    """``20 €``, ``7,50 €``: without cents where there are none, thousands apart as the language parts them."""
    amount = Decimal(cents).scaleb(-2)
    return f"{formats.number_format(amount, 0 if cents % 100 == 0 else 2, force_grouping=True)}\N{NO-BREAK SPACE}€"


def fee_words(event: Tournament) -> str:
    """The fee of an event; for what, where pairs could take it for theirs. Empty where there is none."""
    if not event.fee_cents:
        return ""
    if event.fee_kind == Tournament.FeeKind.PERSON and event.entry_size > 1:
        return _("%(fee)s for each person") % {"fee": euros(event.fee_cents)}
    return euros(event.fee_cents)
