"""The swaps of a draw in words, for organisers and the public."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from tournaments.draw.reads.drawing import Exchange


def sentences(exchanges: Sequence[Exchange], names: Mapping[int, str]) -> list[str]:
    """Return one sentence for each swap, with both names."""
    return [_("%(one)s and %(other)s: %(reason)s") % _values(each, names) for each in exchanges]


def _values(exchange: Exchange, names: Mapping[int, str]) -> dict[str, Any]:
    one, other = (_("a bye") if key is None else names.get(key, "?") for key in (exchange.a, exchange.b))
    return {"one": one, "other": other, "reason": exchange.reason}
