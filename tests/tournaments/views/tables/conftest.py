"""Matches at the tables of an event, and the browsers of the people who sit there."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from tests.tournaments import factories as make
from tournaments.models import EntryMember, Match, Table, User
from tournaments.tables.writes import live_opening


@pytest.fixture
def open_match() -> Callable[..., Match]:
    """Opens a match at the first table of a new event; single players unless it is said otherwise."""

    def opened(**more: Any) -> Match:
        limits = {"move_ms": more.pop("move_ms", 30_000), "bank_ms": more.pop("bank_ms", 600_000)}
        event = make.called(**{"entries": 4, "preset": "online_002", "entry_size": 1, **more})
        table = make.tables_of(event)[0]
        boss = make.boss_of(event)
        return live_opening.open_table(actor=boss, tournament_id=event.pk, table_id=table.pk, **limits)

    return opened


@pytest.fixture
def match(open_match) -> Match:
    return open_match()


@pytest.fixture
def player() -> Callable[[Match, int], Client]:
    """The browser of the person at a seat of a match."""

    def browser(match: Match, seat: int) -> Client:
        line, number = match.seats[seat], match.seats[:seat].count(match.seats[seat])
        member = EntryMember.objects.filter(entry=match.chairs["entries"][line]).order_by("position")[number]
        if member.person.user is None:
            member.person.user = User.objects.create_user(f"seat{seat}-{match.pk}@example.org", name="Seduto")
            member.person.save()
        return make.client_of(member.person.user)

    return browser


@pytest.fixture
def boss() -> Callable[[Match], Client]:
    """The organiser's browser."""

    def browser(match: Match) -> Client:
        table = Table.objects.select_related("tournament").get(pk=match.table_id)
        return make.client_of(make.boss_of(table.tournament))

    return browser
