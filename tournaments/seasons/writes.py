"""Circuits, their events and how these make a table. The circuit's owner and the event's organiser must both agree."""

from collections.abc import Sequence
from typing import Final

from django.utils.crypto import salted_hmac
from django.utils.text import slugify

from tournaments.clubs.writes import clubs
from tournaments.clubs.writes.clubs import require_own
from tournaments.competition.season.options import SeasonOptions, season_to_json
from tournaments.errors import MissingError, RefusedError
from tournaments.frame.policies import Actor
from tournaments.frame.writes.slugs import save_at_free_slug
from tournaments.frame.writes.transaction import alone, record, writing
from tournaments.games.contract import Json
from tournaments.models import Circuit, CircuitOwner, Club, Tournament

# Reserved words, which are not used as a circuit's address.
RESERVED_SLUGS = frozenset({"nuovo"})
NO_TABLE: Final = "none"
USUAL: Final = SeasonOptions()


def create_circuit(*, actor: Actor, name: str, description: str = "", club: Club | None = None) -> Circuit:
    """Create an empty circuit, owned by its maker; only the administrators of a club may create it under that club."""
    with alone():
        require_own(actor, club)
        name = " ".join(name.split())
        circuit = save_at_free_slug(Circuit(name=name, description=description, club=club), lambda: _free_slug(name))
        if actor.user is not None:
            CircuitOwner.objects.create(circuit=circuit, user=actor.user)
        record(by=actor, verb="circuit_created", target=circuit, tournament=None, after=_circuit_for_log(circuit))
        return circuit


def change_circuit(
    *, actor: Actor, circuit_id: int, name: str, description: str = "", club: Club | None = None
) -> Circuit:
    """Change the name, description or club of a circuit; its address stays."""
    with alone():
        circuit = _lock_circuit(circuit_id)
        if club is not None and club.pk != circuit.club_id:
            require_own(actor, club)
        before = _circuit_for_log(circuit)
        circuit.name, circuit.description, circuit.club = " ".join(name.split()), description, club
        circuit.save(update_fields=["name", "description", "club"])
        record(
            by=actor,
            verb="circuit_changed",
            target=circuit,
            tournament=None,
            before=before,
            after=_circuit_for_log(circuit),
        )
        return circuit


def change_season(
    *,
    actor: Actor,
    circuit_id: int,
    scoring: str,
    points: Sequence[int] = USUAL.points,
    taking_part: int = USUAL.taking_part,
    best: int = USUAL.best,
    minimum: int = USUAL.minimum,
    twice: Sequence[str] = (),
    three_times: Sequence[str] = (),
    lots: bool = False,
) -> Circuit:
    """Say how the evenings of the circuit make a table of persons; ``scoring`` "none" takes the table away.

    With ``lots`` the lot of the circuit decides between persons who are level in everything.
    """
    with alone():
        circuit = _lock_circuit(circuit_id)
        season: dict[str, Json] = {}
        if scoring != NO_TABLE:
            lot = (circuit.season.get("lot") or _lot_of(circuit)) if lots else ""
            options = SeasonOptions(
                scoring, tuple(points), taking_part, best, minimum, tuple(twice), tuple(three_times), lot
            )
            known = set(Tournament.objects.filter(circuit=circuit).values_list("slug", flat=True))
            for field, weighed in (("twice", twice), ("three_times", three_times)):
                for slug in weighed:
                    if slug not in known:
                        raise RefusedError("event_not_in_circuit", field=field, name=slug)
            season = season_to_json(options)
        before, circuit.season = circuit.season, season
        circuit.save(update_fields=["season"])
        record(
            by=actor,
            verb="circuit_season_changed",
            target=circuit,
            tournament=None,
            before={"circuit": circuit.slug, "season": before},
            after={"circuit": circuit.slug, "season": season},
        )
        return circuit


def _lot_of(circuit: Circuit) -> str:
    """Return 16 bytes in hexadecimal digits that are fixed since the circuit was made, and secret until it uses them.

    So nobody can choose and take back until a lot suits (R-SEA-08).
    """
    made = f"{circuit.pk} {circuit.created_at.isoformat()}"
    return salted_hmac("tournaments.seasons.lot", made, algorithm="sha256").hexdigest()[:32]


def add_event(*, actor: Actor, circuit_id: int, tournament_id: int) -> None:
    """Add an event to the circuit; ``actor`` keeps the one and organises the other, so both agree."""
    with writing(tournament_id) as tournament:
        circuit = _lock_circuit(circuit_id)
        if tournament.circuit_id is not None:
            raise RefusedError("event_in_circuit", field="event", name=tournament.name)
        tournament.circuit = circuit
        tournament.save(update_fields=["circuit"])
        record(
            by=actor,
            verb="circuit_joined",
            target=tournament,
            tournament=tournament,
            after={"circuit": circuit.slug, "name": circuit.name},
        )


def remove_event(*, actor: Actor, circuit_id: int, tournament_id: int) -> None:
    """Remove an event from the circuit; the owner of the one or the organiser of the other may do it."""
    with writing(tournament_id) as tournament:
        circuit = _lock_circuit(circuit_id)
        if tournament.circuit_id != circuit.pk:
            raise RefusedError("event_not_in_circuit", name=tournament.name)
        tournament.circuit = None
        tournament.save(update_fields=["circuit"])
        # The table no longer weighs the event.
        circuit.season = {
            name: [each for each in value if each != tournament.slug] if isinstance(value, list) else value
            for name, value in circuit.season.items()
        }
        circuit.save(update_fields=["season"])
        record(
            by=actor,
            verb="circuit_left",
            target=tournament,
            tournament=tournament,
            before={"circuit": circuit.slug, "name": circuit.name},
        )


def remove_owner(*, actor: Actor, circuit_id: int, owner_id: int) -> None:
    """Remove an owner and the invitations they sent; the last owner stays."""
    with alone():
        circuit = _lock_circuit(circuit_id)
        held = CircuitOwner.objects.filter(circuit=circuit, pk=owner_id).select_related("user").first()
        if held is None:
            raise RefusedError("role_missing")
        if not CircuitOwner.objects.filter(circuit=circuit).exclude(pk=held.pk).exists():
            raise RefusedError("last_circuit_owner")
        held.delete()
        clubs.withdraw(held.user, circuit=circuit)
        record(
            by=actor,
            verb="circuit_owner_removed",
            target=held.user,
            tournament=None,
            before={"circuit": circuit.slug, "account": held.user_id},
        )


def _lock_circuit(circuit_id: int) -> Circuit:
    circuit = Circuit.objects.select_for_update(no_key=True, of=("self",)).filter(pk=circuit_id).first()
    if circuit is None:
        raise MissingError
    return circuit


def _free_slug(name: str) -> str:
    """Return a free slug: the name, with a number if it is taken."""
    base = slugify(name)[:60] or "circuito"
    taken = set(Circuit.objects.filter(slug__startswith=base).values_list("slug", flat=True)) | RESERVED_SLUGS
    slug, number = base, 2
    while slug in taken:
        slug, number = f"{base}-{number}", number + 1
    return slug


def _circuit_for_log(circuit: Circuit) -> dict[str, str | int | None]:
    return {
        "slug": circuit.slug,
        "name": circuit.name,
        "description": circuit.description,
        "club": circuit.club_id,
    }
