"""The people of a club: added, renamed, moved to another club. Entries keep the names they were made with."""

from tournaments.clubs.writes.clubs import club_called, hold_events, locked_club, require_own
from tournaments.entries.writes.entries import PersonName, mixed_alphabets, mixes
from tournaments.errors import RefusedError
from tournaments.frame import naming
from tournaments.frame.policies import Actor
from tournaments.frame.writes.transaction import alone, record
from tournaments.models import Club, EntryMember, Person


def add_person(*, actor: Actor, club_id: int, name: PersonName) -> Person:
    """Add a person to the club, or return the member who already has exactly this name."""
    with alone():
        club = locked_club(club_id)
        _require_new(club, name)
        person = Person.objects.create(family_name=name.family_name, given_name=name.given_name, club=club)
        record(by=actor, verb="person_added", target=person, tournament=None, after=person_for_log(person))
        return person


def change_person(*, actor: Actor, club_id: int, person_id: int, name: PersonName, club_name: str) -> Person:
    """Correct a name, or move a person to a club that nobody else runs, or to none with an empty ``club_name``."""
    with alone():
        entered = EntryMember.objects.filter(person=person_id, person__club=club_id)
        hold_events(entered.values_list("entry__tournament_id", flat=True))
        club = locked_club(club_id)
        person = person_of(club, person_id)
        before = person_for_log(person)
        if (person.family_name, person.given_name) != (name.family_name, name.given_name):
            _require_new(club, name, besides=person)
        person.family_name, person.given_name = name.family_name, name.given_name
        called = " ".join(club_name.split())
        joined = club_called(called) if called else None
        if called and joined is None:
            raise RefusedError("club_unknown", field="club", value=called)
        if joined is not None and joined != club:
            require_own(actor, joined)
        person.club = joined
        person.save(update_fields=["family_name", "given_name", "club"])
        record(
            by=actor, verb="person_changed", target=person, tournament=None, before=before, after=person_for_log(person)
        )
        return person


def person_of(club: Club, person_id: int) -> Person:
    """Return a person of the club who was neither merged nor made anonymous; locked until the end."""
    people = Person.objects.select_for_update().filter(
        club=club, pk=person_id, merged_into__isnull=True, anonymised_at__isnull=True
    )
    person = people.first()
    if person is None:
        raise RefusedError("person_missing")
    return person


def fold_names(most: int = 5_000) -> int:
    """Fold the names that the release before this one wrote, while both ran; return how many."""
    done = 0
    for model in (Person, Club):
        for row in model.objects.filter(naming.UNKNOWN).order_by("pk")[:most]:
            field = model._meta.get_field("folded")
            same = {name: getattr(row, name) for name in field.of}
            done += model.objects.filter(naming.UNKNOWN, pk=row.pk, **same).update(folded=field.folded(row))
    return done


def person_for_log(person: Person) -> dict[str, str | int | None]:
    """Return a person as an audit row keeps them."""
    return {
        "person": person.pk,
        "family_name": person.family_name,
        "given_name": person.given_name,
        "club": person.club_id,
    }


def _require_new(club: Club, name: PersonName, besides: Person | None = None) -> None:
    if not name.family_name:
        raise RefusedError("name_missing", field="family_name", where="")
    if mixes(name):
        raise mixed_alphabets(name)
    same = Person.objects.filter(
        naming.rows_called([(name.family_name, name.given_name)]),
        club=club,
        merged_into__isnull=True,
        anonymised_at__isnull=True,
    )
    if besides is not None:
        same = same.exclude(pk=besides.pk)
    if any(person.key == name.key for person in same):
        full = f"{name.given_name} {name.family_name}".strip()
        raise RefusedError("person_exists", field="family_name", name=full, club=club.name)
