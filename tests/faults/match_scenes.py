"""What the clerk makes and reads of online matches: called tables with a match each, and their logs."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from typing import Any

import psycopg
from django.conf import settings
from django.db import connection

from tests.faults import scenes
from tests.tournaments import factories as make
from tests.tournaments.api.asking import key_of
from tests.waiting import until
from tournaments.backups.writes.snapshot import snapshot
from tournaments.frame.writes import stalled
from tournaments.games import registry
from tournaments.live_log.writes.log import HOLD_LEASE
from tournaments.models import EntryMember, LiveLease, Match, MatchEvent, Person, Table, Tournament, User
from tournaments.online.writes import presence
from tournaments.tables.writes import live_opening

# Of these games, by a ruleset whose matches last; of any other by its first.
RULES: dict[str, dict[str, Any]] = {
    "scopa": {"preset": "online_002", "rules": {"match_mode": "target", "target": 21}},
    "scala40": {"preset": "torneo_003", "rules": {"out_at": 999}},
}
MOVE_MS = 8_000
# A player whose process has died finds another one meanwhile, on the slowest machine too: it may take some attempts.
SEATED_MOVE_MS = 100_000


def tables(players: int, game: str) -> list[dict[str, Any]]:
    """Matches of so many players that last, each with the keys of its own."""
    return [
        {"match": match.pk, "keys": [key_of(each, "play") for each in accounts]}
        for match, accounts in _matches(players, MOVE_MS, game)
    ]


def seated_tables(count: int) -> list[dict[str, Any]]:
    """So many matches head to head that last, each with the cookies of the browsers of its two players."""
    name = settings.SESSION_COOKIE_NAME
    return [
        {"match": match.pk, "cookies": [f"{name}={make.client_of(each).cookies[name].value}" for each in accounts]}
        for match, accounts in _matches(2 * count, SEATED_MOVE_MS, settings.GAMES[0])
    ]


def _matches(players: int, move_ms: int, game: str) -> list[tuple[Match, list[User]]]:
    actor = make.organiser(scenes.account(scenes.ORGANISER))
    rules = RULES.get(game, {"preset": next(iter(registry.game(game).presets))})
    event = make.called(make.drawn(make.knockout(actor, entries=players, game=game, entry_size=1, **rules)))
    return [_opened(event, table, move_ms) for table in make.tables_of(event)[: players // 2]]


def _opened(event: Tournament, table: Table, move_ms: int) -> tuple[Match, list[User]]:
    """A match, and the accounts of its players by seat."""
    match = live_opening.open_table(
        actor=make.boss_of(event), tournament_id=event.pk, table_id=table.pk, move_ms=move_ms
    )
    accounts = []
    for line in match.seats:
        member = EntryMember.objects.get(entry=match.chairs["entries"][line])
        account = make.user()
        Person.objects.filter(pk=member.person_id).update(user=account)
        accounts.append(account)
    return match, accounts


def log(match: int) -> list[dict[str, Any]]:
    """Every row of a match's log, in its order."""
    rows = MatchEvent.objects.filter(match=match).order_by("sequence")
    return list(rows.values("sequence", "kind", "seat", "client_id", "data"))


def sequence(match: int) -> int:
    """The number that the row of the match has."""
    return Match.objects.get(pk=match).sequence


def leases() -> list[int]:
    """The numbers of the leases that hold."""
    return list(LiveLease.objects.filter(ended_at=None).order_by("pk").values_list("pk", flat=True))


def is_home_from_a_pipeline(patience: float, *, is_over: bool) -> bool:
    """Whether a process takes over in time from one that stands still in the middle of a pipeline, or after it.

    That one has sent the statement that holds its lease, so that the server waits: for the rest of the pipeline, or for
    the next statement after it, without counting its seconds.
    """
    still, alive = presence.new_lease(), presence.new_lease()

    def is_ended() -> bool:
        presence.renew(alive)
        presence.take_over(alive)
        return still not in leases()

    with closing(psycopg.connect(**connection.get_connection_params())) as line:
        # Never left: a pipeline that ends sends the rest.
        pipeline = line.pipeline()
        pipeline.__enter__()
        line.execute(HOLD_LEASE.sql, [still])
        if is_over:
            pipeline.__exit__(None, None, None)
        with suppress(AssertionError):
            until(is_ended, "the lease is ended", patience)
        return still not in leases()


def may_think() -> bool:
    """Whether a backup is left alone that writes its file between two reads, while what stands still is ended."""

    def end_all_that_wait() -> None:
        with closing(connection), connection.cursor() as cursor:
            cursor.execute(stalled.END, [0])

    with snapshot(), ThreadPoolExecutor(1) as other:
        other.submit(end_all_that_wait).result()
        return Match.objects.count() == 0
