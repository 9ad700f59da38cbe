"""Who calls an endpoint."""

from dataclasses import dataclass

from tournaments.frame.access import Visitor


@dataclass(frozen=True, slots=True)
class Caller:
    """The visitor behind a call, and the key by which their rate limits and idempotent answers are stored."""

    visitor: Visitor
    key: str

    @property
    def is_known(self) -> bool:
        """Whether it is an account or a club; a stranger may hold passes."""
        return self.visitor.account is not None or self.visitor.club_id is not None
