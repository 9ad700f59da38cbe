"""A program that asks the API: its token, and JSON both ways."""

from typing import Any

from django.test import Client

from tournaments.accounts.writes.tokens import make_token
from tournaments.frame.policies import Actor
from tournaments.models import Club, User

ALL = ("read", "play", "results", "direct", "organise", "club")


def key_of(owner: User | Club, *scopes: str) -> str:
    """A new token of a person or a club; without ``scopes`` it may do all that they may."""
    by = Actor(user=owner if isinstance(owner, User) else None, label=str(owner))
    return make_token(by=by, owner=owner, name="a program", scopes=scopes or ALL).key


def at_rest(state: dict[str, Any]) -> dict[str, Any]:
    """A table's state without what moves while nobody writes: the time that is left."""
    lines = [{**line, "clock_left_ms": None} for line in state["lines"]]
    return {**state, "lines": lines, "clock": {**state["clock"], "left_ms": None}}


class Asker:
    """Asks under /api/v1/ with a token, or without one as a stranger."""

    def __init__(self, key: str = "", *, language: str = "en") -> None:
        self.headers = {"accept-language": language, **({"authorization": f"Bearer {key}"} if key else {})}
        self.client = Client()

    def get(self, path: str, **headers: str) -> Any:
        return self.client.get(f"/api/v1/{path}", headers=self._with(headers))

    def post(self, path: str, body: Any = None, **headers: str) -> Any:
        return self._send("post", path, body, headers)

    def put(self, path: str, body: Any = None, **headers: str) -> Any:
        return self._send("put", path, body, headers)

    def patch(self, path: str, body: Any = None, **headers: str) -> Any:
        return self._send("patch", path, body, headers)

    def delete(self, path: str, body: Any = None, **headers: str) -> Any:
        return self._send("delete", path, body, headers)

    def _send(self, method: str, path: str, body: Any, headers: dict[str, str]) -> Any:
        kind = {"content_type": "application/json"}
        data = {} if body is None else body
        return getattr(self.client, method)(f"/api/v1/{path}", data, headers=self._with(headers), **kind)

    def _with(self, headers: dict[str, str]) -> dict[str, str]:
        return {**self.headers, **{name.replace("_", "-"): value for name, value in headers.items()}}


def asker_of(account: User | None, *scopes: str) -> Asker:
    assert account is not None
    return Asker(key_of(account, *scopes))
