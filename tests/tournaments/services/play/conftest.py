"""A table of an event online, and the match that is opened at it."""

import pytest

from tests.tournaments import factories as make
from tests.tournaments.services.play.event_tables import opened
from tournaments.models import Match, Table


@pytest.fixture
def table() -> Table:
    return make.tables_of(make.called(entries=4, preset="online_002"))[0]


@pytest.fixture
def match(table) -> Match:
    return opened(table.tournament, table)
