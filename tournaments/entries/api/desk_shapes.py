"""Entries as the desk sees them: with their people, their contact and what is ticked."""

from typing import Any

from rest_framework import serializers

from tournaments.frame.api.bodies import Shape
from tournaments.models import Entry


class DeskPerson(Shape):
    """Somebody in an entry."""

    id = serializers.IntegerField(source="person_id")
    family_name = serializers.CharField(source="person.family_name")
    given_name = serializers.CharField(source="person.given_name", allow_blank=True)


class DeskEntry(Shape):
    """An entry for those who organise the event."""

    id = serializers.IntegerField(help_text="What the addresses of an entry say.")
    number = serializers.IntegerField(help_text="In the order in which they came, from 1.")
    label = serializers.CharField(help_text="The name on every page.")  # type: ignore[assignment]
    people = DeskPerson(many=True)
    club = serializers.CharField(allow_blank=True)
    circle = serializers.CharField(allow_blank=True)
    seed = serializers.IntegerField(allow_null=True)
    status = serializers.ChoiceField(choices=Entry.Status.values)
    source = serializers.ChoiceField(choices=Entry.Source.values)  # type: ignore[assignment]
    contact = serializers.CharField(allow_blank=True)
    phone = serializers.CharField(allow_blank=True, help_text="Telephone numbers that a list had beside the names.")
    checked_in = serializers.BooleanField()
    fee_paid = serializers.BooleanField(help_text="Nothing more to pay.")
    fee_cents = serializers.IntegerField(allow_null=True, help_text="What it has to pay; null: the fee of the event.")
    fee_reason = serializers.CharField(allow_blank=True, help_text="Why it pays another amount than the fee.")
    is_late = serializers.BooleanField()
    final_place = serializers.IntegerField(allow_null=True)


class MoneyReceipt(Shape):
    """A receipt that was given."""

    number = serializers.IntegerField(help_text="From 1 in its event, without a gap.")
    entry = serializers.IntegerField(source="entry_id")
    cents = serializers.IntegerField()
    made_at = serializers.DateTimeField()


class TakenEntry(Shape):
    """An entry that was taken, with its number and status."""

    id = serializers.IntegerField()
    number = serializers.IntegerField()
    label = serializers.CharField()  # type: ignore[assignment]
    status = serializers.ChoiceField(choices=Entry.Status.values)


class TakenEntries(Shape):
    """The entries of a list that was taken in one call."""

    entries = TakenEntry(many=True)


class LeftOutShape(TakenEntries):
    """Who was left out of the draw, and who came in for them."""

    came_in = TakenEntry(many=True)


def desk_entry(entry: Entry) -> dict[str, Any]:
    """An entry whose people and club are loaded."""
    return DeskEntry.of(
        entry,
        people=[DeskPerson.of(member) for member in entry.members.all()],
        club=entry.club.name if entry.club else "",
        circle=entry.club.circle if entry.club else "",
    )


ENTRY_EXAMPLE = {
    "id": 812,
    "number": 1,
    "label": "Vana – Cargnino",
    "people": [
        {"id": 1501, "family_name": "Vana", "given_name": "Gino"},
        {"id": 1502, "family_name": "Cargnino", "given_name": "Pia"},
    ],
    "club": "Circolo di Traves",
    "circle": "Valli di Lanzo",
    "seed": 1,
    "status": "confirmed",
    "source": "desk",
    "contact": "",
    "phone": "",
    "checked_in": False,
    "fee_paid": False,
    "fee_cents": None,
    "fee_reason": "",
    "is_late": False,
    "final_place": None,
}
