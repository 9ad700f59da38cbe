"""Proposals of seeds: by the last event of the club, by its circuit, or by a pasted list."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from django.db.models import QuerySet

from tournaments.guessing import ranking
from tournaments.models import Entry, EntryMember, Tournament

MOST_EVENTS: Final = 60
LEAST_SEEDS: Final = 2


@dataclass(frozen=True, slots=True)
class Proposal:
    """Proposed seeds, best first, and the names without an entry."""

    entries: Sequence[Entry]
    unmatched: Sequence[str]


def playing(event: Tournament) -> list[Entry]:
    """Return the entries that will be drawn, by number."""
    return list(Entry.objects.filter(tournament=event, status=Entry.Status.CONFIRMED).order_by("number"))


def usual_number(entries: int) -> int:
    """Return the usual number of seeds: a quarter of the entries, as a power of two, because seeds separate halves."""
    return max(LEAST_SEEDS, 1 << max(1, (entries // 4).bit_length() - 1))


def last_event(event: Tournament) -> Tournament | None:
    """Return the last finished event of the same club and game."""
    if event.club_id is None:
        return None
    return _finished_events(event).filter(club=event.club_id).order_by("-starts_at", "-pk").first()


def from_event(event: Tournament, source: Tournament) -> Proposal:
    """Propose seeds by the final places of ``source``: the mean of the people's places; absent people count as last."""
    played = _final_places([source.pk])[source.pk]
    ranks = {person: place for person, place, _label in played}
    return _proposal(event, ranks, {person: label for person, _place, label in played})


def from_circuit(event: Tournament) -> Proposal:
    """Propose seeds by the finished events of the circuit: the most places left behind first; one query for places."""
    behind: dict[int, int] = defaultdict(int)
    names: dict[int, str] = {}
    sources = _finished_events(event).filter(circuit=event.circuit_id).order_by("-starts_at", "-pk")
    for played in _final_places(list(sources.values_list("pk", flat=True)[:MOST_EVENTS])).values():
        last = max((place for _person, place, _label in played), default=0)
        for person, place, label in played:
            names.setdefault(person, label)
            behind[person] += last - place
    by_points = sorted(behind, key=lambda person: (-behind[person], person))
    ranks: dict[int, int] = {}
    for number, person in enumerate(by_points, start=1):
        before = by_points[number - 2] if number > 1 else None
        ranks[person] = ranks[before] if before is not None and behind[before] == behind[person] else number
    return _proposal(event, ranks, names)


def from_list(event: Tournament, text: str) -> Proposal:
    """Propose seeds by a list of names, best first."""
    entries = {entry.pk: entry for entry in playing(event)}
    people: dict[int, list[tuple[str, str]]] = defaultdict(list)
    rows = EntryMember.objects.filter(entry__in=entries).order_by("position")
    for entry, family, given in rows.values_list("entry", "person__family_name", "person__given_name"):
        people[entry].append((family, given))
    found = ranking.match_ranking(text, people)
    return Proposal([entries[key] for key in found.order], found.unmatched)


def _finished_events(event: Tournament) -> QuerySet[Tournament]:
    """Return the other finished events of the same game."""
    status = Tournament.Status.FINISHED
    return Tournament.objects.filter(game=event.game, status=status).exclude(pk=event.pk)


def _final_places(sources: Sequence[int]) -> dict[int, list[tuple[int, int, str]]]:
    """Return by event the people with a final place, their place and the name of their entry, best first."""
    rows = EntryMember.objects.filter(entry__tournament__in=sources, entry__final_place__isnull=False)
    rows = rows.order_by("entry__final_place", "entry__number", "position")
    found: dict[int, list[tuple[int, int, str]]] = {source: [] for source in sources}
    for source, person, place, label in rows.values_list(
        "entry__tournament", "person", "entry__final_place", "entry__label"
    ):
        if place is not None:
            found[source].append((person, place, label))
    return found


def _proposal(event: Tournament, ranks: Mapping[int, int], names: Mapping[int, str]) -> Proposal:
    """Return the entries with a ranked person, in order; names without an entry are returned apart."""
    entries = playing(event)
    members: dict[int, list[int]] = defaultdict(list)
    rows = EntryMember.objects.filter(entry__in=[entry.pk for entry in entries])
    for entry, person in rows.values_list("entry", "person"):
        members[entry].append(person)
    last = max(ranks.values(), default=0) + 1
    means = {
        entry.pk: Fraction(sum(ranks.get(person, last) for person in members[entry.pk]), len(members[entry.pk]))
        for entry in entries
        if any(person in ranks for person in members[entry.pk])
    }
    here = {person for people in members.values() for person in people}
    met = {label for person, label in names.items() if person in here}
    unmatched = dict.fromkeys(label for label in names.values() if label not in met)
    chosen = sorted(
        (entry for entry in entries if entry.pk in means), key=lambda entry: (means[entry.pk], entry.number)
    )
    return Proposal(chosen, list(unmatched))
