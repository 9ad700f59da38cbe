"""An evening of the stage: an event in play, its club and its circuit, with one of everything that an address names."""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256
from typing import Any

from allauth.account.forms import default_token_generator
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.account.utils import user_pk_to_url_str
from django.utils import timezone

from tests.tournaments import factories as make
from tests.tournaments.services.play import table as at
from tournaments.accounts.writes import event_passes, invitations, tokens
from tournaments.discipline.writes import penalties
from tournaments.events.writes import copying
from tournaments.frame.policies import Actor
from tournaments.jobs.writes import jobs
from tournaments.jobs.writes.results import new_result
from tournaments.models import (
    Circuit,
    CircuitOwner,
    Club,
    ClubLogo,
    ClubMembership,
    ClubPreset,
    Draw,
    EntryMember,
    Job,
    Match,
    Membership,
    Person,
    Ruling,
    Table,
    TableLine,
    Tournament,
    Webhook,
    WebhookDelivery,
)
from tournaments.people.writes import merging
from tournaments.tables.writes import live_opening
from tournaments.tables.writes.codes import code_of

HOME, HIDDEN = "home", "hidden"
CALLED = 1
PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABAQAAAAA3bvkkAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=="
Said = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Evening:
    """An event with one of everything, and the keys of what is in it, by what parameters of addresses mean."""

    name: str
    event: Tournament
    club: Club
    circuit: Circuit
    things: Mapping[str, Any]


def evening(name: str, canary: str) -> Evening:
    """An event in play; with a ``canary`` it is hidden, and every text in it has that word."""

    def said(text: str) -> str:
        return f"{text} {canary}".strip()

    # Clubs and circuits are public pages: their names are no secret.
    club = Club.objects.create(name=f"Circolo {name}")
    ClubLogo.objects.create(club=club, png=PIXEL)
    season = {"scoring": "places"}
    circuit = Circuit.objects.create(slug=f"circuit-{name}", name="Stagione", club=club, season=season)
    boss = make.organiser(make.user(name=said("Ornella")))
    event = make.knockout(
        boss,
        entries=0,
        preset="online_002",
        name=said(f"Torneo {name}"),
        venue=said("Sala"),
        description=said("Testo"),
        prizes=said("Coppa"),
    )
    # An address is told back to anybody who asks for it, so nothing secret is in it.
    Tournament.objects.filter(pk=event.pk).update(club=club, circuit=circuit, slug=f"event-{name}")
    event = make.fresh(event)
    # People of one name are one person: these have names of their own.
    make.with_entries(event, 8, first=100 if canary else 1)
    Person.objects.filter(memberships__entry__tournament=event).update(given_name=said("Gino"))
    event = make.called(make.drawn(make.fresh(event)))
    make.play(make.tables_of(event)[CALLED - 1], actor=Actor(line=0, label=said("1A")))
    event = make.fresh(event)
    things = {
        "match_id": 1,
        "slug": event.slug,
        "event": event.pk,
        "circuit": circuit.slug,
        "club": club.pk,
        "table": CALLED,
        "round": 1,
        "version": 1,
        "what": "entries",
        "form": "csv",
        "game": "scopa",
        "problem": "not_found",
        "name": "verify_draw",
        **_of_event(event, boss, said),
        **_of_table(event, boss, said),
        **_told(event, club, said),
        **_of_club(event, club, circuit, boss, said),
        **_secrets(event, boss, said),
    }
    if canary:
        Tournament.objects.filter(pk=event.pk).update(status=Tournament.Status.DRAFT)
    return Evening(name, make.fresh(event), club, circuit, things)


def _of_event(event: Tournament, boss: Actor, said: Said) -> dict[str, Any]:
    scorer = Membership.objects.create(tournament=event, user=make.user(name=said("Silvia")), role="scorer")
    job = jobs.start("import", actor=boss, tournament_id=event.pk, payload={"rows": []}, key="list", name=said("Lista"))
    with new_result(".csv") as (name, file):
        file.write(said("Nome").encode())
    Job.objects.filter(pk=job.pk).update(status=Job.Status.DONE, result=name)
    sheet = {"tournament": event, "key": f"{event.pk} list", "summary": {"name": said("Foglio")}}
    read = Job.objects.create(kind=jobs.LIST, status=Job.Status.DONE, payload={"text": said("Nome")}, **sheet)
    entry = event.entries.order_by("number")[0]
    invited = _invited(boss, event, "referee", said)
    return {
        "entry": entry.pk,
        "job": job.pk,
        "list_job": read.pk,
        "membership": scorer.pk,
        "draw": Draw.objects.filter(tournament=event)[0].pk,
        "player": EntryMember.objects.filter(entry=entry)[0].person_id,
        "invitation": invited.invitation.pk,
        "invitation_secret": invited.secret,
    }


def _invited(boss: Actor, to: Tournament | Club | Circuit, role: str, said: Said) -> invitations.Offer:
    email = f"{said('invited').replace(' ', '.')}@example.org"
    return invitations.invite(actor=boss, to=to, email=email, role=role)


def _of_table(event: Tournament, boss: Actor, said: Said) -> dict[str, Any]:
    """A warning at a table, and a place of the next round that was given to somebody."""
    table = make.tables_of(event)[CALLED - 1]
    entry = table.lines.get(index=1).entry_id or 0
    penalty = penalties.give_penalty(
        actor=boss,
        tournament_id=event.pk,
        kind="warning",
        value=None,
        table_id=table.pk,
        reason=said("Segnali"),
        entry_id=entry,
    )
    line = TableLine.objects.filter(table__tournament=event, table__status=Table.Status.PLANNED)[0]
    place = Ruling.objects.create(
        tournament=event,
        table=line.table,
        entry_id=entry,
        kind=Ruling.Kind.REPLACEMENT,
        reason=said("Assente"),
        details={"line": line.pk, "source": line.source_id, "place": line.source_place, "gone": None},
    )
    order = Ruling.objects.create(
        tournament=event, kind=Ruling.Kind.LEVEL, cause="highest_card", details={"round": 1, "order": [entry]}
    )
    # Two who sit down for their pairs, so that a code of the table is the code of a seat.
    match = live_opening.open_match(
        game=event.game,
        rules=event.rules,
        seats=[0, 1],
        table=table,
        move_ms=60_000,
        bank_ms=600_000,
        chairs={
            "must_decide": True,
            "lines": 2,
            "through": 1,
            "best_of": 1,
            "absent": [],
            "entries": [line.entry_id for line in table.lines.order_by("index")],
        },
    )
    _with_a_deal(match)
    code = code_of(Table.objects.select_related("tournament").get(pk=table.pk), 0)
    return {
        "penalty": penalty.pk,
        "place": place.pk,
        "order": order.pk,
        "code": code,
        "match": match.pk,
        "deal": 1,
        "plays": 0,
    }


def _with_a_deal(match: Match) -> None:
    """Play the first deal of a match, which everybody who sees the match can see again."""
    lots = random.Random(match.pk)
    at.deal(match)
    while (state := at.live(match).state).deal.number == 1 and not state.is_over:
        at.ask(match, "play", state.turn, lots.choice(list(at.plays(match))))


def _told(event: Tournament, club: Club, said: Said) -> dict[str, Any]:
    """A webhook of the event and one of the club, each told of one thing."""
    found: dict[str, Any] = {}
    row = event.audit_entries.order_by("pk")[0]
    payload = {"event": event.slug, "subject": "results", "what": "score_confirmed", "about": said("T1"), "seq": 1}
    for before, owner in (("", {"tournament": event}), ("club_", {"club": club})):
        host = f"{said('hooks').replace(' ', '-').lower()}.example"
        hook = Webhook.objects.create(**owner, url=f"https://{host}/", since=timezone.now() + timedelta(days=1))
        told = WebhookDelivery.objects.create(webhook=hook, audit_entry=row, payload=payload, tries=[])
        found |= {f"{before}hook": hook.pk, f"{before}delivery": told.pk}
    return found


def _of_club(event: Tournament, club: Club, circuit: Circuit, boss: Actor, said: Said) -> dict[str, Any]:
    """Its people, of which two were put together, its token, its administrator and its circuit's owner."""
    somebody, kept, merged, one, other = (
        Person.objects.create(given_name=said("Gina"), family_name=f"Rossi {letter}", club=club) for letter in "abcde"
    )
    merge = merging.merge_people(actor=boss, club_id=club.pk, kept_id=one.pk, merged_id=other.pk)
    admin = ClubMembership.objects.create(club=club, user=make.user(name=said("Ada")))
    owner = CircuitOwner.objects.create(circuit=circuit, user=make.user(name=said("Olga")))
    preset = ClubPreset.objects.create(club=club, name=said("Coppie"), settings=copying.settings_of(event))
    token = tokens.make_token(by=boss, owner=club, name=said("Lettore"), scopes=["read"]).token
    return {
        "preset": preset.pk,
        "person": somebody.pk,
        "kept": kept.pk,
        "merged": merged.pk,
        "merge": merge.pk,
        "club_membership": admin.pk,
        "owner": owner.pk,
        "club_token": token.pk,
        "club_invitation": _invited(boss, club, "admin", said).invitation.pk,
        "circuit_invitation": _invited(boss, circuit, "owner", said).invitation.pk,
    }


def _secrets(event: Tournament, boss: Actor, said: Said) -> dict[str, Any]:
    """What letters and slips lead to: a pass, a new address, a forgotten password."""
    other_table = make.tables_of(event)[CALLED]
    entry = other_table.lines.get(index=0).entry_id or 0
    issued = event_passes.renew_pass(actor=boss, tournament_id=event.pk, entry_id=entry)
    account = make.user(email=f"{sha256(event.slug.encode()).hexdigest()[:8]}@example.org", name=said("Lia"))
    address = EmailAddress.objects.create(user=account, email=account.email, verified=False, primary=True)
    return {
        "pass_secret": issued.secret,
        "letter_key": EmailConfirmationHMAC(address).key,
        "reset_account": user_pk_to_url_str(account),
        "reset_key": default_token_generator.make_token(account),
    }
