"""Amounts of money as people write them."""

from django.utils import formats


def euros(cents: int) -> str:
    """``20 €``, ``7,50 €``: without cents where there are none, thousands apart as the language parts them."""
    return f"{formats.number_format(cents / 100, 0 if cents % 100 == 0 else 2, force_grouping=True)}\N{NO-BREAK SPACE}€"
