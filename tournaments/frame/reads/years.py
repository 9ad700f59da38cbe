"""The years of events, by which long lists of evenings that are over are cut."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils import timezone


def years_between(*ends: Mapping[str, Any]) -> list[int]:
    """Return the years from the ``first`` moment to the ``last`` of all ``ends``, the newest first.

    The ends alone are asked for: to look at the year of each event would take longer with each of them.
    """
    moments = [timezone.localtime(moment).year for each in ends for moment in (each["first"], each["last"]) if moment]
    return list(range(max(moments), min(moments) - 1, -1)) if moments else []


def year_of(asked: str, years: Iterable[int]) -> int | None:
    """Return the one of ``years`` that a reader asked for; None for anything else."""
    return next((year for year in years if str(year) == asked), None)
