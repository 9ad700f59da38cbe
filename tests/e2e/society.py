"""What the stage does beside the tables: accounts, clubs, circuits, invitations, programs, archives that come."""

from datetime import timedelta
from hashlib import sha256
from io import BytesIO
from secrets import token_bytes
from time import time
from typing import Any

from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.mfa.models import Authenticator
from django.contrib.auth import get_user_model
from django.test import Client
from django.utils import timezone
from fido2.cose import ES256
from fido2.utils import websafe_encode
from fido2.webauthn import AttestationObject, AttestedCredentialData, AuthenticatorData

from tests.e2e.wording import mail, words
from tests.tournaments import factories as make
from tournaments.accounts.writes import accounts, invitations, tokens
from tournaments.clubs.writes import clubs
from tournaments.entries.writes.entries import PersonName
from tournaments.events.writes import presets
from tournaments.jobs.writes import event_import, jobs, results
from tournaments.jobs.writes.entry_import import payload_of
from tournaments.models import Club, Job, Tournament
from tournaments.people.writes import merging
from tournaments.people.writes import people as people_of
from tournaments.seasons import writes as circuits
from tournaments.webhooks.writes import keeping, telling

ORGANISER = "ornella@example.org"
A_DAY = 86_400


def account(email: str, password: str | None = None) -> Any:
    """The account of that address, made when there is none."""
    known = mail(email)
    found = get_user_model().objects.filter(email=known).first()
    return found or make.user(known, name=words(email.split("@")[0].capitalize()), password=password)


def event_of(slug: str) -> Tournament:
    return Tournament.objects.get(slug=slug)


def log_in(email: str) -> dict[str, str]:
    """A session of that account, made without the form, by somebody who has just shown who they are."""
    client = Client()
    client.force_login(account(email))
    session = client.session
    session["account_authentication_methods_user"] = str(account(email).pk)
    session["account_authentication_methods"] = [{"method": "password", "reauthenticated": True, "at": time() + A_DAY}]
    session.save()
    return {name: morsel.value for name, morsel in client.cookies.items()}


def sign_in_account(email: str, password: str) -> str:
    """An account that logs in with a password."""
    return str(account(email, password))


def addresses_to_confirm() -> list[str]:
    """The keys of three mailed links: to a new account, to another address, and to that of an account by code only."""
    nora = account("nora@example.org", "x")
    new, _made = EmailAddress.objects.get_or_create(user=nora, email=nora.email, primary=True)
    others = [
        accounts.ask_for_address(account=account(email, password), email=mail(f"altro.{email}"))
        for email, password in (("nino@example.org", "x"), ("nives@example.org", None))
    ]
    return [EmailConfirmationHMAC.create(each).key for each in (new, *others)]


def passkey(email: str, name: str) -> int:
    """A passkey that an account has; nobody holds its other half."""
    half = ES256({1: 2, 3: -7, -1: 1, -2: token_bytes(32), -3: token_bytes(32)})
    data = AuthenticatorData.create(
        sha256(b"localhost").digest(),
        AuthenticatorData.FLAG.UP | AuthenticatorData.FLAG.AT,
        0,
        AttestedCredentialData.create(bytes(16), token_bytes(32), half),
    )
    made = b'{"type":"webauthn.create","challenge":"","origin":"https://localhost"}'
    told = {
        "clientDataJSON": websafe_encode(made),
        "attestationObject": websafe_encode(AttestationObject.create("none", data, {})),
    }
    credential = {"id": "e30", "rawId": "e30", "type": "public-key", "response": told}
    kept = {"name": words(name), "credential": credential}
    return int(Authenticator.objects.create(user=account(email), type=Authenticator.Type.WEBAUTHN, data=kept).pk)


def refused_list(slug: str) -> int:
    """A list of entries that could not be taken, with what was wrong with it."""
    tournament = event_of(slug)
    payload = payload_of([make.names(number) for number in range(1, 4)])
    job = jobs.start(
        jobs.IMPORT, actor=make.boss_of(tournament), tournament_id=tournament.pk, payload=payload, key="refused"
    )
    jobs.run(job.pk)
    return job.pk


def sheets(slug: str) -> dict[str, int]:
    """Spreadsheets that were sent: one that is being read, by nobody, one that was refused and one that was read."""
    event = event_of(slug)
    now = timezone.now()
    refused = {"refusals": [{"code": "workbook_cells", "params": {"cells": 100_000}, "field": "file"}], "more": 0}
    text = "Cognome 1;Nome 1;Cognome 2;Nome 2;Circolo\nBertolotto;Luca;Airola;Anna;Bocciofila Viù\n"
    states: dict[str, dict[str, Any]] = {
        "sheet_reading": {"status": "running", "lease_until": now + timedelta(days=1), "payload": {"file": "x"}},
        "sheet_refused": {"status": "failed", "error": refused, "finished_at": now},
        "sheet_read": {"status": "done", "payload": {"text": text}, "finished_at": now},
    }
    return {
        name: Job.objects.create(
            kind=jobs.LIST, tournament=event, key=f"{slug} {name}", summary={"name": "iscritti.xlsx"}, **values
        ).pk
        for name, values in states.items()
    }


def archives(slug: str, by: str = ORGANISER) -> dict[str, int]:
    """The archive of an event brought here again, and one that is none: the jobs of both."""
    event = event_of(slug)
    actor = make.boss_of(event)
    made = jobs.start(jobs.ARCHIVE, actor=actor, tournament_id=event.pk, payload={"language": "it"}, key="archive")
    jobs.run(made.pk)
    path = results.path_of(Job.objects.get(pk=made.pk).result)
    sent = {"brought": path.read_bytes() if path else b"", "not_brought": b"This is no archive."}
    return {name: _bring(data, by, f"{slug} {name}") for name, data in sent.items()}


def _bring(data: bytes, by: str, key: str) -> int:
    payload = event_import.payload_of(event_import.keep_upload(BytesIO(data)), "it")
    job = jobs.start_own(jobs.EVENT_IMPORT, actor=make.organiser(account(by)), payload=payload, key=key)
    jobs.run(job.pk)
    return job.pk


def webhook(slug: str, path: str = "settebello") -> int:
    """A program that is told of an event, at an address that no test looks up."""
    return _hook(event_of(slug), make.boss_of(event_of(slug)), path)


def _hook(owner: Tournament | Club, actor: Any, path: str) -> int:
    hook = keeping.create_webhook(actor=actor, owner=owner, url=f"https://hooks.example.org/{path}")
    telling.tell()
    return hook.pk


def society(slug: str, by: str = ORGANISER) -> dict[str, Any]:
    """A club with people, of which two are one and two were put together, a circuit, and what is offered."""
    whose, event_ = account(by), event_of(slug)
    actor = make.organiser(whose)
    name = f"{words('Circolo')} di Germagnano"
    others = Club.objects.filter(name__startswith=name).count()
    club = clubs.found_club(actor=actor, name=name + f" {others + 1}" * bool(others), circle=words("Valli di Lanzo"))
    first, second = words("Teppa"), words("Grosso")
    names = ((first, "Rosa Maria"), (first, "Rosamaria"), (second, "Ida Rita"), (second, "Idarita"))
    made = [people_of.add_person(actor=actor, club_id=club.pk, name=PersonName(*name)).pk for name in names]
    merge = merging.merge_people(actor=actor, club_id=club.pk, kept_id=made[2], merged_id=made[3])
    circuit = circuits.create_circuit(
        actor=actor, name=words("Circuito delle Valli"), club=club, description=words("Sei serate.")
    )
    circuits.add_event(actor=actor, circuit_id=circuit.pk, tournament_id=event_.pk)
    circuits.change_season(actor=actor, circuit_id=circuit.pk, scoring="places", best=2)
    offers = [
        invitations.invite(actor=actor, to=to, email="nuovo@example.org", role=role)
        for to, role in ((club, "admin"), (circuit, "owner"), (event_, "referee"))
    ]
    for owner in (club, whose):
        for name, days in (("Il tabellone della sala", 30), ("Il foglio del segretario", None)):
            tokens.make_token(by=actor, owner=owner, name=words(name), scopes=["read", "results"], days=days)
    preset = presets.save_preset(actor=actor, club_id=club.pk, source=event_, name=words("Coppie, un'ora"))
    return {
        "preset": preset.pk,
        "club": club.pk,
        "person": made[0],
        "twin": made[1],
        "merge": merge.pk,
        "circuit": circuit.slug,
        "invitation": offers[2].secret,
        "hook": _hook(club, actor, "circolo"),
    }
