"""Online matches for anybody who shows them: what a viewer may see, and what has happened since they looked.

The only reader of the seeds, which leave it sealed and inside a match, for ``competition.live`` alone.
"""

from collections.abc import Mapping
from datetime import datetime
from functools import lru_cache
from typing import Final, TypeAlias

from tournaments.competition.live import viewing
from tournaments.competition.live.deciding import Live
from tournaments.competition.live.log import Event, State, fold
from tournaments.competition.live.position import MOST_KEPT
from tournaments.competition.live.setup import Setup, circumstances_from_json
from tournaments.competition.live.viewing import Viewer
from tournaments.errors import MissingError
from tournaments.games import registry
from tournaments.games.contract import Json
from tournaments.games.sealed import Sealed
from tournaments.models import DealSecret, Match, MatchEvent
from tournaments.selectors.clocks import ms_of

# A state and the seeds of its deals.
Kept: TypeAlias = tuple[State, Mapping[int, Sealed[str]]]
EMPTY: Final[Kept] = (State(), {})


def match(match_id: int) -> Match:
    """The row of a match; MissingError where there is none."""
    found = Match.objects.filter(pk=match_id).first()
    if found is None:
        raise MissingError
    return found


def is_open(table_id: int) -> bool:
    """Whether a match is being played at a table."""
    return Match.objects.filter(table=table_id).exclude(status=Match.Status.OVER).exists()


def setup_of(row: Match) -> Setup:
    """What a match is played by; rules of an older version are read in that of today."""
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
    )


def events_of(row: Match, since: int = 0) -> list[Event]:
    """The log after the event number ``since``, up to what the row says."""
    rows = MatchEvent.objects.filter(match=row, sequence__gt=since, sequence__lte=row.sequence).order_by("sequence")
    told = rows.values_list("sequence", "kind", "at", "seat", "data")
    return [Event(sequence, kind, ms_of(at), seat, data) for sequence, kind, at, seat, data in told]


def live(row: Match) -> Live:
    """The match as its log leaves it; from what is in memory of it, where the log goes on from there."""
    kept = _kept(row.pk, row.opened_at)
    state, seeds = kept[0] if kept[0][0].sequence <= row.sequence else EMPTY
    if state.sequence < row.sequence:
        state = fold(events_of(row, state.sequence), state)
    if len(seeds) < len(state.deals):
        seeds = dict(DealSecret.objects.filter(match=row).values_list("deal", "seed"))
    kept[0] = state, seeds
    return Live(setup_of(row), state, seeds)


def remember(row: Match, state: State) -> None:
    """Keep a committed state in memory: the next command need not read what this one wrote."""
    kept = _kept(row.pk, row.opened_at)
    kept[0] = state, kept[0][1]


@lru_cache(maxsize=MOST_KEPT)
def _kept(_match_id: int, _opened_at: datetime) -> list[Kept]:
    """A place for the newest state of a match; a key that is given out again has another moment."""
    return [EMPTY]


def view(match_id: int, viewer: Viewer, now: datetime) -> Json:
    """The match as a viewer sees it now."""
    return viewing.view(live(match(match_id)), viewer, ms_of(now))


def events_since(match_id: int, since: int) -> list[Json]:
    """What has happened after the event number ``since``, as anybody sees it; no number is left out."""
    return [viewing.seen(event) for event in events_of(match(match_id), since)]


def replay(match_id: int, deal: int, plays: int) -> Json:
    """A deal that is over after so many plays, with every hand."""
    return viewing.replayed(live(match(match_id)), deal, plays)
