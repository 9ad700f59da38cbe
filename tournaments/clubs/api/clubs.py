"""Clubs and their people: read, founded, corrected, put together and taken apart."""

from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.clubs.api.base import OfClub, club_endpoint
from tournaments.clubs.api.club_shapes import (
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
from tournaments.clubs.operations import of_clubs
from tournaments.clubs.reads import clubs
from tournaments.clubs.writes import logos
from tournaments.errors import MissingError
from tournaments.frame.api.declared import endpoint
from tournaments.frame.api.examples import example_answered
from tournaments.frame.api.negotiation import ZipParser
from tournaments.frame.api.pagination import a_page
from tournaments.frame.api.schema import describe, many_of, page_of_shape
from tournaments.frame.operations.operation import Operation
from tournaments.frame.policies import Door, Right
from tournaments.frame.serving.bodies import UPLOAD
from tournaments.people import operations as of_people
from tournaments.people.reads import people

CLUBS, PEOPLE = page_of_shape(ClubShape), page_of_shape(ClubPersonShape)


class Clubs(OfClub):
    """The clubs that are public."""

    door = Door(reads=Right.BROWSE, writes=Right.FOUND_CLUB)
    is_list = True

    @describe(
        "clubs_list",
        "Clubs that somebody runs, or that hold a public event or a circuit; the first that was founded first.",
        answers=CLUBS,
        examples=[a_page(CLUB_EXAMPLE)],
    )
    def get(self, request: Request) -> Response:
        return self.paginate(clubs.public_clubs(), lambda club: club_shape(club, has_logo=club.has_logo))


class OneClub(OfClub):
    """A club."""

    door = Door(reads=Right.SEE_CLUB, writes=Right.MANAGE_CLUB)

    @describe("club", "A club.", answers=ClubShape, examples=[example_answered(CLUB_EXAMPLE)])
    def get(self, request: Request, pk: int) -> Response:
        club, _actor = self.object_and_actor()
        return Response(club_shape(club, has_logo=clubs.has_logo(club)))


def _found_club(asked: Clubs, operation: Operation) -> Response:
    founded = operation.do(asked.actor, {}, asked.body())
    return Response(club_shape(founded, has_logo=False), status=201)


FOUND = endpoint(
    of_clubs.FOUND,
    Clubs,
    _found_club,
    answers=ClubShape,
    status=201,
    examples=[example_answered(CLUB_EXAMPLE, status=201)],
)
CHANGE = club_endpoint(
    of_clubs.CHANGE,
    lambda club: club_shape(club, has_logo=clubs.has_logo(club)),
    ClubShape,
    CLUB_EXAMPLE,
    base=OneClub,
)


class PngParser(ZipParser):
    """The picture as it was sent."""

    media_type = "image/png"


class JpegParser(ZipParser):
    """The same of a photograph."""

    media_type = "image/jpeg"


class LogoParser(ZipParser):
    """A picture of either kind, which says itself what it is: generators of clients know no other body of bytes."""

    media_type = "application/octet-stream"


PICTURES = (LogoParser, PngParser, JpegParser)


class Logo(OfClub):
    """The logo of a club, which is printed on certificates."""

    door = Door(writes=Right.MANAGE_CLUB)
    body_limit = UPLOAD
    parser_classes = [*PICTURES, *OfClub.parser_classes]

    @describe(
        "club_logo_set",
        "Send the logo, as PNG or JPEG of at most 1 MB; what is kept is at most 240 pixels wide and high.",
        takes={each.media_type: OpenApiTypes.BINARY for each in PICTURES},
        answers=ClubShape,
        examples=[example_answered(CLUB_EXAMPLE)],
    )
    def put(self, request: Request, pk: int) -> Response:
        club, actor = self.object_and_actor()
        logos.set_logo(actor=actor, club_id=club.pk, data=request.data if isinstance(request.data, bytes) else b"")
        return Response(club_shape(club, has_logo=True))


LOGO = club_endpoint(of_clubs.REMOVE_LOGO, lambda done: done, None, base=Logo)


class People(OfClub):
    """The people of a club."""

    is_list = True

    @describe(
        "people_list",
        "The people of a club, in the order of their coming.",
        answers=PEOPLE,
        examples=[a_page(PERSON_EXAMPLE)],
    )
    def get(self, request: Request, pk: int) -> Response:
        club, _actor = self.object_and_actor()
        return self.paginate(people.people_of(club), person_shape)


class OnePerson(OfClub):
    """A person of a club."""

    @describe("person", "Somebody of the club.", answers=ClubPersonShape, examples=[example_answered(PERSON_EXAMPLE)])
    def get(self, request: Request, pk: int, person_id: int) -> Response:
        person = people.person(self.object_and_actor()[0], person_id)
        if person is None:
            raise MissingError
        return Response(person_shape(person))


ADD_PERSON = club_endpoint(of_people.ADD, person_shape, ClubPersonShape, PERSON_EXAMPLE, base=People, status=201)
CHANGE_PERSON = club_endpoint(
    of_people.CHANGE, person_shape, ClubPersonShape, PERSON_EXAMPLE, base=OnePerson, there=people.person
)
ANONYMISE = club_endpoint(of_people.ANONYMISE, person_shape, None, there=people.person)


class Merges(OfClub):
    """Merges of people who turned out to be one person."""

    @describe(
        "merges_list",
        "Merges that have not been taken back.",
        answers=many_of(MergeShape),
        examples=[example_answered({"results": [MERGE_EXAMPLE]})],
    )
    def get(self, request: Request, pk: int) -> Response:
        club, _actor = self.object_and_actor()
        return Response({"results": [merge_shape(each) for each in people.merges(club)]})


APART = {**MERGE_EXAMPLE, "undone_at": "2026-11-21T10:15:00+01:00"}
MERGE = club_endpoint(of_people.MERGE, merge_shape, MergeShape, MERGE_EXAMPLE, base=Merges, status=201)
UNDO_MERGE = club_endpoint(of_people.UNDO_MERGE, merge_shape, MergeShape, APART, there=people.merge)
