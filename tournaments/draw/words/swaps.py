"""The swaps of a draw in words, for organisers and the public."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from tournaments.draw.reads.drawing import Exchange


def sentences(exchanges: Sequence[Exchange], names: Mapping[int, str]) -> list[str]:
    """Return one sentence for each swap, with both names."""
    told = []
    for each in exchanges:
        one, other = (_("a bye") if key is None else names.get(key, "?") for key in (each.a, each.b))
        told.append(_("%(one)s and %(other)s: %(reason)s") % {"one": one, "other": other, "reason": each.reason})
    return told
