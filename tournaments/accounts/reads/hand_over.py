"""The seal of a hand-over: what a table's page says of its reader, for the computer that goes on (docs/adr/0040).

A phone keeps it beside a result that is not sent yet, and brings both to another address of the same installation. It
holds no pass and opens nothing by itself: a pass is named by a keyed digest of its login.
"""

import hmac
import time
from dataclasses import dataclass
from typing import Final

from django.core import signing
from django.utils.crypto import salted_hmac

from tournaments.frame.access import Visitor, event_pass_at, with_lines
from tournaments.frame.policies import Actor
from tournaments.models import Table

SALT: Final = "settebello.hand-over"
# An evening; the end is a whole hour, so that a page is the same as long as nothing else changes on it.
HOUR: Final = 3600
HOURS: Final = 6
MOST_SEAL: Final = 600


@dataclass(frozen=True, slots=True)
class Seal:
    """Who was at which table: an account, or a line by one of its passes.

    ``generation`` is that of the table's codes, where its code opened the line; ``pass_id`` the event pass otherwise.
    """

    table_id: int
    user_id: int
    line: int
    generation: int
    pass_id: int
    mark: str

    def is_of(self, login: str) -> bool:
        """Return whether a login is the one of the page that has this seal."""
        return bool(login) and hmac.compare_digest(self.mark, _mark(login))


def seal_of(visitor: Visitor, actor: Actor, row: Table) -> str:
    """Return the seal of a reader of this table's page; empty for somebody who enters nothing here."""
    if visitor.account is not None:
        return _sign(row.pk, visitor.account.pk)
    for held in visitor.passes:
        if held.table_id == row.pk and held.line == actor.line:
            return _sign(row.pk, 0, held.line, held.generation, 0, _mark(held.login))
    # One phone may hold the passes of several players.
    found = event_pass_at(visitor, with_lines(row))
    if found is None:
        return ""
    event_pass, line = found
    return _sign(row.pk, 0, line, 0, event_pass.pk, _mark(event_pass.login))


def read_seal(text: str) -> Seal | None:
    """Return what a seal says; None for one that this installation did not make, or of another evening."""
    try:
        until, *said = signing.Signer(salt=SALT).unsign_object(text[:MOST_SEAL])
        return Seal(*said) if time.time() < until else None
    except (signing.BadSignature, ValueError, TypeError):
        return None


def _sign(table_id: int, user_id: int, line: int = -1, generation: int = 0, pass_id: int = 0, mark: str = "") -> str:
    until = (int(time.time()) // HOUR + 1 + HOURS) * HOUR
    said = [until, table_id, user_id, line, generation, pass_id, mark]
    return str(signing.Signer(salt=SALT).sign_object(said))


def _mark(login: str) -> str:
    return salted_hmac(SALT, login, algorithm="sha256").hexdigest()[:20]
