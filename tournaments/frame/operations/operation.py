"""One operation, said once: pages and the API are made from it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from tournaments.frame.operations.inputs import NOTHING, Input
from tournaments.frame.policies import Actor, Right
from tournaments.games.contract import Json
from tournaments.models import Table, Tournament

# The arguments of a service that say what it is about.
Target: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """Something that is done at one target: a table, a round, a penalty, an event, a club, or a circuit.

    name      of the operation in the API: "table_confirm"
    address   of the end point below that of the target: "confirm/"
    summary   one English sentence for the schema
    right     that the actor needs at the target
    service   takes actor and, by name, what names the target, what ``takes`` declares and what ``fixed`` gives
    takes     the input, with its bounds
    example   of a body that is sent: its title and the body; None for that of ``takes``, or where nothing is sent
    fixed     arguments of the service that nobody sends
    require   a check that needs the sheet (``tables.writes.table_sheets``): raises ForbiddenError or RefusedError
    method    of the end point: "put" sets something, "patch" changes parts of it, "delete" takes it away
    keyed     whether the service takes the key of a form, and answers the same key with what it did before
    """

    name: str
    address: str
    summary: str
    right: Right
    service: Callable[..., Any]
    takes: Input = NOTHING
    example: tuple[str, Json] | None = None
    fixed: Mapping[str, Any] = field(default_factory=dict)
    require: Callable[[Actor, Any], None] | None = None
    method: Literal["post", "put", "patch", "delete"] = "post"
    keyed: bool = False

    def do(self, actor: Actor, target: Target, values: Mapping[str, Any], key: str | None = None) -> Any:
        """Do it at ``target`` with checked ``values``; the answer is the service's."""
        more = {"key": key} if self.keyed else {}
        return self.service(actor=actor, **target, **values, **self.fixed, **more)


def named_entries(service: Callable[..., Any]) -> Callable[..., Any]:
    """A service of several entries, which programs and pages name as ``entries``."""

    def of_them(*, entries: Sequence[int] | None = None, **given: Any) -> Any:
        return service(entry_ids=entries, **given)

    return of_them


def at_table(table: Table) -> Target:
    """The ids of a table, as its services take them."""
    return {"tournament_id": table.tournament_id, "table_id": table.pk}


def of_event(event: Tournament, **more: int) -> Target:
    """The ids of an event and of something in it, as its services take them."""
    return {"tournament_id": event.pk, **more}
