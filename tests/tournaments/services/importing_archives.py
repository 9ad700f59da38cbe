"""Archives of events as an installation makes them, and as somebody might forge them."""

import io
import json
import re
import zipfile
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

from tests.tournaments import factories as make
from tests.tournaments.services import importing_archives as archives
from tournaments.backups.writes import archive as manifest
from tournaments.backups.writes.parts import label, part_name
from tournaments.backups.writes.snapshot import PartSum, checksum
from tournaments.frame.policies import Actor
from tournaments.jobs.writes import event_import, jobs, results
from tournaments.jobs.writes.event_archive import sections
from tournaments.models import Job, Table, Tournament, User

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


def told(data: bytes) -> Any:
    """The rows of an archive without keys, secrets, addresses, and what the import itself has added."""
    rows = archives.parts(data)
    names = {
        "tournaments.entry": lambda row: f"entry {row['number']}",
        "tournaments.table": lambda row: f"table {row['number']}",
        "tournaments.round": lambda row: f"round {row['number']}",
        "tournaments.club": lambda row: f"club {row['name']}",
        "tournaments.person": lambda row: f"person {row['family_name']} {row['given_name']}",
        "tournaments.tournament": lambda row: "event",
    }
    known: dict[tuple[str, int], str] = {}
    for model, name in names.items():
        for row in rows[model]:
            known[model.split(".")[1], row["pk"]] = name(row["fields"])
    for row in rows["tournaments.tableline"]:
        known["line", row["pk"]] = f"{known['table', row['fields']['table']]} {row['fields']['index']}"
    for row in rows["tournaments.scoresheet"]:
        known["sheet", row["pk"]] = f"{known['table', row['fields']['table']]} v{row['fields']['version']}"
    relations = {
        "tournament": "tournament",
        "entry": "entry",
        "table": "table",
        "round": "round",
        "club": "club",
        "person": "person",
        "of": "entry",
        "source": "table",
        "sheet": "sheet",
    }
    untold = {
        "code_generation",
        "code_login",
        "told_seq",
        "entered_by",
        "made_by",
        "decided_by",
        "cancelled_by",
        "actor",
        "circuit",
        "slug",
        "user",
        "merged_into",
        "contact",
    }
    found: dict[str, list[Any]] = {}
    for model, all_rows in rows.items():
        if model in ("tournaments.membership", "tournaments.circuit", "tournaments.auditchain"):
            continue
        for row in all_rows:
            fields = {k: v for k, v in row["fields"].items() if k not in untold}
            for field, target in relations.items():
                if fields.get(field) is not None and field in fields and not isinstance(fields[field], str):
                    fields[field] = known[target, fields[field]]
            inside(model, fields, known)
            found.setdefault(model, []).append(fields)
    found["tournaments.auditentry"] = [
        row
        for row in found["tournaments.auditentry"]
        if row["verb"] not in ("job_started", "event_imported", "closing_sealed")
    ]
    return found


def inside(model: str, fields: dict[str, Any], known: dict[tuple[str, int], str]) -> None:
    """Names in place of the keys inside JSON."""
    if model == "tournaments.draw" and fields["document"]:
        document = fields["document"]
        document["positions"] = [known["entry", key] if key else None for key in document["positions"]]
        for each in document["entrants"]:
            each["key"] = known["entry", each["key"]]
    if model == "tournaments.draw":
        for move in fields["moves"]:
            move["key"], move["because_of_key"] = known["entry", move["key"]], known["entry", move["because_of_key"]]
    if model == "tournaments.deadline":
        kind, number, *rest = fields["key"].split(":")
        fields["key"] = [kind, known["round" if kind == "round" else "table", int(number)], *rest]
    if model == "tournaments.ruling" and fields["kind"] == "replacement":
        details = fields["details"]
        kinds = {"line": "line", "source": "table", "gone": "entry"}
        for name, kind in kinds.items():
            details[name] = known.get((kind, details[name]))


def pages(event: Tournament) -> dict[str, str]:
    """What everybody sees of an event, without the keys of people, entries and draws, and what each answer changes."""
    client, found = make.client_of(), {}
    tables = Table.objects.filter(tournament=event).values_list("number", flat=True)
    for path in (
        "",
        "tabellone/",
        "classifica/",
        "iscritti/",
        "sorteggio/",
        "turni/",
        "regolamento/",
        *(f"tavoli/{n}/" for n in tables),
    ):
        answer = client.get(f"/e/{event.slug}/{path}")
        text = re.sub(r'(csrfmiddlewaretoken" value=|nonce=)"[^"]*"', "", answer.content.decode())
        text = re.sub(r'data-version="\d+"|/(giocatori|dove)/\d+/|/sorteggio/\d+\.json', "", text)
        found[path] = f"{answer.status_code} {text}"
    return found
