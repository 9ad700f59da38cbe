"""Who is who on the stage: thirteen people and nine programs, each with what is their own."""

import time
from base64 import urlsafe_b64encode
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import timedelta
from functools import cache
from typing import Any

from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.test import Client
from django.test.client import ClientHandler
from django.urls import reverse
from django.utils import timezone
from fido2.cose import ES256
from fido2.webauthn import AttestationObject, AttestedCredentialData, AuthenticatorData

from tests.tournaments import factories as make
from tests.tournaments.doors.evening import CALLED, HIDDEN, HOME, Evening
from tournaments.accounts.writes import tokens
from tournaments.frame.access import ENTRY_PASSES
from tournaments.frame.policies import SCOPES, Actor
from tournaments.jobs.writes import jobs
from tournaments.models import (
    CircuitOwner,
    Club,
    ClubMembership,
    EntryMember,
    EventPass,
    Membership,
    Person,
    Table,
    User,
)

PASSWORD = "nessun-segreto-42"
# allauth's names for how and when a browser showed who it is, and whose it is.
SHOWN, WHOSE = "account_authentication_methods", "account_authentication_methods_user"


@dataclass(frozen=True, slots=True)
class Somebody:
    """Somebody on the stage: what they are in which evening, and how their browser or program comes in."""

    name: str
    account: User | None = None
    # By the name of the evening: organiser, referee, scorer or line.
    roles: Mapping[str, str] = field(default_factory=dict)
    # The evenings whose club and circuit they run.
    runs: tuple[str, ...] = ()
    scopes: tuple[str, ...] | None = None
    cookies: Mapping[str, str] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    # What is their account's own: a token, a passkey, another browser, an import.
    things: Mapping[str, Any] = field(default_factory=dict)

    @property
    def is_program(self) -> bool:
        return self.scopes is not None

    def client(self) -> Client:
        """A browser as it came in; what an earlier answer left in another one is not in it."""
        client = Client(headers={"accept-language": "it", **self.headers})
        client.handler = _site()
        for name, value in self.cookies.items():
            client.cookies[name] = value
        return client


@cache
def _site() -> ClientHandler:
    """The site behind every browser: its middleware is made once, as a server does it."""
    return ClientHandler(enforce_csrf_checks=False)


def people(home: Evening, hidden: Evening) -> dict[str, Somebody]:
    table = make.tables_of(home.event)[CALLED - 1]
    hall = table.hall_number or 0
    boss, other_boss = (Membership.objects.get(tournament=one.event, role="organiser").user for one in (home, hidden))
    referee, other_referee = (
        make.with_role(one.event, "referee", account=make.user(password=PASSWORD)) for one in (home, hidden)
    )
    scorer = make.with_role(home.event, "scorer", tables=[hall], account=make.user(password=PASSWORD))
    admin, other_admin = (_admin(one) for one in (home, hidden))
    superuser = make.user(name="Sofia", password=PASSWORD)
    superuser.is_superuser = True
    superuser.save()
    player, here = _player(table, 0), {HOME: "organiser", HIDDEN: "organiser"}
    found = [
        Somebody("anonymous"),
        Somebody("player", player, {HOME: "line"}),
        Somebody("opponent", _player(table, 1), {HOME: "line"}),
        Somebody("table_code", None, {HOME: "line"}, cookies=_by_code(home)),
        Somebody("event_pass", None, {HOME: "line"}, cookies=_by_pass(table)),
        Somebody("scorer", scorer, {HOME: "scorer"}),
        Somebody("referee", referee, {HOME: "referee"}),
        Somebody("referee_elsewhere", other_referee, {HIDDEN: "referee"}),
        Somebody("organiser", boss, {HOME: "organiser"}),
        Somebody("organiser_elsewhere", other_boss, {HIDDEN: "organiser"}),
        Somebody("club_admin", admin, {HOME: "organiser"}, (HOME,)),
        Somebody("other_club_admin", other_admin, {HIDDEN: "organiser"}, (HIDDEN,)),
        Somebody("superuser", superuser, here, (HOME, HIDDEN)),
        _program("player's play token", player, {HOME: "line"}, "play"),
        *(
            _program(f"referee's {scope} token", referee, {HOME: "referee"}, scope)
            for scope in ("read", "results", "direct")
        ),
        *(_program(f"organiser's {scope} token", boss, {HOME: "organiser"}, scope) for scope in ("read", "organise")),
        *(
            _program(f"club's {scope} token", home.club, {HOME: "organiser"}, scope)
            for scope in ("read", "organise", "club")
        ),
        # They may do everything, so that the scope alone decides what is opened.
        *(_program(f"superuser's {scope} token", superuser, here, scope, (HOME, HIDDEN)) for scope in SCOPES),
    ]
    things = {account.pk: things_of(account) for account in {one.account for one in found if one.account}}
    return {one.name: _with_own(one, things) for one in found}


def _with_own(one: Somebody, things: Mapping[int, Mapping[str, Any]]) -> Somebody:
    if one.account is None:
        return one
    one = replace(one, things=things[one.account.pk])
    return one if one.is_program else replace(one, cookies=_logged_in(one.account))


def _logged_in(account: User) -> dict[str, str]:
    """A browser that has shown its password a moment ago, however long the cases last."""
    client = Client()
    client.force_login(account)
    session = client.session
    session[WHOSE] = str(account.pk)
    session[SHOWN] = [{"method": "password", "at": time.time() + 86_400, "reauthenticated": True}]
    session.save()
    return {name: morsel.value for name, morsel in client.cookies.items()}


def things_of(account: User, word: str = "") -> dict[str, Any]:
    """A token, a passkey, another browser and an import of an account."""
    by = Actor(user=account, label=str(account))
    session = SessionStore()
    session.create()
    passkey = Authenticator.objects.create(
        user=account, type="webauthn", data={"name": f"telefono {word}", "credential": _credential(account)}
    )
    browser = UserSession.objects.create(
        user=account, session_key=session.session_key, ip="192.0.2.1", user_agent=f"Firefox {word}"
    )
    job = jobs.start_own(jobs.EVENT_IMPORT, actor=by, payload={"name": word}, key="archive", name=f"archivio {word}")
    token = tokens.make_token(by=by, owner=account, name=f"Mio {word}", scopes=["read"]).token
    return {"own_token": token.pk, "passkey": passkey.pk, "session": browser.pk, "import_job": job.pk}


def _credential(account: User) -> dict[str, Any]:
    """What a browser says of a new key, as it is kept."""
    key = ES256({1: 2, 3: -7, -1: 1, -2: b"x" * 32, -3: b"y" * 32})
    held = AttestedCredentialData.create(bytes(16), f"key of {account.pk}".encode(), key)
    flags = AuthenticatorData.FLAG.UP | AuthenticatorData.FLAG.AT
    about = AttestationObject.create("none", AuthenticatorData.create(bytes(32), flags, 0, held), {})

    def written(value: bytes) -> str:
        return urlsafe_b64encode(value).decode().rstrip("=")

    said = b'{"type": "webauthn.create", "challenge": "eA", "origin": "https://testserver"}'
    name = written(held.credential_id)
    response = {"clientDataJSON": written(said), "attestationObject": written(bytes(about))}
    return {"id": name, "rawId": name, "type": "public-key", "response": response}


def _program(
    name: str, owner: User | Club, roles: Mapping[str, str], scope: str, runs: tuple[str, ...] = ()
) -> Somebody:
    made = tokens.make_token(by=Actor(label="x"), owner=owner, name=name, scopes=[scope])
    account = owner if isinstance(owner, User) else None
    runs = runs if account else (HOME,)
    return Somebody(name, account, roles, runs, (scope,), headers={"authorization": f"Bearer {made.key}"})


def _player(table: Table, line: int) -> User:
    """An account of one of the people at that line."""
    account = make.user(password=PASSWORD)
    person = EntryMember.objects.filter(entry=table.lines.get(index=line).entry)[0].person_id
    Person.objects.filter(pk=person).update(user=account)
    return account


def _admin(evening: Evening) -> User:
    account = make.user(name="Amedeo", password=PASSWORD)
    ClubMembership.objects.create(club=evening.club, user=account)
    CircuitOwner.objects.create(circuit=evening.circuit, user=account)
    return account


def _by_code(evening: Evening) -> dict[str, str]:
    """A browser on which a table's code was opened."""
    client = Client()
    answer = client.post(reverse("open_code", args=[evening.event.slug, evening.things["code"]]))
    assert answer.status_code in (302, 303), answer.content
    return {name: morsel.value for name, morsel in client.cookies.items()}


def _by_pass(table: Table) -> dict[str, str]:
    """A browser on which a player's pass was opened last."""
    now = timezone.now()
    made = EventPass.objects.create(
        tournament=table.tournament,
        entry=table.lines.get(index=0).entry,
        secret_hash="s",
        pin_hash="p",
        login="here",
        expires_at=now + timedelta(days=1),
        last_login_at=now,
    )
    session = SessionStore()
    session[ENTRY_PASSES] = [[made.pk, "here"]]
    session.create()
    return {settings.SESSION_COOKIE_NAME: str(session.session_key)}
