"""Writes the rows of an archive as an event of this installation: new keys, the same moments, the same history."""

from collections.abc import Sequence
from contextlib import closing
from datetime import datetime
from typing import Any, Final

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import JSONField, Model
from django.utils import timezone

from tournaments.competition.timing.gap import moved_by
from tournaments.errors import RefusedError
from tournaments.games import registry
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
    Table,
    TableLine,
    Tournament,
)
from tournaments.policies import Actor
from tournaments.selectors.clocks import ms_of
from tournaments.services.backups import earlier_money
from tournaments.services.backups.archive import Archive
from tournaments.services.backups.manifest import Manifest
from tournaments.services.backups.parts import AnyModel, label
from tournaments.services.backups.rows import columns
from tournaments.services.backups.tables import tables_of
from tournaments.services.clubs import clubs
from tournaments.services.events.tournaments import RESERVED_SLUGS, free_slug
from tournaments.services.jobs.importing import checking, reading
from tournaments.services.jobs.importing.keys import Keys
from tournaments.services.timing import downtime
from tournaments.services.transactions import seals
from tournaments.services.transactions.transaction import record
from tournaments.services.verifying.events import violations_of

BATCH: Final = 200
MOST_SAID: Final = 5
# Parts that are checked and not brought: a role and a circuit are given here, by anybody who may.
LEFT: Final = (Circuit, Membership)

Rows = dict[AnyModel, list[Any]]


def read(archive: Archive, told: Manifest, tick: Any) -> Rows:
    """Every row of the archive, checked by itself; nothing is written."""
    found, room = Rows(), checking.Room()
    for model, lines in reading.parts_of(archive, told):
        with closing(lines):
            found[model] = checking.rows_of(model, lines, room)
        tick(len(found[model]))
    if len(found[Tournament]) != 1 or len(found[AuditChain]) != 1:
        raise RefusedError("archive_not_one", field="file")
    for model in (Payment, Receipt):
        if not tables_of(told).have(model):
            del found[model]
    strangers = {row.pk for row in found[Person]} - {row.person_id for row in found[EntryMember]}
    if strangers:
        raise RefusedError("archive_strangers", field="file", found=len(strangers))
    return found


def require_new(rows: Rows) -> None:
    """Refuse an event that was brought here before: one that began with the same row of the log."""
    first = {row.hash for row in rows[AuditEntry] if row.seq == 1}
    here = AuditEntry.objects.filter(seq=1, hash__in=first, tournament__isnull=False).values("tournament")
    if AuditEntry.objects.filter(tournament__in=here, verb="event_imported").exists():
        raise RefusedError("archive_is_here", field="file", name=rows[Tournament][0].name)


def bring(rows: Rows, *, actor: Actor, told: Manifest) -> Tournament:
    """The event of the archive as one of this installation; called inside a write, and refused as a whole.

    The rows are used up: what is written is not held while all of it is read again.

    The person who brings it organises it. Nobody else has a role, no account is made, and no code, pass or login of the
    other installation opens anything here.
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
    _require_whole(made)
    seals.seal_again(made, by=actor)
    if actor.user is not None:
        Membership.objects.create(tournament=made, user=actor.user, role=Membership.Role.ORGANISER)
    record(
        by=actor, verb="event_imported", target=made, tournament=made,
        after={"made_at": told.made_at, "rows": chain.length},
    )  # fmt: skip
    _move_clocks(made, told.made_at)
    length = AuditChain.objects.values_list("length", flat=True).get(event=made.pk)
    Tournament.objects.filter(pk=made.pk).update(told_seq=length)
    return Tournament.objects.get(pk=made.pk)


def _bring_part(model: AnyModel, rows: Sequence[Any], keys: Keys, actor: Actor) -> None:
    """Write the rows of a part, where it is one that is brought."""
    if model in LEFT or model is AuditChain:
        return
    if model is Club:
        _clubs(rows, keys)
        return
    for row in rows:
        keys.translate(row)
        _prepare(row, actor)
    _insert(model, rows, keys)


def _prepare(row: Model, actor: Actor) -> None:
    """What a row does not bring: an address that is taken, a club that others run, and whatever opens a door.

    Nor who to write to: who made the archive may have put anybody's address there, and those who gave theirs gave it to
    the other installation.
    """
    if isinstance(row, Tournament):
        # Lines of JSON come in the order of their names, the rules of an event in that of its preset.
        known = registry.game(row.game).presets[row.preset]
        row.rules = {**{name: row.rules[name] for name in known if name in row.rules}, **row.rules}
        row.slug = row.slug if _is_free(row.slug) else free_slug(row.name, row.starts_at)
        club = Club.objects.filter(pk=row.club_id or 0).first()
        row.club_id = club.pk if club is not None and clubs.may_lend(actor, club) else None
    elif isinstance(row, Table):
        row.code_generation += 1
    elif isinstance(row, TableLine):
        row.code_login = ""
    elif isinstance(row, Entry):
        row.contact = ""
    elif isinstance(row, Payment):
        row.is_imported = True


def _is_free(slug: str) -> bool:
    return slug not in RESERVED_SLUGS and not Tournament.objects.filter(slug=slug).exists()


def _clubs(found: Sequence[Club], keys: Keys) -> None:
    """A club that is here by its name is that one; another is made."""
    known = {name.casefold(): key for key, name in Club.objects.values_list("pk", "name")}
    new: list[Club] = []
    for club in found:
        theirs, folded = club.pk, club.name.casefold()
        if folded not in known:
            made = Club.objects.create(name=club.name, circle=club.circle)
            known[folded] = made.pk
            new.append(made)
        keys.learn(Club, theirs, known[folded])


def _insert(model: AnyModel, rows: Sequence[Any], keys: Keys) -> None:
    """Write rows with the moments that they have; the database gives the keys, in their order."""
    theirs = [row.pk for row in rows]
    if theirs != sorted(set(theirs)):
        raise RefusedError("archive_row", part=label(model), row=1, name="id")
    fields = [field for field in columns(model) if not field.primary_key]
    names = ", ".join(f'"{field.column}"' for field in fields)
    connection = connections[DEFAULT_DB_ALIAS]
    for start in range(0, len(rows), BATCH):
        chunk = rows[start : start + BATCH]
        marks = ", ".join(["(" + ", ".join(["%s"] * len(fields)) + ")"] * len(chunk))
        values = [_prepared(connection, field, getattr(row, field.attname)) for row in chunk for field in fields]
        with connection.cursor() as cursor:
            # The names are those of the model; every value is a parameter.
            statement = f'INSERT INTO "{model._meta.db_table}" ({names}) VALUES {marks} RETURNING id'  # noqa: S608
            cursor.execute(statement, values)
            made = sorted(key for (key,) in cursor.fetchall())
        for row, key in zip(chunk, made, strict=True):
            keys.learn(model, row.pk, key)


def _prepared(connection: Any, field: Any, value: Any) -> Any:
    if value is None and isinstance(field, JSONField) and not field.null:
        return connection.ops.adapt_json_value(None, field.encoder)
    return field.get_db_prep_save(value, connection)


def _require_whole(event: Tournament) -> None:
    """Judge every result again, and follow the log from its first row to its last: what does not hold is refused."""
    said: list[str] = []
    for violation in violations_of(event, is_ours=False):
        said.append(str(violation))
        if len(said) == MOST_SAID:
            break
    if said:
        raise RefusedError("archive_does_not_hold", field="file", detail=" ".join(said))


def _move_clocks(event: Tournament, made_at: str) -> None:
    """The time between two installations is a gap in service: it costs nobody who plays their own."""
    try:
        moved = moved_by(ms_of(datetime.fromisoformat(made_at)), ms_of(timezone.now()))
    except ValueError as error:
        raise RefusedError("backup_damaged", field="file", part="made_at") from error
    if moved and event.status == Tournament.Status.RUNNING:
        downtime.move_event(event.pk, moved)
