"""Entries as a program writes them; names are checked as those that are typed at the desk."""

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers

from tournaments.entries.forms.entry_file import MOST_ROWS
from tournaments.entries.writes.entries import NewEntry, PersonName
from tournaments.frame.api.bodies import Body, NameField, SeenBody
from tournaments.frame.operations.inputs import HIGHEST_SEED

MOST_PEOPLE = 12


class SeedField(serializers.IntegerField):
    """A seed; 1 is the best, null is none."""

    def __init__(self, **options: Any) -> None:
        super().__init__(min_value=1, max_value=HIGHEST_SEED, allow_null=True, **options)


class EntryPersonBody(Body):
    """A person by name."""

    family_name = NameField("family", help_text="The name that pages show.")
    given_name = NameField("given", required=False)


class PeopleBody(Body):
    """The people of an entry in their order, and their club."""

    people = EntryPersonBody(many=True, min_length=1, max_length=MOST_PEOPLE)  # type: ignore[call-arg]
    name = NameField("club", required=False, help_text="What a team calls itself: needed in an event of teams only.")
    club = NameField("club", required=False, help_text="The club by name; made where there is none of that name.")


class NamesBody(PeopleBody):
    """The people of an entry as an organiser writes them."""

    circle = NameField("circle", required=False, help_text="The valley or league that the club belongs to.")


class EntryBody(NamesBody):
    """One entry; alone in an event of pairs they look for a partner, a team of three is entered whole."""

    seed = SeedField(required=False, help_text="1 is the best; null: none.")


class EntryCreateBody(EntryBody):
    """One entry; of one that comes late the table that the preview has named."""

    table = serializers.IntegerField(
        min_value=1,
        max_value=2**31 - 1,
        required=False,
        help_text="In a running event: the table of the preview. Where the place is at another by now, it is refused.",
    )


class ListedEntryBody(EntryBody):
    """One entry of a list, with what the list says of it beside its people."""

    contact = serializers.EmailField(max_length=254, allow_blank=True, default="", help_text="The organiser sees it.")
    phone = serializers.CharField(max_length=60, allow_blank=True, default="", help_text="The organiser sees it.")
    is_paid = serializers.BooleanField(default=False, help_text="It has paid what it owes.")
    status = serializers.ChoiceField(
        choices=["", "pending", "waiting"], default="", help_text="To be confirmed, or on the waiting list."
    )


class EntryListBody(Body):
    """A list of entries, taken whole or not at all."""

    entries = ListedEntryBody(many=True, min_length=1, max_length=MOST_ROWS)  # type: ignore[call-arg]


class RenameBody(NamesBody, SeenBody):
    """The corrected names of an entry: as many people as it has; of a team further ones too."""


class SignUpBody(PeopleBody):
    """A player's own entry; alone in an event of pairs they look for a partner, a team of three enters whole."""

    contact = serializers.EmailField(
        max_length=254, allow_blank=True, default="", help_text="For the answer to this entry; the organiser sees it."
    )


def new_entry(data: Mapping[str, Any], where: str = "") -> NewEntry:
    """The entry as the services take it; ``where`` is the place in a list that a refusal names."""
    return NewEntry(
        people=tuple(PersonName(one["family_name"], one["given_name"]) for one in data["people"]),
        club=data["club"],
        name=data["name"],
        circle=data.get("circle", ""),
        seed=data.get("seed"),
        where=where,
        contact=data.get("contact", ""),
        phone=data.get("phone", ""),
        is_paid=data.get("is_paid", False),
        status=data.get("status", ""),
    )


class PreviewBody(Body):
    """The step of an entry that is looked at before it is taken."""

    step = serializers.ChoiceField(choices=["accept", "withdraw", "reinstate"])
