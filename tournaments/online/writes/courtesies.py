"""Courtesies at an online table: a closed list, since free text could tell cards; never logged.

The row of the match keeps the newest one as a growing number, so that it spreads like all news of the match: by hints,
or by polling where none arrive.
"""

from collections.abc import Mapping
from typing import Final

from django.db import connection
from django.utils.translation import gettext_noop as _

from tournaments.errors import RefusedError
from tournaments.frame.writes import rate_limits
from tournaments.frame.writes.rate_limits import Limit
from tournaments.frame.writes.transaction import alone
from tournaments.games.contract import Seat
from tournaments.outbox import fanout
from tournaments.outbox.mailbox import Topic

MOST_A_MINUTE: Final = 6
# The number of a courtesy: how many were said before it, the seat, and the position in the list.
MOST_SEATS: Final = 16
MOST_COURTESIES: Final = 16
OF_ONE: Final = MOST_SEATS * MOST_COURTESIES
SAID: Final = "UPDATE tournaments_match SET said = (said / %s + 1) * %s + %s WHERE id = %s RETURNING said"

# By code, in the order of the buttons. One code is of the first game that was played so; its words are of all.
COURTESIES: Final[Mapping[str, str]] = {
    "good_game": _("Good game"),
    "nice_capture": _("Well played"),
    "one_moment": _("One moment"),
    "thanks": _("Thank you"),
}


def say(match_id: int, seat: Seat, code: str) -> None:
    """Show everybody at the table a courtesy of a seat; refused if it is not listed, or the seat sends too many.

    The caller has identified the actor.
    """
    if code not in COURTESIES:
        raise RefusedError("courtesy_unknown")
    try:
        rate_limits.take(Limit("courtesy", f"{match_id}|{seat}", most=MOST_A_MINUTE, minutes=1))
    except RefusedError as refusal:
        raise RefusedError("courtesies_too_many", seconds=refusal.params["seconds"]) from refusal
    what = seat * MOST_COURTESIES + list(COURTESIES).index(code)
    with alone(), connection.cursor() as cursor:
        cursor.execute(SAID, [OF_ONE, OF_ONE, what, match_id])
        for (number,) in cursor.fetchall():
            fanout.announce(match_id, number, Topic.COURTESY)


def parse_courtesy(number: int) -> tuple[Seat, str]:
    """Return the seat and the courtesy of a number."""
    seat, place = divmod(number % OF_ONE, MOST_COURTESIES)
    return seat, list(COURTESIES)[place]
