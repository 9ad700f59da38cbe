"""Write the rows of an archive as an event of this installation: new keys, the same moments and history."""

from collections.abc import Sequence
from contextlib import closing
from datetime import datetime
from itertools import islice
from typing import Any, Final

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import JSONField, Model
from django.utils import timezone

from tournaments.backups.verifying.events import violations_of
from tournaments.backups.writes import earlier_money
from tournaments.backups.writes.archive import Archive, Manifest
from tournaments.backups.writes.parts import AnyModel, label
from tournaments.backups.writes.rows import columns
from tournaments.backups.writes.tables import tables_of
from tournaments.clubs.writes import clubs
from tournaments.competition.timing import clock_shift
from tournaments.errors import RefusedError
from tournaments.events.writes.tournaments import RESERVED_SLUGS, free_slug
from tournaments.folding import fold, folded_name
from tournaments.frame.policies import Actor
from tournaments.frame.writes import seals
from tournaments.frame.writes.transaction import record
from tournaments.games import registry
from tournaments.jobs.writes.importing import checking, reading
from tournaments.jobs.writes.importing.keys import Keys
from tournaments.models import (
    AuditChain,
    AuditEntry,
    Circuit,
    Club,
    Entry,
    EntryMember,
    Membership,
    Payment,
    Person,
    Receipt,
    Round,
    Table,
    TableLine,
    Tournament,
)
from tournaments.timing.reads import ms_of
from tournaments.timing.writes import downtime

BATCH: Final = 200
MOST_SAID: Final = 5
# Parts that are checked and not imported: roles and circuits are given here, by those who may.
LEFT: Final = (Circuit, Membership)

Rows = dict[AnyModel, list[Any]]


def read_rows(archive: Archive, told: Manifest, tick: Any) -> Rows:
    """Read every row of the archive and check each alone; writes nothing."""
    found, room = Rows(), checking.MemoryLeft()
    for model, lines in reading.parts_of(archive, told):
        with closing(lines):
            found[model] = checking.rows_of(model, lines, room)
        tick(len(found[model]))
    if len(found[Tournament]) != 1 or len(found[AuditChain]) != 1:
        raise RefusedError("archive_not_one", field="file")
    checking.require_stages(found[Tournament][0], found[Round])
    for model in (Payment, Receipt):
        if not tables_of(told).have(model):
            del found[model]
    strangers = {row.pk for row in found[Person]} - {row.person_id for row in found[EntryMember]}
    if strangers:
        raise RefusedError("archive_strangers", field="file", found=len(strangers))
    return found


def require_new(rows: Rows) -> None:
    """Refuse an event that was imported before: one whose log begins with the same row."""
    first = {row.hash for row in rows[AuditEntry] if row.seq == 1}
    here = AuditEntry.objects.filter(seq=1, hash__in=first, tournament__isnull=False).values("tournament")
    if AuditEntry.objects.filter(tournament__in=here, verb="event_imported").exists():
        raise RefusedError("archive_is_here", field="file", name=rows[Tournament][0].name)


def bring(rows: Rows, *, actor: Actor, told: Manifest) -> Tournament:
    """Write the archive as an event of this installation; called inside a write, and refused as a whole.

    The rows are consumed, so that they are not in memory while all of the event is read again.

    The importer organises the event. Nobody else has a role, no account is created, and no code, pass or log-in of the
    other installation works here.
    """
    keys = Keys()
    event: Tournament = rows[Tournament][0]
    chain: AuditChain = rows[AuditChain][0]
    if chain.event != event.pk:
        raise RefusedError("archive_points_nowhere", part=label(AuditChain), to=label(Tournament), key=str(chain.event))
    for model in tuple(rows):
        _bring_part(model, rows.pop(model), keys, actor)
    made = Tournament.objects.get(pk=keys.ours(Tournament, event.pk, Tournament))
    earlier_money.complete(Entry.objects.filter(tournament=made), tables_of(told))
    AuditChain.objects.create(event=made.pk, length=chain.length)
    # Judge every result again, and check the log from its first to its last row.
    said = [str(violation) for violation in islice(violations_of(made, is_ours=False), MOST_SAID)]
    if said:
        raise RefusedError("archive_does_not_hold", field="file", detail=" ".join(said))
    seals.seal_again(made, by=actor)
    if actor.user is not None:
        Membership.objects.create(tournament=made, user=actor.user, role=Membership.Role.ORGANISER)
    record(
        by=actor,
        verb="event_imported",
        target=made,
        tournament=made,
        after={"made_at": told.made_at, "rows": chain.length},
    )
    # As after a gap in service, nobody's clock loses the time between two installations.
    try:
        now = timezone.now()
        moved = clock_shift(ms_of(datetime.fromisoformat(told.made_at)), ms_of(now))
    except ValueError as error:
        raise RefusedError("backup_damaged", field="file", part="made_at") from error
    if moved and made.status == Tournament.Status.RUNNING:
        downtime.move_event(made.pk, moved, now)
    length = AuditChain.objects.values_list("length", flat=True).get(event=made.pk)
    Tournament.objects.filter(pk=made.pk).update(told_seq=length)
    return Tournament.objects.get(pk=made.pk)


def _bring_part(model: AnyModel, rows: Sequence[Any], keys: Keys, actor: Actor) -> None:
    """Write the rows of a part, if it is imported: with their own moments, and keys from the database, in order."""
    if model in LEFT or model is AuditChain:
        return
    if model is Club:
        # A club that has this name here is used, the others are created.
        known = {fold(name): key for key, name in Club.objects.values_list("pk", "name")}
        for club in rows:
            folded = fold(club.name)
            if folded not in known:
                known[folded] = Club.objects.create(name=club.name, circle=club.circle).pk
            keys.learn(Club, club.pk, known[folded])
        return
    for row in rows:
        keys.translate(row)
        _prepare(row, actor)

    theirs = [row.pk for row in rows]
    if theirs != sorted(set(theirs)):
        raise RefusedError("archive_row", part=label(model), row=1, name="id")
    fields: list[Any] = [field for field in columns(model) if not field.primary_key]
    names = ", ".join(f'"{field.column}"' for field in fields)
    connection = connections[DEFAULT_DB_ALIAS]
    for start in range(0, len(rows), BATCH):
        chunk = rows[start : start + BATCH]
        marks = ", ".join(["(" + ", ".join(["%s"] * len(fields)) + ")"] * len(chunk))
        values: list[Any] = []
        for row in chunk:
            for field in fields:
                value = getattr(row, field.attname)
                if value is None and isinstance(field, JSONField) and not field.null:
                    values.append(connection.ops.adapt_json_value(None, field.encoder))
                else:
                    values.append(field.get_db_prep_save(value, connection))
        with connection.cursor() as cursor:
            # The names are those of the model; every value is a parameter.
            statement = f'INSERT INTO "{model._meta.db_table}" ({names}) VALUES {marks} RETURNING id'  # noqa: S608
            cursor.execute(statement, values)
            made = sorted(key for (key,) in cursor.fetchall())
        for row, key in zip(chunk, made, strict=True):
            keys.learn(model, row.pk, key)


def _prepare(row: Model, actor: Actor) -> None:
    """Replace what a row may not bring: a taken slug, a club that others run, and every secret.

    Mail addresses are dropped, too: the maker of the archive may have put anybody's address there, and those who gave
    theirs gave it to the other installation.
    """
    if isinstance(row, Tournament):
        # Lines of JSON come in the order of their names, the rules of an event in that of its preset.
        known = registry.game(row.game).presets[row.preset]
        row.rules = {**{name: row.rules[name] for name in known if name in row.rules}, **row.rules}
        if row.slug in RESERVED_SLUGS or Tournament.objects.filter(slug=row.slug).exists():
            row.slug = free_slug(row.name, row.starts_at)
        club = Club.objects.filter(pk=row.club_id or 0).first()
        row.club_id = club.pk if club is not None and clubs.may_lend(actor, club) else None
    elif isinstance(row, Table):
        row.code_generation += 1
    elif isinstance(row, TableLine):
        row.code_login = ""
    elif isinstance(row, Entry):
        row.contact = row.phone = ""
    elif isinstance(row, Payment):
        row.is_imported = True
    elif isinstance(row, Person):
        row.folded = folded_name(row.family_name, row.given_name)
