"""Sets the stage: a process beside the server that makes events through the services, on the same database.

It reads one request a line from its input, ``{"do": name, "with": {...}}``, and answers each with one line of JSON.
"""

import json
import sys
import traceback
from collections.abc import Callable, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

import django

django.setup()

from django.conf import settings  # noqa: E402 - the apps must be loaded first
from django.db import transaction  # noqa: E402
from django.db.models import F  # noqa: E402
from django.utils import timezone  # noqa: E402

from tests.e2e import paper, wording  # noqa: E402
from tests.e2e.online import (  # noqa: E402
    hands,
    leave_match,
    legal_plays,
    open_hand,
    open_match,
    play_online,
    robots_play,
    stop_match,
)
from tests.e2e.society import (  # noqa: E402
    ORGANISER,
    account,
    addresses_to_confirm,
    archives,
    event_of,
    log_in,
    passkey,
    refused_list,
    sheets,
    sign_in_account,
    society,
    webhook,
)
from tests.e2e.wording import speak, words  # noqa: E402
from tests.tournaments import factories as make  # noqa: E402
from tournaments.accounts.writes import event_passes  # noqa: E402
from tournaments.backups.verifying.events import violations_of  # noqa: E402
from tournaments.deadlines import writes as deadlines  # noqa: E402
from tournaments.discipline.writes import penalties  # noqa: E402
from tournaments.draw.writes import apart, draws  # noqa: E402
from tournaments.entries.writes import entries, participation  # noqa: E402
from tournaments.entries.writes.entries import NewEntry, PersonName  # noqa: E402
from tournaments.events.writes import closing, rounds, tournaments  # noqa: E402
from tournaments.frame.writes.transaction import writing  # noqa: E402
from tournaments.games import registry  # noqa: E402
from tournaments.models import (  # noqa: E402
    AuditEntry,
    Deadline,
    Entry,
    Membership,
    Round,
    Scoresheet,
    Table,
    TableLine,
    Tournament,
)
from tournaments.replica import home, reads  # noqa: E402
from tournaments.standings import writes as level  # noqa: E402
from tournaments.standings.reads.level import open_levels  # noqa: E402
from tournaments.standings.reads.standings import all_standings  # noqa: E402
from tournaments.tables.writes import codes, replacing, scoresheets  # noqa: E402
from tournaments.timing.reads import clock_of_round  # noqa: E402
from tournaments.timing.writes import clocks, lateness, line_clocks  # noqa: E402

# The lots of every draw: the same people meet in every run, since pages are judged with their names.
LOTS = "7" * 64


def described(tournament: Tournament) -> dict[str, Any]:
    """What a test needs to find its way in an event."""
    tables = Table.objects.filter(tournament=tournament).select_related("round").order_by("number")
    return {
        "slug": tournament.slug,
        "pk": tournament.pk,
        "tables": [
            {
                "number": table.number,
                "hall": table.hall_number,
                "round": table.round.number,
                "status": table.status,
                "pk": table.pk,
                "codes": [codes.code_of(table, line) for line in range(table.lines.count())],
                "entries": list(table.lines.order_by("index").values_list("entry", flat=True)),
                "names": [line.entry.label if line.entry else "" for line in table.lines.order_by("index")],
            }
            for table in tables
        ],
        "entries": list(Entry.objects.filter(tournament=tournament).order_by("pk").values_list("pk", flat=True)),
    }


def event(
    name: str, state: str = "open", pairs: int = 8, by: str = ORGANISER, family: str = "", **overrides: Any
) -> dict[str, Any]:
    """An event in that state: draft, open, closed, draft_draw, drawn, called or finished.

    With ``family`` everybody's name begins so, and is as long as everybody else's.
    """
    actor = make.organiser(account(by))
    if wording.is_spoken():
        overrides |= {field: words("") for field in ("venue", "description", "prizes")}
    tournament = make.knockout(actor, entries=0, open_=state != "draft", name=words(name), **overrides)
    if pairs:
        enter(tournament, pairs, family)
    steps: dict[str, Callable[[Tournament], Any]] = {
        "closed": make.closed,
        "draft_draw": lambda one: make.draft(one, seed=LOTS),
        "drawn": lambda one: make.drawn(one, seed=LOTS),
        "called": lambda one: make.called(make.drawn(one, seed=LOTS)),
        "finished": lambda one: make.finished(make.drawn(one, seed=LOTS)),
    }
    if state in steps:
        steps[state](tournament)
    # The server opens the matches of an online round after it was called; a test wants them at once.
    while state == "called" and rounds.open_some(tournament_id=tournament.pk, number=1):
        pass
    return described(make.fresh(tournament))


def enter(tournament: Tournament, number: int, family: str = "") -> None:
    """So many entries of clubs."""
    if not wording.is_spoken() and not family:
        make.with_entries(tournament, number, clubs=True)
        return
    rows = alike(number, tournament.entry_size, family) if family else wording.entries(number, tournament.entry_size)
    entries.import_entries(actor=make.boss_of(tournament), tournament_id=tournament.pk, rows=rows)


def alike(number: int, size: int, family: str) -> list[NewEntry]:
    """So many entries whose names are all as long, and no two the same."""
    people = [
        [PersonName(f"{family}{10 + each}{'AB'[seat]}", "Gino") for seat in range(size)] for each in range(number)
    ]
    return [NewEntry(people=tuple(own), club=make.CLUBS[1]) for own in people]


def name_entries(slug: str, people: list[list[list[str]]], club: str = "") -> list[int]:
    """Entries with the names given, typed by nobody."""
    tournament = event_of(slug)
    rows = [NewEntry(people=tuple(PersonName(*person) for person in one), club=club) for one in people]
    made = entries.import_entries(actor=make.boss_of(tournament), tournament_id=tournament.pk, rows=rows)
    return [one.pk for one in made]


def arrive(slug: str, entry_ids: list[int], paid: bool) -> None:
    """Those entries come in, and pay where that is so; they are marked at a desk beside the one that is looked at."""
    tournament = event_of(slug)
    where: dict[str, Any] = {"actor": make.boss_of(tournament), "tournament_id": tournament.pk}
    ticks = {"checked_in": True, "fee_paid": True} if paid else {"checked_in": True}
    for entry in entry_ids:
        entries.tick_together(**where, entry_id=entry, ticks=ticks)


def plays(slug: str, email: str, entry: int) -> str:
    """The first person of an entry is that account, no matter who it was before.

    They are called as the account is: people of other events have the same names, and may come to one table with them.
    """
    person = Entry.objects.get(tournament__slug=slug, pk=entry).members.select_related("person").get(position=1).person
    user = account(email)
    known = type(person).objects.filter(user=user).first()
    if known is None:
        person.user, person.family_name = user, user.name[:60]
        person.save(update_fields=["user", "family_name"])
    else:
        Entry.objects.get(pk=entry).members.filter(position=1).update(person=known)
    return str(person)


def give_pass(slug: str, entry: int) -> dict[str, Any]:
    """A new pass of an entry: what stands on its slip."""
    tournament = event_of(slug)
    one = event_passes.renew_pass(actor=make.boss_of(tournament), tournament_id=tournament.pk, entry_id=entry)
    return {"secret": one.secret, "pin": one.pin, "number": one.event_pass.entry.number}


def go_on(slug: str, to: str) -> dict[str, Any]:
    """Bring an open event to drawn or called."""
    tournament = make.drawn(event_of(slug), seed=LOTS)
    if to == "called":
        make.called(tournament)
    return described(make.fresh(tournament))


def table_of(slug: str, number: int) -> Table:
    return Table.objects.select_related("tournament").get(tournament__slug=slug, number=number)


def play(slug: str, number: int, winner: int = 0) -> None:
    """A finished match."""
    make.play(table_of(slug, number), winner)


def write_deals(slug: str, number: int, deals: list[dict[str, Any]], line: int | None = None) -> None:
    """Deals at a table, written by an organiser or by one of its lines."""
    table = table_of(slug, number)
    actor = make.boss_of(table.tournament)
    if line is not None:
        actor = type(actor)(line=line, label="AB"[line])
    scoresheets.enter_score(
        actor=actor,
        tournament_id=table.tournament_id,
        table_id=table.pk,
        seen=table.version,
        content={"games": [{"deals": deals, "time_called": False}], "forfeit": None},
    )


def finish_as_line(slug: str, number: int, line: int, winner: int = 0) -> None:
    """A finished match that one line wrote and the other has not answered."""
    table = table_of(slug, number)
    actor = type(make.boss_of(table.tournament))(line=line, label="AB"[line])
    make.play(table, winner, actor=actor)


def write_papers(
    slug: str,
    number: int,
    papers: list[str],
    tiebreaks: Sequence[str] = (),
    line: int | None = None,
    time_called: bool = False,
) -> None:
    """Deals as texts (see paper.py), then tie-break deals, written by an organiser or by somebody at the table."""
    table = table_of(slug, number)
    game, rules = registry.game(table.tournament.game), table.tournament.rules
    lines = table.lines.count()
    forms = [paper.form(text, lines) for text in papers]
    forms += [paper.form(text, lines, tiebreak) for tiebreak, text in enumerate(tiebreaks, start=1)]
    actor = make.boss_of(table.tournament)
    if line is not None:
        actor = type(actor)(line=line, label="ABCDEF"[line])
    deals = [game.read_sheet(rules, form) for form in forms]
    scoresheets.enter_score(
        actor=actor,
        tournament_id=table.tournament_id,
        table_id=table.pk,
        seen=table.version,
        content={"games": [{"deals": deals, "time_called": time_called}], "forfeit": None},
    )


def play_tables(slug: str, number: int) -> None:
    """Every table of a round that is called and untouched, to its end: A first, B second."""
    found = Table.objects.filter(tournament__slug=slug, round__number=number, status=Table.Status.CALLED)
    for table in found.order_by("number"):
        write_papers(slug, table.number, paper.plain(table.through))


def dispute(slug: str, number: int, line: int) -> None:
    table = table_of(slug, number)
    actor = type(make.boss_of(table.tournament))(line=line, label="AB"[line])
    scoresheets.dispute_score(actor=actor, tournament_id=table.tournament_id, table_id=table.pk, seen=table.version)


def withdraw(slug: str, entry: int) -> None:
    """Somebody goes home."""
    tournament = event_of(slug)
    actor = make.boss_of(tournament)
    participation.withdraw_entry(actor=actor, tournament_id=tournament.pk, entry_id=entry, reason=words("A casa."))


def fill_place(slug: str) -> int:
    """The first free place is given to the first who may take it; the ruling."""
    tournament = event_of(slug)
    free = replacing.vacancies(tournament)[0]
    ruling = replacing.fill_place(
        actor=make.boss_of(tournament),
        tournament_id=tournament.pk,
        line_id=free.line.pk,
        entry_id=free.candidates[0].entry.pk,
        reason=words("Il terzo."),
    )
    return ruling.pk


def miss(slug: str, number: int, line: int) -> None:
    """Somebody has not come to a table."""
    table = table_of(slug, number)
    boss = make.boss_of(table.tournament)
    lateness.report_missing(actor=boss, tournament_id=table.tournament_id, table_id=table.pk, line=line)


def call_referee(slug: str, number: int) -> None:
    """A table wants the referee."""
    table = table_of(slug, number)
    boss = make.boss_of(table.tournament)
    scoresheets.call_referee(actor=boss, tournament_id=table.tournament_id, table_id=table.pk)


def punish(slug: str, number: int, line: int, kind: str, value: int | None = None) -> int:
    """A penalty for a line; the ruling."""
    table = table_of(slug, number)
    ruling = penalties.give_penalty(
        actor=make.boss_of(table.tournament),
        tournament_id=table.tournament_id,
        kind=kind,
        value=value,
        entry_id=table.lines.get(index=line).entry_id or 0,
        table_id=table.pk,
        reason=words("Segnali al compagno."),
    )
    return ruling.pk


@transaction.atomic
def let_minutes_pass(slug: str, minutes: int) -> None:
    """What was called, started and reported so far is so much longer ago, and what is due comes so much sooner."""
    ago, tables = timedelta(minutes=minutes), Table.objects.filter(tournament__slug=slug)
    tables.update(called_at=F("called_at") - ago)
    Round.objects.filter(tournament__slug=slug).update(clock_started_at=F("clock_started_at") - ago)
    TableLine.objects.filter(table__tournament__slug=slug).update(missing_since=F("missing_since") - ago)
    Deadline.objects.filter(tournament__slug=slug, fired_at__isnull=True).update(due_at=F("due_at") - ago)


def standing(slug: str) -> dict[str, int]:
    """The VP of everybody, by name."""
    return {row.name: row.vp for row in all_standings(event_of(slug))}


def finish(slug: str) -> None:
    """The final standings of an event that is played."""
    tournament = event_of(slug)
    closing.finish_tournament(actor=make.boss_of(tournament), tournament_id=tournament.pk)


def call_round(slug: str, number: int) -> None:
    make.called(event_of(slug), round=number)


def play_round(slug: str, number: int) -> None:
    make.play_round(event_of(slug), number)


def keep_apart(slug: str, name: str, people: int) -> None:
    """The first so many of an event should not meet."""
    tournament = event_of(slug)
    keys = list(tournament.entries.order_by("number").values_list("pk", flat=True)[:people])
    apart.keep_apart(actor=make.boss_of(tournament), tournament_id=tournament.pk, name=name, entries=keys, until=2)


def take_up(slug: str) -> None:
    """This computer has taken the evening up from a stick."""
    sheet, row = reads.last_keys()
    known = {"took": 6.2, "sheet": sheet, "row": row, "events": [(event_of(slug).pk, *reads.counts(event_of(slug)))]}
    home.change(Path(settings.DATA_DIR), resumed=timezone.now().timestamp(), **known)


def record_order(slug: str) -> int:
    """The first of those who are level drew the highest card, and so on; the ruling."""
    tournament = event_of(slug)
    ruling = level.record_order(
        actor=make.boss_of(tournament),
        tournament_id=tournament.pk,
        by="highest_card",
        entry_ids=open_levels(tournament)[0].keys,
    )
    return ruling.pk


def violations(slug: str) -> list[str]:
    """What is wrong with an event by its own records."""
    return [str(each) for each in violations_of(event_of(slug))]


def start_clock(slug: str, number: int = 1, minutes: int = 60) -> None:
    tournament = event_of(slug)
    clocks.start_clock(actor=make.boss_of(tournament), tournament_id=tournament.pk, number=number, minutes=minutes)


def pause_clock(slug: str, number: int = 1) -> None:
    tournament = event_of(slug)
    clocks.pause_clock(actor=make.boss_of(tournament), tournament_id=tournament.pk, number=number)


def resume_clock(slug: str, number: int = 1) -> None:
    tournament = event_of(slug)
    clocks.resume_clock(actor=make.boss_of(tournament), tournament_id=tournament.pk, number=number)


def add_time(slug: str, minutes: int, number: int = 1, table: int | None = None, reason: str = "Una sedia.") -> None:
    """More time for a round, or for the table of that number."""
    tournament = event_of(slug)
    give = {"actor": make.boss_of(tournament), "tournament_id": tournament.pk, "reason": words(reason)}
    if table:
        clocks.add_table_time(**give, table_id=table_of(slug, table).pk, minutes=minutes)
    else:
        clocks.add_time(**give, number=number, minutes=minutes)


def own_clock(slug: str, number: int, minutes: int = 60) -> None:
    """A clock of its own for a table."""
    table = table_of(slug, number)
    clocks.start_table_clock(
        actor=make.boss_of(table.tournament), tournament_id=table.tournament_id, table_id=table.pk, minutes=minutes
    )


def leave_seconds(slug: str, seconds: int, number: int = 1) -> int:
    """As much of the evening has passed that the clock of a round has so many seconds left; its zero, in ms."""
    with writing(event_of(slug).pk) as tournament:
        round_ = Round.objects.get(tournament=tournament, number=number)
        passed = timedelta(minutes=round_.clock_minutes or 0) - timedelta(seconds=seconds)
        round_.clock_started_at = timezone.now() - passed
        round_.clock_added_ms = 0
        round_.save(update_fields=["clock_started_at", "clock_added_ms"])
        deadlines.keep_round(tournament, round_)
    return clock_of_round(round_).due or 0


def line_clocks_run(slug: str, number: int, line: int, minutes: int = 20) -> None:
    """The clocks of the lines of a table, set, and one of them running."""
    table = table_of(slug, number)
    boss = make.boss_of(table.tournament)
    who: dict[str, Any] = {"actor": boss, "tournament_id": table.tournament_id, "table_id": table.pk}
    line_clocks.set_line_clocks(**who, minutes=minutes)
    line_clocks.run_line_clock(**who, line=line)


def grant(slug: str, email: str, role: str, tables: list[int] | None = None) -> int:
    tournament = event_of(slug)
    user = make.with_role(tournament, role, tables=tuple(tables or ()), account=account(email))
    return Membership.objects.get(tournament=tournament, user=user).pk


def commit_draw(slug: str) -> None:
    tournament = event_of(slug)
    draws.prepare_draw(actor=make.boss_of(tournament), tournament_id=tournament.pk)


def draw_in_hall(slug: str, hall: str) -> None:
    """The hall has named its number, and the draw is made."""
    tournament = event_of(slug)
    draw = draws.current_draw(tournament)
    where = {"actor": make.boss_of(tournament), "tournament_id": tournament.pk}
    draws.draw_round(draw_id=draw.pk if draw else 0, hall=hall, **where)


def stay_at_place(slug: str, place: int) -> None:
    """The show of the draw has come to this place, and each place takes hours: a slow look sees none but this one."""
    draw = draws.current_draw(event_of(slug))
    assert draw is not None
    each = timedelta(hours=2)
    places = Entry.objects.filter(tournament__slug=slug, status=Entry.Status.CONFIRMED).count()
    begun = timezone.now() - each * (place - 0.5)
    type(draw).objects.filter(pk=draw.pk).update(drawn_at=begun, shown_at=begun + each * places)


def show_whole(slug: str) -> None:
    tournament = event_of(slug)
    draw = draws.current_draw(tournament)
    where = {"actor": make.boss_of(tournament), "tournament_id": tournament.pk}
    draws.show_whole(draw_id=draw.pk if draw else 0, **where)


def change(slug: str, **fields: Any) -> None:
    tournament = event_of(slug)
    tournaments.update_tournament(actor=make.boss_of(tournament), tournament_id=tournament.pk, **fields)


def look(slug: str) -> dict[str, Any]:
    """The event as the database has it now."""
    return described(event_of(slug))


def versions(slug: str, number: int) -> list[dict[str, Any]]:
    """Every version of a table's sheet."""
    found = Scoresheet.objects.filter(table__tournament__slug=slug, table__number=number).order_by("version")
    return [{"status": one.status, "points": one.outcome.get("points")} for one in found]


def verbs(slug: str) -> list[str]:
    """What the log says was done."""
    return list(AuditEntry.objects.filter(tournament__slug=slug).order_by("pk").values_list("verb", flat=True))


def people(slug: str) -> list[int]:
    """Who plays in an event."""
    return list(Entry.objects.filter(tournament__slug=slug).order_by("pk").values_list("members__person_id", flat=True))


REQUESTS: dict[str, Callable[..., Any]] = {
    each.__name__: each
    for each in (
        log_in,
        sign_in_account,
        event,
        name_entries,
        arrive,
        go_on,
        play,
        write_deals,
        write_papers,
        play_tables,
        finish_as_line,
        dispute,
        call_round,
        play_round,
        keep_apart,
        take_up,
        start_clock,
        grant,
        commit_draw,
        draw_in_hall,
        stay_at_place,
        show_whole,
        change,
        look,
        versions,
        verbs,
        violations,
        record_order,
        people,
        finish,
        withdraw,
        fill_place,
        pause_clock,
        resume_clock,
        add_time,
        own_clock,
        leave_seconds,
        line_clocks_run,
        miss,
        call_referee,
        punish,
        let_minutes_pass,
        standing,
        refused_list,
        sheets,
        webhook,
        society,
        plays,
        give_pass,
        archives,
        passkey,
        addresses_to_confirm,
        speak,
        open_match,
        play_online,
        robots_play,
        leave_match,
        stop_match,
        legal_plays,
        hands,
        open_hand,
    )
}


def main() -> None:
    for line in sys.stdin:
        asked = json.loads(line)
        try:
            said = {"made": REQUESTS[asked["do"]](**asked["with"])}
        except Exception:  # noqa: BLE001 - whatever it was, it is told to the test that asked
            # One test fails, and those after it have their stage.
            said = {"refused": traceback.format_exc()}
        sys.stdout.write(json.dumps(said) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
