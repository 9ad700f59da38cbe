"""What the endpoints of a club and of a circuit begin with: the object, and what the caller is to it."""

from rest_framework.exceptions import NotAuthenticated

from tournaments.api.endpoint import Endpoint
from tournaments.errors import MissingError
from tournaments.models import Circuit, Club
from tournaments.policies import Actor, Door, Right
from tournaments.selectors import club_access


class OfClub(Endpoint):
    """An endpoint of a club for those who run it."""

    door = Door(reads=Right.MANAGE_CLUB, writes=Right.MANAGE_CLUB)
    group = "clubs"

    def club(self, pk: int) -> tuple[Club, Actor]:
        """The club and what the caller is in it; a stranger who names one that is there is asked who they are."""
        try:
            return club_access.club(self.visitor, pk, self.right)
        except MissingError:
            if not self.caller.is_known and self.right is not Right.SEE_CLUB:
                club_access.club(self.visitor, pk)
                raise NotAuthenticated from None
            raise


class OfCircuit(Endpoint):
    """An endpoint of a circuit for those who keep it."""

    door = Door(reads=Right.MANAGE_CIRCUIT, writes=Right.MANAGE_CIRCUIT)
    group = "circuits"

    def circuit(self, slug: str) -> tuple[Circuit, Actor]:
        """The circuit and what the caller is in it, in the same way."""
        try:
            return club_access.circuit(self.visitor, slug, self.right)
        except MissingError:
            if not self.caller.is_known and self.right is not Right.SEE_CLUB:
                club_access.circuit(self.visitor, slug)
                raise NotAuthenticated from None
            raise
