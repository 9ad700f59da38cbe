"""What the endpoints of a club and of a circuit begin with: the object, and what the caller is to it."""

from collections.abc import Callable
from typing import Any, ClassVar, Generic, TypeVar

from rest_framework.exceptions import NotAuthenticated
from rest_framework.response import Response

from tournaments.clubs.operations.of_clubs import of_club
from tournaments.clubs.reads import club_access
from tournaments.errors import MissingError
from tournaments.frame.api.bodies import Shape
from tournaments.frame.api.declared import endpoint
from tournaments.frame.api.endpoint import Endpoint
from tournaments.frame.api.examples import example_answered
from tournaments.frame.operations.operation import Operation
from tournaments.frame.policies import Actor, Door, Right
from tournaments.models import Circuit, Club

Thing = TypeVar("Thing", Club, Circuit)


class Managed(Endpoint, Generic[Thing]):
    """An endpoint of a club or of a circuit: what finds it, and the name of its key in the address."""

    find: Callable[..., tuple[Thing, Actor]]
    key: ClassVar[str]

    def object_and_actor(self) -> tuple[Thing, Actor]:
        """The object and what the caller is in it; a stranger who names one that is there is asked who they are."""
        key = self.kwargs[self.key]
        try:
            return self.find(self.visitor, key, self.right)
        except MissingError:
            if not self.caller.is_known and self.right is not Right.SEE_CLUB:
                self.find(self.visitor, key)
                raise NotAuthenticated from None
            raise


class OfClub(Managed[Club]):
    """An endpoint of a club for those who run it."""

    door = Door(reads=Right.MANAGE_CLUB, writes=Right.MANAGE_CLUB)
    group, key, find = "clubs", "pk", staticmethod(club_access.club)


class OfCircuit(Managed[Circuit]):
    """An endpoint of a circuit for those who keep it."""

    door = Door(reads=Right.MANAGE_CIRCUIT, writes=Right.MANAGE_CIRCUIT)
    group, key, find = "circuits", "slug", staticmethod(club_access.circuit)


def club_endpoint(
    operation: Operation,
    answer: Callable[[Any], Any],
    shape: type[Shape] | None,
    example: Any = None,
    *,
    base: type[OfClub] = OfClub,
    there: Callable[[Club, int], object] | None = None,
    status: int = 200,
) -> type[OfClub]:
    """Return the endpoint class of an operation at a club, or at something in it: a person, a preset.

    ``answer`` turns the service's result into the body; ``shape`` and ``example`` describe it. Without a shape the
    answer is 204. ``there`` takes the club and a key of the address; where it returns None the answer is 404.
    """

    def act(asked: OfClub, operation: Operation, pk: int, **about: int) -> Response:
        club, actor = asked.object_and_actor()
        if there is not None and any(there(club, key) is None for key in about.values()):
            raise MissingError
        done = operation.do(actor, of_club(club, **about), asked.body())
        return Response(status=204) if shape is None else Response(answer(done), status=status)

    examples = [] if shape is None else [example_answered(example, status=status)]
    return endpoint(operation, base, act, answers=shape, examples=examples, status=status)
