"""What every endpoint is made of: a door, who asks, what was sent, and how a refusal is told."""

from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any, ClassVar, TypeAlias, cast

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.translation import gettext
from django_filters import FilterSet
from rest_framework.exceptions import MethodNotAllowed, NotAuthenticated
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.views import APIView

from tournaments.errors import ForbiddenError, MissingError, RefusedError, StaleVersionError
from tournaments.frame import access
from tournaments.frame.access import Visitor
from tournaments.frame.api import idempotency, pagination
from tournaments.frame.api.bodies import Body, Nothing
from tournaments.frame.api.bounds import too_long
from tournaments.frame.api.callers import Caller
from tournaments.frame.api.headers import BOUNDED, LONGEST, VERSION
from tournaments.frame.api.limits import CallerThrottle
from tournaments.frame.api.negotiation import AlwaysFirst, JsonRenderer, PlainJsonParser
from tournaments.frame.api.problem_codes import PHRASES
from tournaments.frame.api.problems import InvalidError, QueryError, StaleError, UnreadError, answer_to, field_errors
from tournaments.frame.api.schema import HIGHEST_IN_ADDRESS, EndpointSchema
from tournaments.frame.api.stands import stand
from tournaments.frame.policies import OF_ACCOUNTS, Actor, Door, Right
from tournaments.frame.serving.bodies import USUAL, refused_status
from tournaments.frame.writes.transaction import require_version
from tournaments.games.contract import Json
from tournaments.models import Table, Tournament

Answer: TypeAlias = HttpResponseBase
NUL = "\x00"


@cache
def _serializer_for_schema(serializer_class: type[Serializer[Any]]) -> Serializer[Any]:
    """A serializer to look at its fields only, which are many objects to make: one of each class is enough."""
    return serializer_class()


class Endpoint(APIView):
    """An address of the API. Reads, asks for access, calls one service or selector, answers with plain values.

    ``parameters`` describes what a GET takes in its address, ``filters`` what a list is narrowed by; anything else is
    refused. ``withheld`` are fields of an answer that are shown once: a repeated call finds them empty. With
    ``own_transactions`` a call counts guesses, which must stay counted when it refuses; it is done as often as
    it is sent, whatever its key.
    """

    # Each method asks for access by the door.
    permission_classes = ()
    throttle_classes = [CallerThrottle]
    content_negotiation_class = AlwaysFirst
    parser_classes = [PlainJsonParser]
    renderer_classes = [JsonRenderer]
    schema = EndpointSchema()

    door: ClassVar[Door]
    # Known before the method runs: who asks, and the right that the request's method requires.
    caller: Caller
    visitor: Visitor
    right: Right
    parameters: ClassVar[type[Body]] = Nothing
    filters: ClassVar[type[FilterSet] | None] = None
    is_list: ClassVar[bool] = False
    withheld: ClassVar[tuple[str, ...]] = ()
    own_transactions: ClassVar[bool] = False
    body_limit: ClassVar[int] = USUAL
    # What the request's method is described to take.
    takes: type[Serializer[Any]] = Nothing

    @classmethod
    def as_view(cls, **initkwargs: Any) -> Any:
        view = super().as_view(**initkwargs)
        view.door = getattr(cls, "door", Door())  # type: ignore[attr-defined]
        # The body is looked at here, and a refusal is told in JSON.
        view.says_so_itself = True  # type: ignore[attr-defined]
        view.body_limit = cls.body_limit  # type: ignore[attr-defined]
        return view

    # -- who asks, and for what

    @property
    def actor(self) -> Actor:
        """The caller as an actor, where the call is not about one event."""
        account, visitor = self.visitor.account, self.visitor
        label = visitor.label or str(account or "")
        return Actor(user=account, label=label, limits=visitor.limits, club_id=visitor.club_id)

    def event(self, slug: str) -> tuple[Tournament, Actor]:
        """The event and what the caller is in it, or a refusal."""
        try:
            event, actor = access.tournament(self.visitor, slug, self.right)
        except MissingError:
            self._ask_for_token(slug)
            raise
        self.game = event.game
        if self.request.method not in SAFE_METHODS and not self.own_transactions:
            self.hold(event, {})
        return event, actor

    def hold(self, event: Tournament, body: Mapping[str, Any]) -> None:
        """Refuse a write where somebody has written in the event since what the body or ``If-Match`` says was read."""
        try:
            require_version(event.pk, self.expected_version(body))
        except StaleVersionError as refusal:
            now = partial(access.tournament, self.visitor, event.slug, self.right)
            raise self.stale(refusal, lambda: stand(now()[0])) from refusal

    def table(self, slug: str, number: int, *, lines: bool = True) -> tuple[Table, Actor]:
        """The table with its event and lines, and what the caller is at it, or a refusal."""
        try:
            table, actor = access.table(self.visitor, slug, number, self.right, lines=lines)
        except MissingError:
            self._ask_for_token(slug, number)
            raise
        self.game = table.tournament.game
        return table, actor

    def _ask_for_token(self, slug: str, number: int | None = None) -> None:
        """401 rather than 404 where a stranger sees the object and only has not said who they are."""
        if self.caller.is_known or self.right is Right.SEE:
            return
        if number is None:
            access.tournament(self.visitor, slug)
        else:
            access.table(self.visitor, slug, number, lines=False)
        raise NotAuthenticated

    def require_account(self) -> None:
        """For what is about a person: an account, or its token."""
        if self.visitor.account is None:
            if self.caller.is_known:
                raise ForbiddenError
            raise NotAuthenticated

    # -- what was sent

    def body(self) -> dict[str, Any]:
        """The body that the method is described to take, checked; each field that is wrong is told."""
        serializer = self.takes(data=self.request.data, context={"endpoint": self})
        if not serializer.is_valid():
            raise InvalidError(serializer.errors, self.request.data)
        found: dict[str, Any] = serializer.validated_data
        return found

    def expected_version(self, body: Mapping[str, Any]) -> int | None:
        """The version that the caller has seen: ``seen`` of the body, or the header ``If-Match``.

        The header takes the number alone and the ETag of an event's state, which begins with it; "*" asks for nothing.
        What says no version is refused: it would be held against nothing, and nobody would know.
        """
        if body.get("seen") is not None:
            return int(body["seen"])
        stated = self.request.headers.get("If-Match", "").strip()
        if stated in ("", "*"):
            return None
        found = VERSION.fullmatch(stated)
        if found is None:
            raise RefusedError("if_match_unreadable", field="If-Match", value=stated[:60])
        return int(found[1])

    @property
    def query(self) -> dict[str, Any]:
        """The parameters of the address, checked by ``parameters``."""
        return self._asked

    def paginate(
        self, rows: Any, shape: Any = None, order: str = "pk", *, batch: pagination.Batch | None = None
    ) -> Response:
        """A page of ``rows`` narrowed by ``filters``: each as ``shape`` makes it, or all of them as ``batch`` does.

        ``order`` is a field that no two rows share: a cursor between two that are alike would move with what comes in.
        """
        make: pagination.Batch = batch or (lambda found: [shape(row) for row in found])
        return pagination.page(self.request, rows, self.filters, make, order)

    def stale(self, refusal: StaleVersionError, state: Callable[[], Json]) -> StaleError:
        """To be raised where the state of now is told with the refusal: 409 with ``current``, read when it is told."""
        return StaleError(refusal, state)

    # -- how a call goes

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Do what the framework does, but commit a write and its stored answer in one transaction."""
        self.args, self.kwargs, self.game = args, kwargs, ""
        self.request = self.initialize_request(request, *args, **kwargs)
        self.headers = self.default_response_headers
        try:
            method = (self.request.method or "").lower()
            handler = getattr(self, method, None) if method in self.http_method_names else None
            if handler is None:
                raise MethodNotAllowed(self.request.method or "")
            self.initial(self.request, *args, **kwargs)
            handle: Callable[[], Response] = partial(handler, self.request, *args, **kwargs)
            if self.request.method in SAFE_METHODS:
                response = handle()
            elif self.own_transactions:
                response = idempotency.wrong_key(self.request) or handle()
            else:
                response = idempotency.once(self.request, handle, self._answer_to, self.withheld)
        except Exception as error:  # noqa: BLE001 - what is no problem is raised again
            response = self._answer_to(error)
        self.response = self.finalize_response(self.request, response, *args, **kwargs)
        return self.response

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuse a call that its door, its size, its headers or its parameters forbid, before its method runs."""
        status = refused_status(request._request, self)
        if status:
            raise UnreadError(status)
        # It is asked for twice: for its fields, and as it was sent.
        _ = request._request.body
        super().initial(request, *args, **kwargs)
        self.caller = cast(Caller, request.auth)
        self.visitor = self.caller.visitor
        if any(isinstance(value, int) and value > HIGHEST_IN_ADDRESS for value in kwargs.values()):
            raise MissingError
        if request.method == "OPTIONS":
            return
        right, limits = getattr(type(self), "door", Door()).right(request.method or ""), self.visitor.limits
        if right is None:
            # The door does not accept the method.
            raise ForbiddenError
        self.right = right
        if right in OF_ACCOUNTS:
            self.require_account()
        # A token without the scope is told so wherever it asks, and learns of nothing whether it is there.
        if limits is not None and right not in limits:
            raise ForbiddenError
        long = [each for each in BOUNDED if len(request.headers.get(each, "")) > LONGEST]
        if long:
            detail = gettext(PHRASES["invalid_query"])
            raise QueryError([{"field": each, "code": "max_length", "detail": detail} for each in long])
        may_ask = request.method in SAFE_METHODS or request.query_params
        self._asked = self._checked_query(request) if may_ask else {}
        if request.method not in SAFE_METHODS:
            # What cannot be read, or is more than is taken, is refused before anything is looked for.
            _ = request.data
            takes = getattr(getattr(self, (self.request.method or "").lower(), None), "takes", None)
            if isinstance(takes, type) and issubclass(takes, Serializer):
                self.takes = takes
            # One that holds more than its fields take is refused without a look at what it holds.
            too_much = too_long(_serializer_for_schema(self.takes), request.data)
            if too_much:
                raise InvalidError(too_much, request.data)

    def _checked_query(self, request: Request) -> dict[str, Any]:
        """Return the checked query parameters; QueryError for one that is unknown, malformed or given twice."""
        given = request.query_params
        known = set(_serializer_for_schema(self.parameters).fields) if request.method in SAFE_METHODS else set()
        own = set(known)
        if request.method in SAFE_METHODS and self.is_list:
            known |= set(pagination.PARAMETERS) | (set(self.filters.base_filters) if self.filters else set())
        errors: list[dict[str, Json]] = [
            {"field": name[:200], "code": "unknown_parameter", "detail": gettext(PHRASES["unknown_parameter"])}
            for name in given
            if name not in known
        ]
        if errors:
            raise QueryError(errors)
        for name, values in given.lists():
            if any(NUL in value for value in values) or len(values) > 1:
                detail = gettext(PHRASES["invalid_query"])
                raise QueryError([{"field": name, "code": "invalid", "detail": detail}])
        if not own:
            return {}
        read = self.parameters(data={name: given[name] for name in given if name in own})
        if not read.is_valid():
            raise QueryError(field_errors(read.errors, given))
        found: dict[str, Any] = read.validated_data
        return found

    def _answer_to(self, error: Exception) -> Response:
        """The problem document of an error; a fault of the program goes on to anybody who looks after it."""
        try:
            told = answer_to(error, self.game)
        except Exception as other:  # noqa: BLE001 - the state of now may be gone, which is told in its place
            error, told = other, answer_to(other, self.game)
        if told is None:
            raise error
        return told

    def options(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Response:
        return Response(status=204)
