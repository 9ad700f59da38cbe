"""The rounds of an event: one of them, the one in play, their number, and which is drawn or paired next."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from tournaments.competition.formats.bracket import KnockoutFormat
from tournaments.competition.formats.registry import format_of
from tournaments.competition.formats.rounds import InRounds
from tournaments.competition.pairing.options import DOUBLE, KnockoutOptions
from tournaments.competition.pairing.positions import FEWEST_ENTRANTS
from tournaments.errors import MissingError
from tournaments.frame.access import is_readable
from tournaments.frame.reads.formats import format_now
from tournaments.frame.reads.statements import Part, Statement
from tournaments.frame.round_names import Rounds, rounds_of
from tournaments.models import Entry, Round, Table, TableLine, Tournament
from tournaments.tables.reads import stages

FEWEST_WITH_ONE_ADDED = 4
OF_EVENT = Statement(
    [Part("held", Round)],
    "SELECT * FROM tournaments_round held WHERE held.tournament_id = %s ORDER BY held.number",
)


def event_rounds(event: Tournament) -> Sequence[Round]:
    """Return the rounds of an event; every page of an event reads them."""
    return [held for (held,) in OF_EVENT.rows(event.pk)]


def round_in(event: Tournament, number: int) -> Round:
    """Return the round with that number; raises MissingError where the event has none."""
    found = Round.objects.filter(tournament=event, number=number).first()
    if found is None:
        raise MissingError
    return found


def current_round(event: Tournament) -> Round | None:
    """Return the round that was announced last."""
    announced = Round.objects.filter(tournament=event, status=Round.Status.ANNOUNCED)
    return announced.order_by("-number").first()


def round_exists(event: Tournament, number: int) -> bool:
    """Return whether the event has a round with that number."""
    return Round.objects.filter(tournament=event, number=number).exists()


def round_values(event: Tournament, number: int) -> dict[str, Any]:
    """Return the values that a refusal needs to name a round."""
    return {"round": number, "rounds": rounds_in(event)}


def rounds_in(event: Tournament, drawn: int | None = None) -> int:
    """Return the number of rounds of the event, future ones included; 0 before the draw.

    One query, none where the number of ``drawn`` rounds is known. An event that is redrawn each round needs one more:
    it goes on until one of the last round's winners is left.
    """
    return rounds_in_each([event], None if drawn is None else {event.pk: drawn})[event.pk]


def rounds_in_each(events: Collection[Tournament], drawn: Mapping[int, int] | None = None) -> dict[int, int]:
    """Return the same for several events in as many queries, by key; of one that cannot be read the rounds drawn."""
    if drawn is None:
        drawn = _counts_by_round(Round.objects.filter(tournament__in=events))
    unread = [event for event in events if not is_readable(event)]
    if unread:
        read = rounds_in_each([event for event in events if event not in unread], drawn)
        return {**{event.pk: Rounds(drawn.get(event.pk, 0), numbered=0) for event in unread}, **read}
    redrawn = [event for event in events if drawn.get(event.pk) and format_of(event.format).redraw]
    left = {}
    if redrawn:
        # The tables of the last rounds from which somebody advances.
        later = Round.objects.filter(tournament=OuterRef("tournament"), number__gt=OuterRef("round__number"))
        is_over = Q(status__in=(Table.Status.DONE, Table.Status.BYE))
        won = TableLine.objects.filter(table=OuterRef("pk"), place=1)
        here = Table.objects.filter(~Exists(later), tournament__in=redrawn, section=Table.Section.MAIN)
        left = _counts_by_round(here.filter(~is_over | Exists(won)))
    found: dict[int, int] = {}
    for event in events:
        held, event_format = drawn.get(event.pk, 0), format_of(event.format)
        if not held or event_format.is_elimination:
            rounds, options = held + rounds_of(left.get(event.pk, 0)), _knockout(event)
            adds_rounds = options is not None and options.adds_rounds
            found[event.pk] = Rounds(rounds, numbered=rounds - 1 if adds_rounds else 0)
        else:
            before, now = _before(event), format_now(event)
            rounds = max(held, before + now.planned_rounds)
            found[event.pk] = Rounds(rounds, numbered=before if now.is_elimination else rounds)
    return found


def main_rounds(event: Tournament, rounds: int) -> int:
    """Return how many rounds the main bracket would have alone; its final may wait longer for the second bracket."""
    options = _knockout(event)
    if options is None or not options.adds_rounds:
        return rounds
    if options.second_chance == DOUBLE:
        return rounds // 2
    # Of fewer than four rounds none was added: nobody was left to come after the first.
    return rounds - (rounds >= FEWEST_WITH_ONE_ADDED)


def has_second_bracket(event: Tournament) -> bool:
    """Return whether those who are beaten play on in a second bracket."""
    options = _knockout(event)
    return options is not None and options.second_chance != "none"


def _knockout(event: Tournament) -> KnockoutOptions | None:
    event_format = format_of(event.format)
    return event_format.options if isinstance(event_format, KnockoutFormat) else None


def going_on(event: Tournament, last: Round) -> int:
    """Return how many entries of the last, finished round are drawn again in a redrawn event; 0 after the final."""
    if not format_of(event.format).redraw:
        return 0
    won = TableLine.objects.filter(table__round=last, table__section=Table.Section.MAIN, place=1, entry__isnull=False)
    winners = won.count()
    return winners if winners > 1 else 0


def to_pair(event: Tournament, last: Round) -> int:
    """Return the number of the round that is paired after the last, finished one; 0 where none is."""
    before, now = _before(event), format_now(event)
    if last.number - before >= now.planned_rounds:
        return last.number + 1 if stages.goes_on(event) else 0
    # Another round of the stage, if enough of its entries are left (R-STG-09).
    playing = Entry.objects.filter(tournament=event, status=Entry.Status.CONFIRMED)
    if event.stage > 1:
        seated = TableLine.objects.filter(table__tournament=event, table__round__stage=event.stage, entry__isnull=False)
        playing = playing.filter(pk__in=seated.values("entry"))
    fewest = now.at_a_table if isinstance(now, InRounds) else FEWEST_ENTRANTS
    return last.number + 1 if playing.count() >= fewest else 0


def _before(event: Tournament) -> int:
    """Return how many rounds were made in earlier stages; one query, none in the first stage."""
    return event.rounds.filter(stage__lt=event.stage).count() if event.stage > 1 else 0


def _counts_by_round(rows: QuerySet[Any]) -> dict[int, int]:
    return dict(rows.order_by().values_list("tournament").annotate(Count("pk")))
