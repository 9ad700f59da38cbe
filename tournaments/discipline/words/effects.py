"""Preview of penalties: the result of the match and the standings as they would be."""

from collections.abc import Callable, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.competition.discipline.penalties import DISQUALIFICATION, OF_STANDINGS, WARNING
from tournaments.competition.match.outcomes import is_of_several
from tournaments.discipline.writes.penalty_effects import Effects, Wanted, effects_of
from tournaments.frame.policies import Actor
from tournaments.models import TableLine, Tournament
from tournaments.standings.reads.standings import Row
from tournaments.standings.words.rows import place_of
from tournaments.tables.words import wording
from tournaments.templatetags.evening import minus, signed


def of_penalties(
    actor: Actor, event: Tournament, wanted: Sequence[Wanted], first: Sequence[Callable[[], object]] = ()
) -> dict[str, Any]:
    """Return what these penalties of one table would change after the steps in ``first``; refused like them."""
    found = effects_of(actor=actor, event=event, wanted=wanted, first=first)
    lines = found.lines
    return {
        "title": _("What it changes"),
        "sentences": _sentences(wanted),
        "moved": _moved(event, found),
        "results": [_result(line) for line in lines],
        "many": is_of_several(lines),
        "through": lines[0].table.through if lines else 1,
    }


def _sentences(wanted: Sequence[Wanted]) -> list[str]:
    kinds = {str(each["kind"]) for each in wanted}
    told = []
    if WARNING in kinds:
        told.append(_("A warning changes no result and no place. It stays on record."))
    if kinds & set(OF_STANDINGS):
        told.append(_("It is taken from the total in the standings, never from a match."))
    if DISQUALIFICATION in kinds:
        told.append(
            _("The open match is lost, and the entry leaves the event: its chair at every later table stays empty.")
        )
    return [*told, _("It can be cancelled with a reason as long as no table that follows from it has been called.")]


def _moved(event: Tournament, found: Effects) -> list[dict[str, Any]]:
    """Return the place of each punished entry before and after."""
    return [
        {
            "name": after.name,
            "before": _standing(event, before) if before else ("–", ""),
            "after": _standing(event, after),
        }
        for _key, before, after in found.moved
    ]


def _standing(event: Tournament, row: Row) -> tuple[str, str]:
    """Return the place and what was earned, such as “5=” and “31 VP +12”."""
    earned = f"{minus(row.vp)} VP {signed(row.mp)}" if event.vp_scale is not None else _points(row.points)
    return place_of(row), earned


def _result(line: TableLine) -> dict[str, Any]:
    goes_on = line.place is not None and line.place <= line.table.through
    return {
        "letter": wording.letter(line.index),
        "name": wording.name(line),
        "points": line.points,
        "place": line.place,
        "vp": line.vp,
        "mp": line.mp,
        "is_through": goes_on,
    }


def _points(number: int) -> str:
    return ngettext("%(n)s point", "%(n)s points", number) % {"n": number}
