"""Online matches from their logs, for commands and for all who show one: what a viewer may see, what has happened.

The only reader of the seeds, which leave it sealed and inside a match, for ``competition.live`` alone.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from django.db.models import QuerySet

from tournaments.competition.live import deciding, viewing
from tournaments.competition.live.deciding import Live
from tournaments.competition.live.log import Event, State, fold
from tournaments.competition.live.position import MOST_KEPT
from tournaments.competition.live.setup import Setup, circumstances_from_json, robots_from_json
from tournaments.competition.live.viewing import Viewer
from tournaments.errors import MissingError
from tournaments.frame.reads.statements import Part, Statement
from tournaments.games import registry
from tournaments.games.commands import Sealed
from tournaments.games.contract import Json, Seat
from tournaments.models import DealSecret, Entry, Match, MatchEvent, Tournament, User
from tournaments.timing.reads import ms_of


class Logged(NamedTuple):
    """A row of a match's log: what is shown of it, and the account that ordered it."""

    event: Json
    by: str


def rows(match: Match) -> Sequence[Logged]:
    """Return the whole log in its order."""
    orders = MatchEvent.objects.filter(match=match, data__by__isnull=False)
    ordered = dict(orders.values_list("sequence", "data__by"))
    names = {user.pk: str(user) for user in User.objects.filter(pk__in=set(ordered.values()))}
    events = events_of(match)
    return [
        Logged(viewing.view_of_event(event, viewing.REFEREE), names.get(ordered.get(event.sequence, 0), ""))
        for event in events
    ]


# A state and the seeds of its deals.
Kept: TypeAlias = tuple[State, Mapping[int, Sealed[str]]]
EMPTY: Final[Kept] = (State(), {})
MATCH: Final = Statement([Part("asked", Match)], "SELECT * FROM tournaments_match asked WHERE asked.id = %s")
LOG: Final = Statement(
    [Part("event", MatchEvent)],
    """
    SELECT * FROM tournaments_matchevent event
    WHERE event.match_id = %s AND event.sequence > %s AND event.sequence <= %s ORDER BY event.sequence
    """,
)


@dataclass(frozen=True, slots=True)
class ShownMatch:
    """A match at one moment: the number of its newest event, and what each viewer sees of its events and of itself.

    ``events`` always has those of spectators and of the referee.
    """

    sequence: int
    events: Mapping[Viewer, list[Json]]
    views: Mapping[Viewer, Json]


def match(match_id: int) -> Match:
    """Return the row of a match; raises MissingError where there is none."""
    for (found,) in MATCH.rows(match_id):
        row: Match = found
        return row
    raise MissingError


def with_table(match_id: int) -> Match:
    """Return the row of a match with its table and event."""
    found = Match.objects.filter(pk=match_id).select_related("table__tournament").first()
    if found is None:
        raise MissingError
    return found


def of_event(event: Tournament) -> QuerySet[Match]:
    """Return the matches that were opened at the tables of an event."""
    return Match.objects.filter(table__tournament=event).select_related("table__round")


def names_of(rows: Iterable[Match]) -> Mapping[int, str]:
    """Return the names of the entries of these matches; one query."""
    entries = {entry for row in rows for entry in row.chairs["entries"]}
    return dict(Entry.objects.filter(pk__in=entries).values_list("pk", "label"))


def setup_of(row: Match) -> Setup:
    """Return the setup of a match; rules of an older version are returned in the current version."""
    game = registry.playable(row.game)
    return Setup(
        game=game,
        rules=game.upgrade_rules(row.rules),
        circumstances=circumstances_from_json(row.chairs),
        best_of=row.chairs["best_of"],
        seats=tuple(row.seats),
        dealer=row.dealer,
        move_ms=row.move_ms,
        bank_ms=row.bank_ms,
        number=row.pk,
        lead=row.chairs.get("lead", 0),
        robots=robots_from_json(row.chairs),
        has_referee=row.table_id is not None,
    )


def events_of(row: Match, since: int = 0, most: int | None = None) -> list[Event]:
    """Return the log after the event number ``since``, up to the row's ``sequence``, at most ``most`` events."""
    last = row.sequence if most is None else min(row.sequence, since + most)
    rows = LOG.rows(row.pk, since, last)
    return [Event(each.sequence, each.kind, ms_of(each.at), each.seat, each.data) for (each,) in rows]


def live(row: Match) -> Live:
    """Return the match after its whole log; continued from the state in memory where possible."""
    kept = _state_cache(row.pk, row.opened_at, row.words)
    state, seeds = kept[0] if kept[0][0].sequence <= row.sequence else EMPTY
    if state.sequence < row.sequence:
        state = fold(events_of(row, state.sequence), state)
    if len(seeds) < len(state.deals):
        seeds = dict(DealSecret.objects.filter(match=row).values_list("deal", "seed"))
    if not row.is_appended:
        kept[0] = state, seeds
    return Live(setup_of(row), state, seeds)


def remember(row: Match, state: State) -> None:
    """Keep a committed state in memory, so that the next command need not read it again."""
    kept = _state_cache(row.pk, row.opened_at, row.words)
    kept[0] = state, kept[0][1]


@lru_cache(maxsize=MOST_KEPT)
def _state_cache(_match_id: int, _opened_at: datetime, _words: int) -> list[Kept]:
    """Return the key of a match's state in memory; a reused key of the database has another moment.

    ``Match.words`` counts how often words of its log have changed.
    """
    return [EMPTY]


def view(row: Match, viewer: Viewer, now: datetime) -> Json:
    """Return the match of a row that was just read, as a viewer sees it now."""
    return viewing.view(live(row), viewer, ms_of(now))


def if_abandoned(row: Match, seat: Seat) -> tuple[int, ...] | None:
    """Return the points of each line if a seat left now; None where the referee would decide."""
    return deciding.if_abandoned(live(row), seat)


def way_if_abandoned(row: Match) -> str:
    """Return how the match goes on if a seat left now: it is ``ended``, or one of ``FAULT_WAYS``."""
    return deciding.fault_way_now(live(row))


def match_views(match_id: int, viewers: Collection[Viewer], since: int, now: datetime) -> ShownMatch:
    """Return the match as each of these viewers sees it now, and the events after number ``since``."""
    row = match(match_id)
    found = live(row)
    happened = events_of(row, since)
    at_the_table = [viewing.view_of_event(event, viewing.REFEREE) for event in happened]
    events: dict[Viewer, list[Json]] = dict.fromkeys((viewing.REFEREE, *viewers), at_the_table)
    events[None] = [viewing.view_of_event(event) for event in happened]
    return ShownMatch(row.sequence, events, viewing.views(found, viewers, ms_of(now)))


def events_for(row: Match, since: int, most: int | None = None, viewer: Viewer = None) -> list[Json]:
    """Return the events of a match after number ``since`` as a viewer sees them, at most ``most``."""
    return [viewing.view_of_event(event, viewer) for event in events_of(row, since, most)]


def replay(match_id: int, deal: int, plays: int) -> Json:
    """Return a finished deal after so many plays, with every hand."""
    return viewing.replay(live(match(match_id)), deal, plays)


def match_texts(match_id: int) -> dict[int, str]:
    """Return the closed deals of a match as texts, by number."""
    return viewing.deal_texts(live(match(match_id)))
