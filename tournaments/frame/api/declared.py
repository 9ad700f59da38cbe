"""End points made from the declarations of operations: the body with its bounds, the door, and the schema."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, TypeAlias, TypeVar

from drf_spectacular.utils import OpenApiExample
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.frame.api.bodies import Body, Nothing, SeenBody, Shape, field_of
from tournaments.frame.api.endpoint import Endpoint
from tournaments.frame.api.schema import describe
from tournaments.frame.operations.inputs import EVENT_VERSION, NOTHING, Input
from tournaments.frame.operations.operation import Operation
from tournaments.frame.policies import Door

Base = TypeVar("Base", bound=Endpoint)
# Does an operation at the target that the address names.
Act: TypeAlias = Callable[..., Response]
METHODS = ("get", "post", "put", "patch", "delete")


def endpoint(
    operation: Operation,
    base: type[Base],
    act: Act,
    *,
    answers: type[Shape] | None = None,
    examples: Sequence[OpenApiExample] = (),
    group: str = "",
    status: int = 200,
) -> type[Base]:
    """Return the endpoint class of ``operation``: a ``base`` that writes with ``act(self, operation, **address)``.

    A ``base`` with another method keeps its own right to read, and its description.
    ``answers`` and ``examples`` describe the response; the operation describes the request.
    """
    takes = body_of(operation.takes)
    example = operation.example or operation.takes.example
    sent = [OpenApiExample(*example, request_only=True)] if example else []

    @describe(
        operation.name,
        operation.summary,
        takes=takes if operation.takes.fields else None,
        answers=answers,
        status=status,
        group=group,
        examples=[*sent, *examples],
    )
    def take(self: Base, request: Request, **address: Any) -> Response:
        return act(self, operation, **address)

    has_more = any(hasattr(base, method) for method in METHODS)
    about, reads = (base.__doc__, base.door.reads) if has_more else (operation.summary, None)
    parts = {"__doc__": about, "door": Door(reads, operation.right), operation.method: take}
    return type(operation.name, (base,), parts)


# Those that other end points use by their class.
_WRITTEN: dict[Input, type[Body]] = {NOTHING: Nothing, EVENT_VERSION: SeenBody}


@cache
def body_of(takes: Input) -> type[Body]:
    """The body with the fields of ``takes``, under its name in the schema."""
    if takes in _WRITTEN:
        return _WRITTEN[takes]
    fields = {each.name: field_of(each, is_partial=takes.is_partial) for each in takes.fields}
    check = {"check": staticmethod(takes.check)} if takes.check else {}
    return type(takes.name, (Body,), {"__doc__": takes.about, **check, **fields})
