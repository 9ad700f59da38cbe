"""The stage of the fuzz tests: five evenings in every state that an event can be in, a club, a circuit, three callers.

Made through the services as all tests make it; where the services would mail or send, by the models. ``known`` are the
keys that addresses and bodies may name, so that what is made up at random meets things that exist.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256
from typing import Any

from django.utils import timezone

from tests.tournaments import factories as make
from tests.tournaments.api.asking import key_of
from tournaments.accounts.writes import tokens
from tournaments.clubs.writes import clubs
from tournaments.discipline.writes import penalties
from tournaments.frame.policies import Actor, Role
from tournaments.games import registry
from tournaments.jobs.writes import jobs
from tournaments.models import (
    AuditEntry,
    Circuit,
    CircuitOwner,
    Club,
    ClubMembership,
    EntryMember,
    Invitation,
    Person,
    TableLine,
    Tournament,
    User,
    Webhook,
    WebhookDelivery,
)
from tournaments.online.writes.commands import MatchCommand, submit
from tournaments.people.writes import merging
from tournaments.tables.writes import live_opening, scoresheets

Known = Mapping[str, Sequence[Any]]
ROLES = ("referee", "organiser", "anonymous")


@dataclass(frozen=True, slots=True)
class Stage:
    """The keys of the callers, by role, and what each evening, the club and the circuit hold, by their own key."""

    tokens: Mapping[str, str]
    events: Mapping[str, Known]
    clubs: Mapping[Any, Known]
    circuits: Mapping[str, Known]
    others: Known
    hidden: frozenset[str]


def build() -> Stage:
    """Run once, inside a transaction that is rolled back."""
    boss = make.organiser(make.user(name="Ornella"))
    referee = make.user(name="Renato")
    assert boss.user is not None
    club = clubs.found_club(actor=boss, name="Circolo del Settebello")
    circuit = Circuit.objects.create(slug="stagione", name="Stagione", club=club, season={"scoring": "places"})
    CircuitOwner.objects.create(circuit=circuit, user=boss.user)
    events = [_draft(boss), _open(boss), _drawn(boss), _knockout(boss), _tables(boss), _finished(boss)]
    for event in events:
        Tournament.objects.filter(pk=event.pk).update(club=club, circuit=circuit)
        make.with_role(event, Role.REFEREE, account=referee)
        make.with_role(event, Role.SCORER, tables=[1, 2])
        _program(event, boss)
    in_club = _of_club(club, boss)
    own = tokens.make_token(by=boss, owner=boss.user, name="Lettore", scopes=["read"])
    keys = {"referee": key_of(referee), "organiser": key_of(boss.user), "anonymous": ""}
    names = registry.keys()
    others: dict[str, Sequence[Any]] = {
        "games": names,
        "tokens": [own.token.pk],
        "problems": ["invalid", "stale"],
        "preset": [preset for name in names for preset in registry.game(name).presets],
        "matches": [_match(events[3], boss, referee)],
        "replay": [1],
    }
    return Stage(
        keys,
        {event.slug: _in_event(event) for event in events},
        {club.pk: in_club},
        {circuit.slug: _of_circuit(circuit, events)},
        others,
        frozenset(event.slug for event in events if not event.is_public),
    )


def _draft(boss: Actor) -> Tournament:
    return make.knockout(boss, open_=False, entries=6, name="Bozza")


def _open(boss: Actor) -> Tournament:
    return make.knockout(boss, entries=9, name="Aperto", public_sign_up=True, review_sign_ups=True)


def _drawn(boss: Actor) -> Tournament:
    """A draw that the organiser looks at before it is announced."""
    return make.draft(make.knockout(boss, entries=8, name="Sorteggio"))[0]


def _knockout(boss: Actor) -> Tournament:
    """Tables that wait, play, are written, disputed and over, and a penalty that is proposed and one in force."""
    event = make.drawn(make.knockout(boss, entries=16, preset="online_002", name="In gioco"))
    make.called(event)
    tables = make.tables_of(event)
    make.play(tables[0], actor=Actor(line=0, label="1A"))
    played = make.play(tables[1], actor=Actor(line=0, label="2A"))
    scoresheets.dispute_score(
        actor=Actor(line=1, label="2B"), tournament_id=event.pk, table_id=played.pk, seen=played.version, reason="No"
    )
    make.play(tables[2], winner=1)
    make.play(tables[3])
    penalties.give_penalty(
        actor=boss,
        tournament_id=event.pk,
        kind="warning",
        value=None,
        table_id=tables[4].pk,
        reason="Segnali",
        entry_id=tables[4].lines.get(index=1).entry_id or 0,
    )
    return make.fresh(event)


def _match(event: Tournament, boss: Actor, player: User) -> int:
    """An online match whose first card is to be played; the referee of the event also plays in it."""
    table = make.tables_of(event)[6]
    member = EntryMember.objects.filter(entry=table.lines.get(index=0).entry).order_by("position")[0]
    Person.objects.filter(pk=member.person_id).update(user=player)
    match = live_opening.open_table(actor=boss, tournament_id=event.pk, table_id=table.pk)
    for seat in range(len(match.seats)):
        submit(match_id=match.pk, command=MatchCommand("ready", "ready", 1, seat))
    return match.pk


def _tables(boss: Actor) -> Tournament:
    """Elimination tables of the other game: one over, the others in play."""
    event = make.drawn(make.knockout(boss, game="scala40", preset="torneo_003", entries=14, name="Tavoli"))
    return make.called(event)


def _finished(boss: Actor) -> Tournament:
    return make.finished(make.drawn(make.knockout(boss, entries=4, name="Finito")))


def _program(event: Tournament, boss: Actor) -> None:
    """What an organiser leaves lying about: a job, an invitation, a webhook that was told of something."""
    jobs.start("import", actor=boss, tournament_id=event.pk, payload={"rows": []}, key="list", name="Lista")
    later = timezone.now() + timedelta(days=1)
    Invitation.objects.create(
        email="invited@example.org",
        role="referee",
        tournament=event,
        expires_at=later,
        secret_hash=sha256(event.slug.encode()).hexdigest(),
    )
    _told(Webhook.objects.create(tournament=event, url="https://told.example/", since=later), event)


def _told(hook: Webhook, event: Tournament) -> None:
    row = AuditEntry.objects.filter(tournament=event).latest("pk")
    WebhookDelivery.objects.create(webhook=hook, audit_entry=row, payload={"id": row.pk})


def _of_club(club: Club, boss: Actor) -> Known:
    later = timezone.now() + timedelta(days=1)
    ClubMembership.objects.create(club=club, user=make.user(name="Amedeo"))
    people = Person.objects.bulk_create(
        Person(family_name=f"Bianchi{number}", given_name="Ada", club=club) for number in range(4)
    )
    merge = merging.merge_people(actor=boss, club_id=club.pk, kept_id=people[0].pk, merged_id=people[1].pk)
    invited = Invitation.objects.create(
        email="invited@example.org", role="admin", club=club, expires_at=later, secret_hash="c" * 64
    )
    hook = Webhook.objects.create(club=club, url="https://told.example/", since=later)
    _told(hook, Tournament.objects.filter(club=club).latest("pk"))
    return {
        "admins": list(club.memberships.values_list("pk", flat=True)),
        "invitations": [invited.pk],
        "people": [person.pk for person in people],
        "merges": [merge.pk],
        "webhooks": [hook.pk],
        "deliveries": list(hook.deliveries.values_list("pk", flat=True)),
    }


def _of_circuit(circuit: Circuit, events: Sequence[Tournament]) -> Known:
    invited = Invitation.objects.create(
        email="invited@example.org",
        role="owner",
        circuit=circuit,
        secret_hash="d" * 64,
        expires_at=timezone.now() + timedelta(days=1),
    )
    CircuitOwner.objects.create(circuit=circuit, user=make.user(name="Olga"))
    owners = list(CircuitOwner.objects.filter(circuit=circuit).values_list("pk", flat=True))
    return {"events": [event.slug for event in events], "invitations": [invited.pk], "owners": owners}


def _in_event(event: Tournament) -> Known:
    rounds_, tables = event.rounds, event.tables.order_by("number")
    return {
        "tables": list(tables.values_list("number", flat=True)),
        "versions": [1, 2],
        "rounds": list(rounds_.values_list("number", flat=True)),
        "entries": list(event.entries.values_list("pk", flat=True)),
        "jobs": list(event.jobs.values_list("pk", flat=True)),
        "roles": list(event.memberships.values_list("pk", flat=True)),
        "draws": list(event.draws.values_list("pk", flat=True)),
        "penalties": list(event.rulings.values_list("pk", flat=True)),
        "places": list(event.rulings.values_list("pk", flat=True)),
        "webhooks": list(event.webhooks.values_list("pk", flat=True)),
        "deliveries": list(WebhookDelivery.objects.filter(webhook__tournament=event).values_list("pk", flat=True)),
        "invitations": list(event.invitations.values_list("pk", flat=True)),
        "lines": list(TableLine.objects.filter(table__tournament=event).values_list("pk", flat=True)),
    }
