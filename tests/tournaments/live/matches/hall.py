"""A process beside a server, with the same database: opens a match for practice and seats browsers at it."""

import json
import os
import sys

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.config.settings")
django.setup()

from django.conf import settings  # noqa: E402 - the apps must be loaded first
from django.contrib.sessions.models import Session  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.utils import timezone  # noqa: E402
from django.utils.module_loading import import_string  # noqa: E402

from tests.tournaments import factories as make  # noqa: E402
from tests.tournaments.services.play import hidden_cards  # noqa: E402
from tests.tournaments.services.play import table as at  # noqa: E402
from tournaments.events.writes import tournaments  # noqa: E402
from tournaments.frame.access import PRACTICE  # noqa: E402
from tournaments.models import (  # noqa: E402
    Deadline,
    EntryMember,
    Match,
    MatchDeadline,
    MatchEvent,
    Membership,
    Tournament,
    User,
)
from tournaments.online.reads import live_matches  # noqa: E402
from tournaments.online.writes import courtesies, firing  # noqa: E402
from tournaments.tables.writes import live_opening  # noqa: E402
from tournaments.timing.writes import clocks  # noqa: E402
from tournaments.upkeep.writes import firing as upkeep  # noqa: E402


def opened(game: str, preset: str, seats: list[int], option: str = "") -> dict[str, object]:
    """A match, and the session of a browser for each of its seats."""
    match = at.practice(game, preset, seats)
    if option:
        Match.objects.filter(pk=match.pk).update(rules={**match.rules, option: True}, chairs={**match.chairs})
    return {"match": match.pk, "sessions": [seated(match.pk, seat) for seat in range(len(seats))]}


def seated(match_id: int, seat: int) -> str:
    return seated_at([match_id], seat)


def seated_at(matches: list[int], seat: int) -> str:
    """The session of a browser that has this seat in each of the matches."""
    session = import_string(f"{settings.SESSION_ENGINE}.SessionStore")()
    session[PRACTICE] = [[match_id, seat] for match_id in matches]
    session.save()
    return str(session.session_key)


def written(match_id: int) -> list[list[int]]:
    """The number of every event of a match, and when it was written, in milliseconds since 1970."""
    rows = MatchEvent.objects.filter(match=match_id).order_by("sequence").values_list("sequence", "at")
    return [[sequence, round(at.timestamp() * 1000)] for sequence, at in rows]


def asked(match_id: int) -> dict[str, object]:
    """Whose turn it is at a table, and what they may play; nobody's while no cards are dealt."""
    live = live_matches.live(live_matches.match(match_id))
    if not live.state.deal.is_open:
        return {"turn": None, "plays": []}
    return {"turn": live.state.turn, "plays": list(at.plays(live_matches.match(match_id)))}


def shown(match_id: int) -> None:
    """Let everybody see the match."""
    row = Match.objects.get(pk=match_id)
    Match.objects.filter(pk=match_id).update(chairs={**row.chairs, "shown": True})


def speak(match_id: int, seat: int, code: str) -> None:
    """Somebody says a courtesy in this process, which brings no hint to the server."""
    courtesies.say(match_id, seat, code)


def log_out(session: str) -> None:
    Session.objects.filter(session_key=session).delete()


def evening() -> dict[str, object]:
    """A match at a table of an event, with its two players and a referee logged in."""
    return _at_first_table(make.called(entries=4, preset="online_002", entry_size=1))


def table_of_four(rules: dict[str, object], limits: dict[str, int]) -> dict[str, object]:
    """The same at a table of Scala 40 from which two of four go on."""
    return _at_first_table(make.called(make.tables("scala40", entries=8, preset="torneo_003", rules=rules)), **limits)


def _at_first_table(tournament: Tournament, **limits: int) -> dict[str, object]:
    table = make.tables_of(tournament)[0]
    boss = make.boss_of(tournament)
    match = live_opening.open_table(actor=boss, tournament_id=tournament.pk, table_id=table.pk, **limits)
    accounts = []
    for line in match.seats:
        person = EntryMember.objects.get(entry=match.chairs["entries"][line]).person
        person.user = make.user()
        person.save()
        accounts.append(person.user)
    referee = make.with_role(tournament, "referee")
    return {
        "event": tournament.pk,
        "match": match.pk,
        "account": referee.pk,
        "sessions": [logged_in(each) for each in accounts],
        "referee": logged_in(referee),
    }


def run_down(match_id: int, kind: str) -> list[bool]:
    """Turn the clock to the moment at which a deadline of this kind is due, and fire it twice; whether each did."""
    due = MatchDeadline.objects.filter(match=match_id, kind=kind).first()
    return [due is not None and firing.fire(deadline_id=due.pk, now=due.due_at) for _ in range(2)]


def call_time(match_id: int) -> None:
    """The referee starts the clock of the table, and it runs out."""
    table = Match.objects.select_related("table__tournament").get(pk=match_id).table
    assert table is not None
    boss = make.boss_of(table.tournament)
    clocks.start_table_clock(actor=boss, tournament_id=table.tournament_id, table_id=table.pk, minutes=5)
    due = Deadline.objects.get(tournament=table.tournament_id, kind="table_time", fired_at=None)
    Deadline.objects.filter(pk=due.pk).update(due_at=timezone.now())
    upkeep.fire_deadline(deadline_id=due.pk)


def logged_in(account: User) -> str:
    return str(make.client_of(account).cookies[settings.SESSION_COOKIE_NAME].value)


def dismiss(event: int, account: int) -> None:
    """Take a role away."""
    tournament = Tournament.objects.get(pk=event)
    membership = Membership.objects.get(tournament=tournament, user=account)
    tournaments.revoke_role(actor=make.boss_of(tournament), tournament_id=event, membership_id=membership.pk)


def secrets(match_id: int) -> dict[str, list[str]]:
    """The cards that each viewer must not have been told of by now, by seat; ``None`` are those who only watch."""
    live = live_matches.live(live_matches.match(match_id))
    if not live.state.deal.is_open:
        return {}
    return {str(viewer): sorted(secret) for viewer, secret in hidden_cards.secrets(live)}


OFFERED = (
    opened,
    shown,
    log_out,
    seated_at,
    written,
    asked,
    evening,
    table_of_four,
    run_down,
    call_time,
    dismiss,
    secrets,
    speak,
)
DONE = {each.__name__: each for each in OFFERED}


def main() -> None:
    call_command("migrate", verbosity=0)
    print("ready", flush=True)  # noqa: T201 - the test reads it
    for line in sys.stdin:
        name, *given = json.loads(line)
        print(json.dumps(DONE[name](*given)), flush=True)  # noqa: T201


main()
