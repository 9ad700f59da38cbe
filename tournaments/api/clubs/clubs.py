"""Clubs and their people: read, founded, corrected, put together and taken apart."""

from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.bodies import Body
from tournaments.api.clubs.base import OfClub
from tournaments.api.core.events import a_page
from tournaments.api.declared import body_of, endpoint
from tournaments.api.documents.imports import ZipParser
from tournaments.api.names import NameField
from tournaments.api.organising.examples import answered, sent
from tournaments.api.schema import documented, listed, many_of
from tournaments.api.shapes.clubs import (
    CLUB_EXAMPLE,
    MERGE_EXAMPLE,
    PERSON_EXAMPLE,
    ClubPersonShape,
    ClubShape,
    MergeShape,
    club_shape,
    merge_shape,
    person_shape,
)
from tournaments.errors import MissingError
from tournaments.models import Club, Person
from tournaments.operations import of_clubs
from tournaments.operations.of_clubs import of_club
from tournaments.operations.operation import Operation
from tournaments.policies import Door, Right
from tournaments.selectors import clubs as reading
from tournaments.services.clubs import logos
from tournaments.services.entries.entries import PersonName
from tournaments.services.people import merging, people
from tournaments.services.privacy import privacy
from tournaments.serving.bodies import UPLOAD

MOST_KEY = 2**31 - 1


class PersonBody(Body):
    """What a person is called."""

    family_name = NameField("family")
    given_name = NameField("given", required=False)


class PersonChange(PersonBody):
    """A person's name and club; an empty club means none."""

    club = NameField("club", required=False)


class MergeBody(Body):
    """Who stays, and who turned out to be the same."""

    kept = serializers.IntegerField(min_value=1, max_value=MOST_KEY)
    merged = serializers.IntegerField(min_value=1, max_value=MOST_KEY)


PERSON_SENT = {"family_name": PERSON_EXAMPLE["family_name"], "given_name": PERSON_EXAMPLE["given_name"]}
CLUBS, PEOPLE = listed(ClubShape), listed(ClubPersonShape)


def name_of(body: dict[str, str]) -> PersonName:
    """The name in a body."""
    return PersonName(body["family_name"], body["given_name"])


def person_in(club: Club, person_id: int) -> Person:
    """Somebody of the club."""
    person = reading.person(club, person_id)
    if person is None:
        raise MissingError
    return person


class Clubs(OfClub):
    """The clubs that are public."""

    door = Door(reads=Right.BROWSE, writes=Right.FOUND_CLUB)
    is_list = True

    @documented(
        "clubs_list",
        "Clubs that somebody runs, or that hold a public event or a circuit; the first that was founded first.",
        answers=CLUBS,
        examples=[a_page(CLUB_EXAMPLE)],
    )
    def get(self, request: Request) -> Response:
        return self.listed(reading.public_clubs(), lambda club: club_shape(club, has_logo=club.has_logo))


class OneClub(OfClub):
    """A club."""

    door = Door(reads=Right.SEE_CLUB, writes=Right.MANAGE_CLUB)

    @documented("club", "A club.", answers=ClubShape, examples=[answered(CLUB_EXAMPLE)])
    def get(self, request: Request, pk: int) -> Response:
        club, _actor = self.managed()
        return Response(club_shape(club, has_logo=reading.has_logo(club)))


def _found(asked: Clubs, operation: Operation) -> Response:
    founded = operation.do(asked.actor, {}, asked.taken(body_of(operation.takes)))
    return Response(club_shape(founded, has_logo=False), status=201)


def _change(asked: OneClub, operation: Operation, pk: int) -> Response:
    club, actor = asked.managed()
    changed = operation.do(actor, of_club(club), asked.taken(body_of(operation.takes)))
    return Response(club_shape(changed, has_logo=reading.has_logo(changed)))


FOUND = endpoint(
    of_clubs.FOUND, Clubs, _found, answers=ClubShape, status=201, examples=[answered(CLUB_EXAMPLE, status=201)]
)
CHANGE = endpoint(of_clubs.CHANGE, OneClub, _change, answers=ClubShape, examples=[answered(CLUB_EXAMPLE)])


class PngParser(ZipParser):
    """The picture as it was sent."""

    media_type = "image/png"


class JpegParser(ZipParser):
    """The same of a photograph."""

    media_type = "image/jpeg"


class BytesParser(ZipParser):
    """A picture of either kind, which says itself what it is: generators of clients know no other body of bytes."""

    media_type = "application/octet-stream"


PICTURES = (BytesParser, PngParser, JpegParser)


class Logo(OfClub):
    """The logo of a club, which is printed on certificates."""

    door = Door(writes=Right.MANAGE_CLUB)
    body_limit = UPLOAD
    parser_classes = [*PICTURES, *OfClub.parser_classes]

    @documented(
        "club_logo_set",
        "Send the logo, as PNG or JPEG of at most 1 MB; what is kept is at most 240 pixels wide and high.",
        takes={each.media_type: OpenApiTypes.BINARY for each in PICTURES},
        answers=ClubShape,
        examples=[answered(CLUB_EXAMPLE)],
    )
    def put(self, request: Request, pk: int) -> Response:
        club, actor = self.managed()
        logos.set_logo(actor=actor, club_id=club.pk, data=request.data if isinstance(request.data, bytes) else b"")
        return Response(club_shape(club, has_logo=True))

    @documented("club_logo_remove", "Take the logo away; nothing where there is none.", answers=None)
    def delete(self, request: Request, pk: int) -> Response:
        club, actor = self.managed()
        self.taken()
        logos.remove_logo(actor=actor, club_id=club.pk)
        return Response(status=204)


class People(OfClub):
    """The people of a club."""

    is_list = True

    @documented(
        "people_list",
        "The people of a club, in the order of their coming.",
        answers=PEOPLE,
        examples=[a_page(PERSON_EXAMPLE)],
    )
    def get(self, request: Request, pk: int) -> Response:
        club, _actor = self.managed()
        return self.listed(reading.people_of(club), person_shape)

    @documented(
        "person_add",
        "Add somebody.",
        takes=PersonBody,
        answers=ClubPersonShape,
        status=201,
        examples=[sent(PERSON_SENT), answered(PERSON_EXAMPLE, status=201)],
    )
    def post(self, request: Request, pk: int) -> Response:
        club, actor = self.managed()
        body = self.taken(PersonBody)
        return Response(person_shape(people.add_person(actor=actor, club_id=club.pk, name=name_of(body))), status=201)


class OnePerson(OfClub):
    """Somebody of a club."""

    @documented("person", "Somebody of the club.", answers=ClubPersonShape, examples=[answered(PERSON_EXAMPLE)])
    def get(self, request: Request, pk: int, person_id: int) -> Response:
        club, _actor = self.managed()
        return Response(person_shape(person_in(club, person_id)))

    @documented(
        "person_change",
        "Correct a name, or let somebody go.",
        takes=PersonChange,
        answers=ClubPersonShape,
        examples=[sent({**PERSON_SENT, "club": CLUB_EXAMPLE["name"]}), answered(PERSON_EXAMPLE)],
    )
    def put(self, request: Request, pk: int, person_id: int) -> Response:
        club, actor = self.managed()
        person_in(club, person_id)
        body = self.taken(PersonChange)
        changed = people.change_person(
            actor=actor, club_id=club.pk, person_id=person_id, name=name_of(body), club_name=body["club"]
        )
        return Response(person_shape(changed))


class AnonymousPerson(OfClub):
    """Somebody without an account who asked to be forgotten."""

    door = Door(writes=Right.MANAGE_CLUB)

    @documented("person_anonymise", "Take somebody's names out of everything, for good.", answers=None)
    def post(self, request: Request, pk: int, person_id: int) -> Response:
        club, actor = self.managed()
        person_in(club, person_id)
        self.taken()
        privacy.anonymise_person(actor=actor, club_id=club.pk, person_id=person_id)
        return Response(status=204)


class Merges(OfClub):
    """People who were put together."""

    @documented(
        "merges_list",
        "Merges that have not been taken back.",
        answers=many_of(MergeShape),
        examples=[answered({"results": [MERGE_EXAMPLE]})],
    )
    def get(self, request: Request, pk: int) -> Response:
        club, _actor = self.managed()
        return Response({"results": [merge_shape(each) for each in reading.merges(club)]})

    @documented(
        "people_merge",
        "Put two people together.",
        takes=MergeBody,
        answers=MergeShape,
        status=201,
        examples=[sent({"kept": 71, "merged": 88}), answered(MERGE_EXAMPLE, status=201)],
    )
    def post(self, request: Request, pk: int) -> Response:
        club, actor = self.managed()
        body = self.taken(MergeBody)
        made = merging.merge_people(actor=actor, club_id=club.pk, kept_id=body["kept"], merged_id=body["merged"])
        return Response(merge_shape(made), status=201)


class UndoneMerge(OfClub):
    """A merge that was a mistake."""

    door = Door(writes=Right.MANAGE_CLUB)

    @documented(
        "merge_undo",
        "Take a merge back, exactly or not at all.",
        answers=MergeShape,
        examples=[answered({**MERGE_EXAMPLE, "undone_at": "2026-11-21T10:15:00+01:00"})],
    )
    def post(self, request: Request, pk: int, merge_id: int) -> Response:
        club, actor = self.managed()
        if reading.merge(club, merge_id) is None:
            raise MissingError
        self.taken()
        return Response(merge_shape(merging.undo_merge(actor=actor, club_id=club.pk, merge_id=merge_id)))
