"""Who asks: the account with its roles and entries, its tokens, and all that is kept about it."""

from typing import Any, Final

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.accounts.operations import of_tokens
from tournaments.accounts.reads import mine
from tournaments.accounts.reads.accounts import tokens_of
from tournaments.accounts.reads.my_data import my_data
from tournaments.errors import ForbiddenError, MissingError
from tournaments.frame.api.bodies import Shape
from tournaments.frame.api.declared import endpoint
from tournaments.frame.api.endpoint import Endpoint
from tournaments.frame.api.examples import example_answered
from tournaments.frame.api.schema import describe, many_of
from tournaments.frame.operations.operation import Operation
from tournaments.frame.policies import Door, Right
from tournaments.models import User

GROUP = "me"


class MyRoleShape(Shape):
    """A role in an event."""

    event = serializers.CharField()
    role = serializers.CharField()
    tables = serializers.ListField(child=serializers.IntegerField(), help_text="Of a scorer: the numbers in the hall")


class MyEntryShape(Shape):
    """An entry of mine, and the table it sits at or sat at last."""

    event = serializers.CharField()
    id = serializers.IntegerField()
    name = serializers.CharField()
    status = serializers.CharField()
    table = serializers.IntegerField(allow_null=True)


class MeShape(Shape):
    """An account."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    email = serializers.EmailField()
    rights = serializers.ListField(
        child=serializers.CharField(), help_text="What the token may at most", allow_null=True
    )
    roles = MyRoleShape(many=True)
    entries = MyEntryShape(many=True)


# Events that are over, of which a program is told without pages.
MOST_PAST: Final = 60
ME_EXAMPLE: dict[str, Any] = {
    "id": 3,
    "name": "Anna Rossi",
    "email": "anna@example.org",
    "rights": ["browse", "have_account", "organise", "see"],
    "roles": [{"event": "gara-di-natale", "role": "organiser", "tables": []}],
    "entries": [{"event": "gara-di-natale", "id": 812, "name": "Vana – Cargnino", "status": "confirmed", "table": 1}],
}


class OfAccount(Endpoint):
    """An endpoint about the person who asks."""

    group = GROUP

    @property
    def account(self) -> User:
        account = self.visitor.account
        if account is None:
            raise ForbiddenError
        return account


class Me(OfAccount):
    """The account that calls."""

    door = Door(reads=Right.HAVE_ACCOUNT)

    @describe(
        "me_read",
        "Who asks: the account, what its token may at most (null: no token), its roles and entries: of events that are "
        "not over, and of the newest 60 that are.",
        answers=MeShape,
        examples=[OpenApiExample("An account", ME_EXAMPLE, response_only=True)],
    )
    def get(self, request: Request) -> Response:
        account, limits = self.account, self.visitor.limits
        found = mine.mine(account, most=MOST_PAST)
        return Response(
            {
                "id": account.pk,
                "name": account.name,
                "email": account.email,
                "rights": None if limits is None else sorted(right.value for right in limits),
                "roles": [
                    {"event": held.tournament.slug, "role": held.role, "tables": held.tables}
                    for held in [*found.roles, *found.past_roles]
                ],
                "entries": [
                    {
                        "event": row.tournament.slug,
                        "id": row.entry.pk,
                        "name": row.entry.label,
                        "status": row.entry.status,
                        "table": row.seat.table.number if row.seat else None,
                    }
                    for row in [*found.entries, *found.past_entries]
                ],
            }
        )


class TokenShape(Shape):
    """A token as it is listed: of the key only the beginning."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    prefix = serializers.CharField()
    scopes = serializers.ListField(child=serializers.CharField())
    created_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField(allow_null=True)
    last_used_at = serializers.DateTimeField(allow_null=True)


class NewTokenShape(TokenShape):
    """A new token with its key, which is told this once."""

    key = serializers.CharField(allow_null=True, help_text="null where the call is repeated with its Idempotency-Key")


TOKEN_EXAMPLE: dict[str, Any] = {
    "id": 5,
    "name": "Tabellone della sala",
    "prefix": "k3v9x2m4q7w1",
    "scopes": ["read"],
    "created_at": "2026-12-20T18:00:00+01:00",
    "expires_at": None,
    "last_used_at": None,
}
TOKENS = many_of(TokenShape)


class Tokens(OfAccount):
    """My tokens; they are listed and made in a browser, never by another token."""

    door = Door(reads=Right.KEEP_ACCOUNT, writes=Right.KEEP_ACCOUNT)
    withheld = ("key",)

    @describe(
        "my_tokens_list",
        "The tokens of the account that open something still. Only for the session of a browser.",
        answers=TOKENS,
        examples=[OpenApiExample("Tokens", {"results": [TOKEN_EXAMPLE]}, response_only=True)],
    )
    def get(self, request: Request) -> Response:
        return Response({"results": [TokenShape.of(token) for token in tokens_of(self.account)]})


def _make(asked: Tokens, operation: Operation) -> Response:
    made = operation.do(asked.actor, {"owner": asked.account}, asked.body())
    return Response({**TokenShape.of(made.token), "key": made.key}, status=201)


def _revoke(asked: OfAccount, operation: Operation, pk: int) -> Response:
    asked.body()
    operation.do(asked.actor, {"owner": asked.account, "token_id": pk}, {})
    return Response(status=204)


KEY_EXAMPLE = OpenApiExample(
    "The key", {**TOKEN_EXAMPLE, "key": "sb_k3v9x2m4q7w1_…"}, response_only=True, status_codes=["201"]
)
MAKE = endpoint(of_tokens.MAKE, Tokens, _make, answers=NewTokenShape, status=201, examples=[KEY_EXAMPLE])
REVOKE = endpoint(of_tokens.REVOKE, OfAccount, _revoke)


MY_DATA_EXAMPLE = {
    "format": "settebello-my-data-1",
    "made_at": "2026-12-21T09:00:00+00:00",
    "account": {"email": "rosa@example.org", "name": "Rosa Teppa", "created_at": "2026-11-02T18:00:00+00:00"},
    "person": {"number": 71, "family_name": "Teppa", "given_name": "Rosa", "club": "Circolo di Traves"},
    "entries": [
        {
            "event": "Gara di Natale",
            "event_slug": "gara-di-natale",
            "starts_at": "2026-12-20T19:30:00+00:00",
            "number": 3,
            "label": "Teppa – Solero",
            "status": "confirmed",
            "contact": "rosa@example.org",
            "fee_paid": True,
            "checked_in": True,
            "final_place": 2,
            "entered_at": "2026-12-01T08:00:00+00:00",
            "tables": [
                {"round": 1, "table": 7, "status": "done", "line": "B", "points": 14, "place": 2, "vp": 3, "mp": -7}
            ],
        }
    ],
    "roles": [{"event": "gara-di-natale", "role": "scorer", "tables": [1, 2]}],
    "tokens": [],
    "done": [
        {
            "at": "2026-12-01T08:00:00+00:00",
            "event": "gara-di-natale",
            "what": "entry_signed_up",
            "about": "Teppa – Solero",
            "reason": "",
        }
    ],
}


class MyData(Endpoint):
    """What is kept about the account that asks."""

    # Mail address, browsers and receipts: a program has no part in them, whatever its scopes.
    door = Door(reads=Right.KEEP_ACCOUNT)
    group = GROUP

    @describe(
        "my_data",
        "Everything that is kept about this account. Only for the session of a browser.",
        answers=OpenApiTypes.OBJECT,
        examples=[example_answered(MY_DATA_EXAMPLE)],
    )
    def get(self, request: Request) -> Response:
        account = self.visitor.account
        if account is None:
            raise MissingError
        return Response(my_data(account))
