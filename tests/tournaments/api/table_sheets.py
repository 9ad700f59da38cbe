"""The sheets of tables, as programs and phones ask for them and write them."""

from typing import Any

from django.test import Client
from django.urls import reverse

from tournaments.models import Table
from tournaments.tables.writes.codes import link_code_of

WON = ((3, 1),) * 7


def at(table: Table, end: str = "sheet") -> str:
    return f"events/{table.tournament.slug}/tables/{table.number}/{end}/"


def points(a: Any, b: Any, **more: Any) -> dict[str, Any]:
    return {"values": {"depth": "points", "points_a": a, "points_b": b}, **more}


def whole(*deals: tuple[int, int], seen: int, **game: Any) -> dict[str, Any]:
    return {"games": [{"deals": [points(*deal)["values"] for deal in deals], **game}], "seen": seen}


def phone(table: Table, line: int) -> Client:
    """A browser that has opened the code of a line."""
    client = Client(headers={"accept-language": "en"})
    opened = client.post(reverse("open_code", args=[table.tournament.slug, link_code_of(table, line)]))
    assert opened.status_code in (302, 303)
    return client


def send(client: Client, path: str, body: Any) -> Any:
    return client.post(f"/api/v1/{path}", body, content_type="application/json")
