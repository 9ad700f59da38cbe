"""Archives of events as an installation makes them, and as somebody might forge them."""

import io
import json
import zipfile
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

from tests.tournaments import factories as make
from tournaments.models import Job, Tournament, User
from tournaments.policies import Actor
from tournaments.services.backups import manifest
from tournaments.services.backups.checksum import PartSum, checksum
from tournaments.services.backups.parts import label, part_name
from tournaments.services.jobs import event_import, jobs, results
from tournaments.services.jobs.event_archive import sections

Rows = dict[str, list[dict[str, Any]]]


def archive_of(event: Tournament, key: str = "archive", form: str = "zip") -> bytes:
    """The archive of an event, made by the job that organisers start."""
    actor, payload = make.boss_of(event), {"language": "it", "form": form}
    job = jobs.start(jobs.ARCHIVE, actor=actor, tournament_id=event.pk, payload=payload, key=key)
    assert jobs.run(job.pk)
    job.refresh_from_db()
    path = results.path_of(job.result)
    assert path is not None
    return path.read_bytes()


def bring(data: bytes, account: User | None = None, key: str = "one") -> Job:
    """Send an archive and let the job run to its end."""
    account = account or make.user()
    name = event_import.keep_upload(io.BytesIO(data))
    actor = Actor(user=account, label=str(account))
    job = jobs.start_own(jobs.EVENT_IMPORT, actor=actor, payload=event_import.payload_of(name, "en"), key=key)
    jobs.run(job.pk)
    job.refresh_from_db()
    return job


def brought(job: Job) -> Tournament:
    assert job.status == Job.Status.DONE, job.error
    return Tournament.objects.get(slug=job.summary["slug"])


def refusal(job: Job) -> tuple[str, dict[str, Any]]:
    assert job.status == Job.Status.FAILED
    first = job.error["refusals"][0]
    return first["code"], first["params"]


def parts(data: bytes) -> Rows:
    """The rows of an archive by the name of their model."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {
            label(model): [json.loads(line) for line in archive.read(part_name(model)).splitlines()]
            for model in sections(0)
        }


def forged(data: bytes, change: Callable[[Rows], None], **told: Any) -> bytes:
    """The archive with rows that somebody changed, and with every digest counted anew."""
    rows = parts(data)
    change(rows)
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as archive, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        says = json.loads(archive.read(manifest.NAME))
        sums = {}
        for model in sections(0):
            name, found = part_name(model), PartSum()
            lines = [
                (json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n").encode(errors="surrogatepass")
                for row in rows[label(model)]
            ]
            for line in lines:
                found.add(line)
            new.writestr(name, b"".join(lines))
            says["parts"][name] = {"rows": len(lines), "sha256": sha256(b"".join(lines)).hexdigest()}
            sums[model] = found
        says["checksum"] = checksum(sums)
        new.writestr(manifest.NAME, json.dumps({**says, **told}))
    return out.getvalue()


def path_with(data: bytes, folder: Path) -> Path:
    path = folder / "archive.zip"
    path.write_bytes(data)
    return path
