"""The people of a club: added, corrected, put together and taken apart, made anonymous."""

from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from tournaments.accounts.writes import privacy
from tournaments.entries.writes.entries import PersonName
from tournaments.frame.operations.inputs import MOST_NUMBER, Input, Number, Text
from tournaments.frame.operations.operation import Operation
from tournaments.frame.policies import Right
from tournaments.models import Person, PersonMerge
from tournaments.people.writes import merging, people

NAMES: Final = (
    Text("family_name", _("Family name"), 60, kind="family"),
    Text("given_name", _("Given name"), 60, required=False, kind="given"),
)
CLUB: Final = Text(
    "club",
    _("Club"),
    120,
    required=False,
    kind="club",
    help=_("Empty: in no club any more."),
)
SENT: Final = {"family_name": "Teppa", "given_name": "Rosa"}


def _add(*, family_name: str, given_name: str, **given: Any) -> Person:
    return people.add_person(name=PersonName(family_name, given_name), **given)


def _change(*, family_name: str, given_name: str, club: str, **given: Any) -> Person:
    return people.change_person(name=PersonName(family_name, given_name), club_name=club, **given)


def _merge(*, kept: int, merged: int, **given: Any) -> PersonMerge:
    return merging.merge_people(kept_id=kept, merged_id=merged, **given)


ADD: Final = Operation(
    name="person_add",
    address="people/",
    summary="Add somebody.",
    right=Right.MANAGE_CLUB,
    service=_add,
    takes=Input("PersonBody", "What a person is called.", NAMES),
    example=("Sent", SENT),
)
CHANGE: Final = Operation(
    name="person_change",
    address="people/<int:person_id>/",
    method="put",
    summary="Correct a name, or let somebody go.",
    right=Right.MANAGE_CLUB,
    service=_change,
    takes=Input("PersonChange", "A person's name and club; an empty club means none.", (*NAMES, CLUB)),
    example=("Sent", {**SENT, "club": "Circolo di Traves"}),
)
ANONYMISE: Final = Operation(
    name="person_anonymise",
    address="people/<int:person_id>/anonymise/",
    summary="Take somebody's names out of everything, for good.",
    right=Right.MANAGE_CLUB,
    service=privacy.anonymise_person,
)
MERGE: Final = Operation(
    name="people_merge",
    address="merges/",
    summary="Put two people together.",
    right=Right.MANAGE_CLUB,
    service=_merge,
    takes=Input(
        "MergeBody",
        "Who stays, and who turned out to be the same.",
        (Number("kept", _("Player"), 1, MOST_NUMBER), Number("merged", _("Player"), 1, MOST_NUMBER)),
    ),
    example=("Sent", {"kept": 71, "merged": 88}),
)
UNDO_MERGE: Final = Operation(
    name="merge_undo",
    address="merges/<int:merge_id>/undo/",
    summary="Take a merge back, exactly or not at all.",
    right=Right.MANAGE_CLUB,
    service=merging.undo_merge,
)
