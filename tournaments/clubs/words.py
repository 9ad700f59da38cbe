"""The table of clubs below the standings, on the web and on paper."""

from typing import Any

from django.utils.translation import gettext as _

from tournaments.competition.stages.points import Number
from tournaments.frame import ranking_words
from tournaments.frame.numbers import minus
from tournaments.models import Tournament
from tournaments.standings.reads.club_standings import club_standings


def club_rows(event: Tournament) -> dict[str, Any] | None:
    """Return the rows of the table of clubs, its unit, and which entries count; None where the event has none."""
    found = club_standings(event)
    if found is None or not found.rows:
        return None
    return {
        "unit": "VP" if found.uses_vp else _("Points"),
        "said": ranking_words.of_clubs(found.options),
        "rows": [
            {
                "place": f"{row.place}{'=' * row.is_shared}",
                "club": row.key,
                "name": row.name,
                "total": _amount(row.total),
                "entries": [
                    {"name": each.name, "amount": _amount(each.amount), "counts": each.counts} for each in row.entries
                ],
            }
            for row in found.rows
        ],
    }


def _amount(amount: Number) -> str:
    return minus(amount) if isinstance(amount, int) else str(amount).replace("-", "−")
