"""What the pass of an entry opens."""

from tests.tournaments import factories as make
from tournaments.accounts.writes import event_passes
from tournaments.accounts.writes.event_passes import Issued
from tournaments.errors import MissingError
from tournaments.frame import access
from tournaments.frame.access import Visitor
from tournaments.frame.policies import EntryPass, Right
from tournaments.models import Tournament


def by_link(one: Issued) -> EntryPass:
    return event_passes.open_by_link(slug=one.event_pass.tournament.slug, secret=one.secret)[1]


def line_at_table(opened: EntryPass, event: Tournament) -> int | None:
    """The line that the holder of a pass is at the first table, where that lets anybody in."""
    from django.contrib.auth.models import AnonymousUser

    visitor = Visitor(AnonymousUser(), entry_passes=(opened,))
    number = make.tables_of(event)[0].number
    try:
        return access.table(visitor, event.slug, number, Right.ENTER_SCORE)[1].line
    except MissingError:
        return None
