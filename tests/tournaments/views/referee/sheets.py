"""The sheet of a table: its addresses, who opens them, and its forms filled in."""

import re
from typing import Any

from django.core import signing
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.tournaments import factories as make
from tournaments.models import Membership, Round, Table, Tournament
from tournaments.tables.pages.corrections import SALT
from tournaments.tables.writes import codes
from tournaments.timing.writes import clocks

GAME, PRESET = "scala40", "torneo_003"


def url(name: str, table: Table) -> str:
    return reverse(name, args=[table.tournament.slug, table.number])


def hidden(client: Client, table: Table, address: str = "") -> dict[str, str]:
    """The unseen fields of the score form as it is shown now."""
    page = client.get(address or url("table_sheet", table)).content.decode()
    form = page[page.index('<form class="sheet"') :]
    return dict(re.findall(r'name="(game|deal|seen|base|key|tiebreak)" value="([^"]*)"', form))


def points(client: Client, table: Table, a: int, b: int, address: str = "", **changes: Any) -> Any:
    data = {**hidden(client, table, address), "depth": "points", "points_a": str(a), "points_b": str(b), **changes}
    return client.post(url("table_sheet", table), data)


def with_code(table: Table, line: int) -> Client:
    """The phone of a line that opened its code."""
    client = make.client_of()
    client.post(reverse("open_code", args=[table.tournament.slug, codes.code_of(table, line)]))
    return client


def cast(tournament: Tournament, table: Table) -> dict[str, Client]:
    """One browser for each kind of visitor; the scorer has this table, the line its code."""
    return {
        "organiser": make.client_of(make.boss_of(tournament)),
        "referee": make.client_of(make.with_role(tournament, Membership.Role.REFEREE)),
        "scorer": make.client_of(make.with_role(tournament, Membership.Role.SCORER, tables=[table.hall_number or 0])),
        "line": with_code(table, 1),
        "stranger": make.client_of(make.user()),
        "anonymous": make.client_of(),
    }


def total(client: Client, table: Table, a: Any, b: Any, **extra: Any) -> Any:
    return client.post(
        url("table_total", table),
        {**hidden(client, table, url("table_total", table)), "points_a": a, "points_b": b, **extra},
    )


def correct(client: Client, table: Table, content: Any, **data: Any) -> Any:
    """Send a step of the correction with a draft of ``content``."""
    draft = signing.dumps({"table": table.pk, "content": content}, salt=SALT, compress=True)
    seen = data.pop("seen", Table.objects.get(pk=table.pk).version)
    return client.post(url("table_correct", table), {"draft": draft, "seen": seen, **data})


def out_of_time(rules: dict[str, Any] | None = None, **overrides: Any) -> Table:
    """A table of a round whose time is over."""
    event = make.called(entries=4, **({"rules": rules} if rules else {}), **overrides)
    clocks.start_clock(actor=make.boss_of(event), tournament_id=event.pk, number=1)
    Round.objects.filter(tournament=event, number=1).update(time_called_at=timezone.now())
    return make.tables_of(event)[0]
