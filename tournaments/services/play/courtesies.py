"""Courtesies at an online table: a closed list, since free words could tell cards; in no log.

The row of the match remembers the newest one as a number that grows, so that it is told like any news of the match: by
hints, and where none come through by the poll.
"""

from collections.abc import Mapping
from typing import Final

from django.db import connection
from django.utils.translation import gettext_noop as _

from tournaments.errors import RefusedError
from tournaments.games.contract import Seat
from tournaments.outbox import fanout
from tournaments.outbox.mailbox import Topic
from tournaments.services.transactions import rate_limits
from tournaments.services.transactions.rate_limits import Limit
from tournaments.services.transactions.transaction import alone

MOST_A_MINUTE: Final = 6
# The number of a courtesy: how many were said before it, the seat, and the place on the list.
MOST_SEATS: Final = 16
MOST_COURTESIES: Final = 16
OF_ONE: Final = MOST_SEATS * MOST_COURTESIES
SAID: Final = "UPDATE tournaments_match SET said = (said / %s + 1) * %s + %s WHERE id = %s RETURNING said"

# By code, in the order of the buttons.
COURTESIES: Final[Mapping[str, str]] = {
    "good_game": _("Good game"),
    "nice_capture": _("Nice capture"),
    "one_moment": _("One moment"),
    "thanks": _("Thank you"),
}


def say(match_id: int, seat: Seat, code: str) -> None:
    """Tell everybody at the table what a seat says; refused where it is not on the list, or the seat says too many.

    The caller has found out who speaks.
    """
    if code not in COURTESIES:
        raise RefusedError("courtesy_unknown")
    try:
        rate_limits.take(_limit(match_id, seat))
    except RefusedError as refusal:
        raise RefusedError("courtesies_too_many", seconds=refusal.params["seconds"]) from refusal
    what = seat * MOST_COURTESIES + list(COURTESIES).index(code)
    with alone(), connection.cursor() as cursor:
        cursor.execute(SAID, [OF_ONE, OF_ONE, what, match_id])
        for (number,) in cursor.fetchall():
            fanout.announce(match_id, number, Topic.COURTESY)


def heard(number: int) -> tuple[Seat, str]:
    """The seat and the courtesy of a number."""
    seat, place = divmod(number % OF_ONE, MOST_COURTESIES)
    return seat, list(COURTESIES)[place]


def _limit(match_id: int, seat: Seat) -> Limit:
    return Limit("courtesy", f"{match_id}|{seat}", most=MOST_A_MINUTE, minutes=1)
