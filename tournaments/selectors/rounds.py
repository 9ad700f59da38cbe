"""The rounds of an event: one of them, and how many there will be."""

from typing import Any

from django.db.models import Exists, OuterRef, Q

from tournaments.competition.formats.registry import format_of
from tournaments.errors import MissingError
from tournaments.models import Round, Table, TableLine, Tournament
from tournaments.round_names import rounds_of


def round_in(event: Tournament, number: int) -> Round:
    """The round of that number; MissingError where the event has none."""
    found = Round.objects.filter(tournament=event, number=number).first()
    if found is None:
        raise MissingError
    return found


def named(event: Tournament, number: int) -> dict[str, Any]:
    """What a refusal needs to call a round by its name."""
    return {"round": number, "rounds": rounds_in(event)}


def rounds_in(event: Tournament, drawn: int | None = None) -> int:
    """How many rounds the event has, those to come included; 0 before the draw.

    One query, none where it is known how many are ``drawn``; one more for an event that is redrawn each round, which
    goes on until one is left of those who win the last.
    """
    if drawn is None:
        drawn = Round.objects.filter(tournament=event).count()
    if not drawn or not format_of(event.format).redraw:
        return drawn
    here = Table.objects.filter(tournament=event, round__number=drawn, section=Table.Section.MAIN)
    is_over = Q(status__in=(Table.Status.DONE, Table.Status.BYE))
    won = TableLine.objects.filter(table=OuterRef("pk"), place=1)
    return drawn + rounds_of(here.filter(~is_over | Exists(won)).count())
