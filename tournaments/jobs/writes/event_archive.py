"""All data of one event in one file: its rows with their history, as in a backup.

A zip with tables for spreadsheets, or one JSON document for programs. Another installation imports either.
"""

from typing import IO, Final
from zlib import compress

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import override

from tournaments import models
from tournaments.backups.writes import archive as manifest
from tournaments.backups.writes import parts
from tournaments.backups.writes.archive import (
    EVENT,
    LEVEL,
    JsonWriter,
    Manifest,
    PartNote,
    add_file,
    add_part,
    new_archive,
    write_rows,
)
from tournaments.backups.writes.rows import ENCODER
from tournaments.backups.writes.snapshot import PartSum, checksum, snapshot
from tournaments.jobs.reads import spreadsheets
from tournaments.jobs.writes.hold import Heart, Hold, beating
from tournaments.jobs.writes.results import new_result
from tournaments.models import Job, Tournament
from tournaments.online.reads import match_texts

LEFT_OUT = {
    "tournaments.User": "accounts belong to the installation; the log names who did what",
    "tournaments.Job": "belongs to the installation",
    "tournaments.OutboxMessage": "belongs to the installation",
    "tournaments.Pulse": "belongs to the installation",
    "tournaments.ClubMembership": "belongs to the installation",
    "tournaments.PersonMerge": "belongs to the installation",
    "tournaments.CircuitOwner": "belongs to the installation",
    "tournaments.Invitation": "a link to this installation",
    "tournaments.EventPass": "a door of this installation",
    "tournaments.ApiToken": "a door of this installation",
    "tournaments.ApiAnswer": "an answer of this installation",
    "tournaments.Tries": "belongs to the installation",
    "tournaments.Webhook": "belongs to the installation",
    "tournaments.WebhookDelivery": "belongs to the installation",
    "tournaments.Match": "its deals are in the sheets, and as a text; it is played on in this installation only",
    "tournaments.MatchEvent": "the log of a match stays with the match",
    "tournaments.MatchDeadline": "belongs to a match of this installation",
    "tournaments.SeatDevice": "a socket that is open at this moment",
    "tournaments.LiveLease": "a process of this installation",
    "tournaments.DealSecret": "holds cards that nobody may see yet",
}


def sections(event: int) -> dict[parts.AnyModel, Q]:
    """Return the rows of each model that belong to an event."""
    clubs = models.Entry.objects.filter(tournament=event, club__isnull=False).values("club")
    return {
        models.Club: Q(tournaments=event) | Q(pk__in=clubs),
        models.Person: Q(pk__in=models.EntryMember.objects.filter(entry__tournament=event).values("person")),
        models.Circuit: Q(tournaments=event),
        models.Tournament: Q(pk=event),
        models.Membership: Q(tournament=event),
        models.Entry: Q(tournament=event),
        models.EntryMember: Q(entry__tournament=event),
        models.Payment: Q(entry__tournament=event),
        models.Receipt: Q(tournament=event),
        # A seed that is still sealed is in no file: an organiser who knew it could draw in private.
        models.Draw: Q(tournament=event) & ~Q(status=models.Draw.Status.COMMITTED),
        models.Round: Q(tournament=event),
        models.Table: Q(tournament=event),
        models.TableLine: Q(table__tournament=event),
        models.Scoresheet: Q(table__tournament=event),
        models.Tie: Q(table__tournament=event),
        models.Ruling: Q(tournament=event),
        models.Deadline: Q(tournament=event),
        models.AuditChain: Q(pk=event),
        models.AuditEntry: Q(tournament=event),
    }


ZIP, JSON = "zip", "json"
# The largest body that the site accepts; an evening with 1,024 entries is half of it. The text of online matches gets
# the bytes that the rows leave, so that every archive made here can be imported elsewhere.
MOST_BYTES: Final = 2_400_000
# The list of files at the end of a zip, and the remark where the text ends early.
RESERVED: Final = 20_000
Found = dict[parts.AnyModel, tuple[PartNote, PartSum]]


def work(hold: Hold, job: Job) -> None:
    """Write the archive as of one moment of the event, while it goes on."""
    event_id = job.tournament_id or 0
    chosen = sections(event_id)
    total = sum(model._base_manager.filter(rows).count() for model, rows in chosen.items())
    form = job.payload.get("form", ZIP)
    with (
        new_result(f".{form}") as (name, file),
        beating(hold, total) as heart,
        snapshot(),
        override(job.payload["language"]),
    ):
        event = Tournament.objects.get(pk=event_id)
        if form == JSON:
            _write_json(file, event, chosen, heart)
        else:
            _write_zip(file, event, chosen, heart)
    with transaction.atomic():
        hold.finish(hold.job(), result=name, summary={"rows": total})


def _write_zip(file: IO[bytes], event: Tournament, chosen: dict[parts.AnyModel, Q], heart: Heart) -> None:
    with new_archive(file) as archive:
        for name, data in spreadsheets.archive_files(event):
            add_file(archive, name, data)
            heart.tick(0)
        found = {model: add_part(archive, model, rows, heart.tick) for model, rows in chosen.items()}
        told = _archive_manifest(found).to_bytes()
        for name, data in match_texts.texts(event, _room(file, told), _packed_size):
            add_file(archive, name, data)
            heart.tick(0)
        add_file(archive, manifest.NAME, told)


def _write_json(file: IO[bytes], event: Tournament, chosen: dict[parts.AnyModel, Q], heart: Heart) -> None:
    """Write the same rows, and the text of the online matches by line; tables are for spreadsheets."""
    document, found = JsonWriter(file), Found()
    for model, rows in chosen.items():
        with document.part(parts.part_name(model)) as write:
            found[model] = write_rows(write, model, rows, heart.tick)
    told = _archive_manifest(found)
    for name, data in match_texts.texts(event, _room(file, told.to_bytes()), _quoted_size):
        with document.part(name) as write:
            for line in data.decode().splitlines():
                write(ENCODER.encode(line).encode())
    document.end(told)


def _room(file: IO[bytes], told: bytes) -> int:
    """Return the bytes that rows and manifest leave in an archive that can be imported."""
    return MOST_BYTES - file.tell() - len(told) - RESERVED


def _packed_size(text: str) -> int:
    """Return the most bytes of a text in a zip: among others it is shorter."""
    return len(compress(text.encode(), LEVEL))


def _quoted_size(text: str) -> int:
    """Return the bytes of a text as rows of JSON, with the empty line before the next text."""
    return sum(len(ENCODER.encode(line).encode()) + len(",\n") for line in (*text.splitlines(), ""))


def _archive_manifest(found: Found) -> Manifest:
    return Manifest(
        scope=EVENT,
        made_at=timezone.now().isoformat(timespec="seconds"),
        migrations=manifest.migrations_here(),
        checksum=checksum({model: total for model, (_note, total) in found.items()}),
        parts={parts.part_name(model): note for model, (note, _total) in found.items()},
        left_out={**parts.LEFT_OUT, **LEFT_OUT},
    )
