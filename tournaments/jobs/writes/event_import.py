"""Import an event from its archive: checked as a whole, then written in one transaction, or refused.

What reads, checks and writes an archive is loaded by the first import: no page needs it.
"""

from typing import BinaryIO, Final

from django.db import DataError, IntegrityError
from django.utils.translation import override

from tournaments.errors import RefusedError
from tournaments.frame.policies import Actor, Role
from tournaments.frame.writes.transaction import alone
from tournaments.games.contract import Json
from tournaments.jobs.writes import event_archive, results
from tournaments.jobs.writes.hold import Hold, beating
from tournaments.models import Job

CHUNK: Final = 65_536


def keep_upload(file: BinaryIO) -> str:
    """Store an uploaded archive in the jobs' folder and return its name there; a file that is too big is not stored."""
    with results.new_result(".upload") as (name, kept):
        size = 0
        while chunk := file.read(CHUNK):
            size += len(chunk)
            if size > event_archive.MOST_BYTES:
                raise RefusedError("archive_too_big", field="file", most=event_archive.MOST_BYTES // 1_000_000)
            kept.write(chunk)
    return name


def payload_of(name: str, language: str, *, again: bool = False) -> Json:
    return {"file": name, "language": language, "again": again}


def work(hold: Hold, job: Job) -> None:
    """Read, check and import the event; the archive is deleted whatever the result."""
    from tournaments.jobs.writes.importing import reading, writing

    path = results.path_of(job.payload["file"])
    if path is None:
        raise RefusedError("archive_gone")
    actor = Actor(user=job.made_by, role=Role.ORGANISER, label=str(job.made_by or "-"))
    try:
        with override(job.payload["language"]), reading.open_event_archive(path) as (archive, told):
            total = sum(note.rows for note in told.parts.values())
            # The heartbeat reads no row: while rows are written SQLite has no second writer, and nobody claims the job.
            with beating(hold, 2 * total) as heart:
                rows = writing.read_rows(archive, told, heart.tick)
                with alone():
                    if not job.payload.get("again"):
                        writing.require_new(rows)
                    event = writing.bring(rows, actor=actor, told=told)
                    hold.finish(hold.job(), summary={"slug": event.slug, "event": event.name, "rows": total})
    except (IntegrityError, DataError) as error:
        results.remove(path.name)
        raise RefusedError("archive_rows_refused", field="file") from error
    except RefusedError:
        results.remove(path.name)
        raise
    results.remove(path.name)
