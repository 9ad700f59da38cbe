"""Finished evenings of a club over ten years, for ``bench.years``.

One evening of each season is made through the services: sixteen pairs out of forty, every deal of every match written
down. The others of the season are its rows again, under keys of their own. A copy is as true as the first: the hashes
of a log, the digest of a closing with its seal, and the digest of a draw's list are made of words and numbers and of no
key, and ``verify --deep`` says nothing of any of them.
"""

import sys
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from bench.events import organiser, set_up

YEARS = 10
FIRST = datetime(2016, 9, 2, 19, 0, tzinfo=UTC)
PAIRS, KNOWN = 16, 40
GAME, PRESET = "scopa", "valliadi_2022"
PLAYER = "player@example.org"
STRANGER = "stranger@example.org"
OPERATOR = "operator@example.org"


def build(folder: str, events: int) -> None:
    """Fill an empty installation in ``folder`` with finished events of one club."""
    set_up(folder)
    from django.db import connection, transaction

    from tournaments.clubs.writes import clubs
    from tournaments.models import Person, Tournament, User

    # The folder is thrown away when the machine fails.
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA synchronous=OFF")
    with transaction.atomic():
        actor = organiser()
        for email, name in ((PLAYER, "Piero"), (STRANGER, "Stefania")):
            User.objects.create_user(email, None, name=name)
        User.objects.create_superuser(OPERATOR, None, name="Olga")
        club = clubs.found_club(actor=actor, name="Circolo di Traves")
    pool: Any = None
    seasons = min(YEARS, events)
    for season in range(seasons):
        with transaction.atomic():
            event, pool = _evening(actor, season, club, pool)
            many = len(range(season, events, seasons))
            for number in range(1, many):
                when = event.starts_at + timedelta(days=300) * number / many
                _again(event.pk, f"{event.slug}-{number + 1}", when)
        print(f"season {season + 1}: {Tournament.objects.count()} events", file=sys.stderr, flush=True)
    # Somebody who was there every evening.
    player = Person.objects.get(family_name="Famiglia00", given_name="Ada")
    player.user = User.objects.get(email=PLAYER)
    player.save()
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _evening(actor: Any, number: int, club: Any, pool: Any) -> tuple[Any, Any]:
    """Make the first evening of a season, to its end; ``pool`` has the deals of all evenings, which are dealt once."""
    from tournaments.entries.writes import entries
    from tournaments.entries.writes.entries import NewEntry, PersonName
    from tournaments.events.writes import closing, rounds
    from tournaments.games import registry
    from tournaments.management.demo_deals import DemoPlayer
    from tournaments.management.demo_steps import create, draw, enter
    from tournaments.models import Round
    from tournaments.seasons import writes as seasons

    year = FIRST.year + number
    circuit = seasons.create_circuit(actor=actor, name=f"Stagione {year}-{year + 1}", club=club)
    seasons.change_season(actor=actor, circuit_id=circuit.pk, scoring="places")
    event = create(
        actor,
        f"Serata della stagione {year}-{year + 1}",
        PRESET,
        FIRST.replace(year=year),
        game=GAME,
        venue="Circolo di Traves",
        club=club,
        capacity=PAIRS,
        fee_cents=2000,
        format={"third_place": True},
    )
    seasons.add_event(actor=actor, circuit_id=circuit.pk, tournament_id=event.pk)
    lots = Random(number)
    # The first pair is always there: one of them has an account.
    present = [0, *sorted(lots.sample(range(1, KNOWN), PAIRS - 1))]
    rows = [
        NewEntry(
            (PersonName(f"Famiglia{pair:02}", "Ada"), PersonName(f"Casata{pair:02}", "Ugo")),
            club="Circolo di Traves" if pair % 3 else "Bocciofila di Lanzo",
            is_paid=True,
        )
        for pair in present
    ]
    entries.import_entries(actor=actor, tournament_id=event.pk, rows=rows)
    draw(actor, event, f"evening {number}")
    player = DemoPlayer(registry.playable(GAME), event.rules, number)
    if pool is not None:
        player.__dict__["pool"] = pool
    for round_number in Round.objects.filter(tournament=event).order_by("number").values_list("number", flat=True):
        for table in rounds.announce_round(actor=actor, tournament_id=event.pk, number=round_number):
            deals = player.match()
            # At one table of three a telephone writes deal by deal, each a version of the sheet; the others are typed.
            for count in range(1, len(deals)) if table.number % 3 == 0 else ():
                enter(actor, event, table, [deals[:count]])
            enter(actor, event, table, [deals])
    return closing.finish_tournament(actor=actor, tournament_id=event.pk), player.pool


def _again(event: int, slug: str, when: datetime) -> None:
    """Add the rows of an event once more, under new keys."""
    from django.db import connection

    from tournaments import models

    moved = {models.Tournament: 0, models.Table: 0, models.Entry: 0, models.Round: 0, models.Scoresheet: 0}
    with connection.cursor() as cursor:
        for model, of_event in (
            (models.Tournament, "id"),
            (models.Membership, "tournament_id"),
            (models.Entry, "tournament_id"),
            (models.EntryMember, "entry_id IN (SELECT id FROM tournaments_entry WHERE tournament_id"),
            (models.Payment, "entry_id IN (SELECT id FROM tournaments_entry WHERE tournament_id"),
            (models.Draw, "tournament_id"),
            (models.Round, "tournament_id"),
            (models.Table, "tournament_id"),
            (models.TableLine, "table_id IN (SELECT id FROM tournaments_table WHERE tournament_id"),
            (models.Scoresheet, "table_id IN (SELECT id FROM tournaments_table WHERE tournament_id"),
            (models.Tie, "table_id IN (SELECT id FROM tournaments_table WHERE tournament_id"),
            (models.AuditEntry, "tournament_id"),
        ):
            name = model._meta.db_table
            where = f"{of_event} = {event}" + (")" if "SELECT" in of_event else "")
            # The keys of an event follow each other: it was written alone.
            cursor.execute(f"SELECT (SELECT max(id) FROM {name}) + 1 - min(id) FROM {name} WHERE {where}")
            ((moved[model],),) = cursor.fetchall()
            if moved[model] is None:
                continue
            values = [_copied_value(field, moved[model], moved) for field in model._meta.concrete_fields]
            columns = ", ".join(f'"{field.column}"' for field in model._meta.concrete_fields)
            cursor.execute(
                f"INSERT INTO {name} ({columns}) SELECT {', '.join(values)} FROM {name} WHERE {where} ORDER BY id"
            )
        new = event + moved[models.Tournament]
        cursor.execute(
            "INSERT INTO tournaments_auditchain SELECT %s, length FROM tournaments_auditchain WHERE event = %s",
            [new, event],
        )
    models.Tournament.objects.filter(pk=new).update(slug=slug, starts_at=when)
    draw, shift = models.Draw.objects.get(tournament=new), moved[models.Entry]
    for entrant in draw.document["entrants"]:
        entrant["key"] += shift
    draw.document["positions"] = [key and key + shift for key in draw.document["positions"]]
    draw.save()


def _copied_value(field: Any, own: int, moved: dict[Any, int]) -> str:
    """Return the value of a column in a copy: keys of rows of the event are moved, a slug is changed at the end."""
    if field.primary_key:
        return f'"{field.column}" + {own}'
    if field.is_relation and field.related_model in moved:
        return f'"{field.column}" + {moved[field.related_model]}'
    return "'again'" if field.column == "slug" else f'"{field.column}"'


if __name__ == "__main__":
    build(sys.argv[1], int(sys.argv[2]))
