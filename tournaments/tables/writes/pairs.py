"""The pairs of a round in an event with rotating partners: made with its tables, and named as their members are."""

from collections.abc import Collection
from typing import Final

from tournaments.models import Entry, EntryMember, Tournament

BETWEEN: Final = " – "
Pair = tuple[int, int]


def make_pairs(tournament: Tournament, pairs: Collection[Pair]) -> dict[Pair, int]:
    """Make an entry of each two entries, and return its key; they take further numbers of the event."""
    if not pairs:
        return {}
    singles = Entry.objects.in_bulk({key for pair in pairs for key in pair})
    people = dict(EntryMember.objects.filter(entry__in=singles).values_list("entry_id", "person_id"))
    made = [
        Entry(
            tournament=tournament,
            number=number,
            label=_label([singles[key] for key in pair]),
            status=Entry.Status.PAIR,
        )
        for number, pair in enumerate(pairs, tournament.last_entry_number + 1)
    ]
    Entry.objects.bulk_create(made, batch_size=1000)
    EntryMember.objects.bulk_create(
        [
            EntryMember(entry=entry, person_id=people[key], position=position, of_id=key)
            for entry, pair in zip(made, pairs, strict=True)
            for position, key in enumerate(pair, start=1)
        ],
        batch_size=1000,
    )
    tournament.last_entry_number += len(made)
    tournament.save(update_fields=["last_entry_number"])
    return {pair: entry.pk for entry, pair in zip(made, pairs, strict=True)}


def remove_pairs(tournament: Tournament) -> None:
    """Remove the pairs that sit at no table any more, but for those with a penalty, which stays on record."""
    Entry.objects.filter(tournament=tournament, status=Entry.Status.PAIR, lines=None, rulings=None).delete()


def rename_pairs(entry: Entry) -> None:
    """Name the pairs of an entry after its name was corrected; its person may be another one now."""
    pairs = list(Entry.objects.filter(members__of=entry).prefetch_related("members__of"))
    if pairs:
        person = entry.members.values_list("person_id", flat=True)[0]
        EntryMember.objects.filter(of=entry).update(person_id=person)
    for pair in pairs:
        pair.label = _label([entry if each.of_id == entry.pk else each.of or entry for each in pair.members.all()])
        pair.save(update_fields=["label"])


def _label(entries: Collection[Entry]) -> str:
    most = Entry._meta.get_field("label").max_length
    return BETWEEN.join(entry.label for entry in entries)[:most]
