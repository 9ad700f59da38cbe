"""What the endpoints of a club and of a circuit begin with: the object, and what the caller is to it."""

from collections.abc import Callable
from typing import ClassVar, Generic, TypeVar

from rest_framework.exceptions import NotAuthenticated

from tournaments.api.endpoint import Endpoint
from tournaments.errors import MissingError
from tournaments.models import Circuit, Club
from tournaments.policies import Actor, Door, Right
from tournaments.selectors import club_access

Thing = TypeVar("Thing", Club, Circuit)


class Managed(Endpoint, Generic[Thing]):
    """An endpoint of a club or of a circuit: what finds it, and the name of its key in the address."""

    find: Callable[..., tuple[Thing, Actor]]
    key: ClassVar[str]

    def managed(self) -> tuple[Thing, Actor]:
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
