"""Table codes: the code on a slip opens one line's score form, without an account.

A code is ``<tavolo><line>-<six letters>``, with the number that stands on the table in the hall; the letters are a
keyed digest of the table, the line and the table's generation. So nothing secret is stored, and a new generation makes
every older code invalid. The link behind the QR has twenty letters instead of six: it cannot be guessed, so links have
no rate limit. The browser that opened a line's code last enters for it; the browser before is told so.
"""

import hmac
import re
import secrets
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Final

from django.db.models import F, Q

from tournaments.competition.match.contents import LETTERS
from tournaments.errors import RefusedError
from tournaments.frame.access import PLAYED, has_code
from tournaments.frame.policies import Actor, TablePass
from tournaments.frame.writes import rate_limits
from tournaments.frame.writes.seals import digest
from tournaments.frame.writes.transaction import alone, record, writing
from tournaments.models import Table, TableLine, Tournament

# Crockford's base 32: no letter that looks like a digit.
ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
TYPED, LINKED = 6, 20
PATTERN = re.compile(rf"^(\d{{1,6}})([{LETTERS}])-?([0-9A-Z]{{{TYPED}}}|[0-9A-Z]{{{LINKED}}})$")
LOOKALIKES = str.maketrans({"O": "0", "I": "1", "L": "1", "U": "V"})
LOGIN_BYTES: Final = 16


def code_of(table: Table, line: int) -> str:
    """Return the code of one line of a table, as printed on its slip."""
    return f"{table.public_number}{LETTERS[line]}-{_letters(table, line, TYPED)}"


def link_code_of(table: Table, line: int) -> str:
    """Return the code in the link behind the QR, which is not made to be typed."""
    return f"{table.public_number}{LETTERS[line]}-{_letters(table, line, LINKED)}"


def is_of_link(code: str) -> bool:
    """Return whether a code is a link's, which cannot be guessed."""
    found = _parse_code(code)
    return found is not None and len(found[3]) == LINKED


def _letters(table: Table, line: int, length: int) -> str:
    found = digest("table-code", table.tournament_id, table.pk, line, table.code_generation)
    number = int.from_bytes(found[:8] if length == TYPED else found[8:], "big")
    return "".join(ALPHABET[(number >> (5 * place)) & 31] for place in range(length))


def _parse_code(code: str) -> re.Match[str] | None:
    return PATTERN.match("".join(code.upper().split()))


def look_up(typed: str, slug: str = "") -> tuple[Table, int]:
    """Return the table and the line of a code; open nothing. Every failure gives the same refusal."""
    match = _parse_code(typed)
    if match is None:
        raise RefusedError("code_unknown", field="code", value=typed[:20])
    number, line, letters = int(match[1]), LETTERS.index(match[2]), match[3].translate(LOOKALIKES)
    # A slip printed before its table had a number, or before it moved, has another number.
    tables = Table.objects.select_related("tournament", "round").filter(
        Q(hall_number=number) | Q(number=number), status__in=PLAYED, tournament__status=Tournament.Status.RUNNING
    )
    if slug:
        tables = tables.filter(tournament__slug=slug)
    for table in tables:
        if hmac.compare_digest(_letters(table, line, len(letters)), letters):
            return table, line
    raise RefusedError("code_unknown", field="code", value=typed[:20])


def try_code(typed: str, slug: str = "", *, address: str) -> tuple[Table, int]:
    """Do ``look_up``, and count a wrong code against the network address; a link has no limit.

    Call it before any transaction that can be rolled back.
    """
    if is_of_link(typed):
        return look_up(typed, slug)
    limit = rate_limits.wrong_codes(address)
    rate_limits.take(limit)
    found = look_up(typed, slug)
    rate_limits.give_back(limit)
    return found


def open_code(typed: str, slug: str = "") -> tuple[Table, TablePass]:
    """Give a line's code to this browser only; the page of the browser that had it is told at once."""
    table, line = look_up(typed, slug)
    had = TableLine.objects.filter(table=table, index=line).exclude(code_login="").exists()
    lock: AbstractContextManager[object] = writing(table.tournament_id) if had else alone()
    with lock:
        seat = TableLine.objects.select_for_update(of=("self",)).select_related("entry").get(table=table, index=line)
        return table, _give(table, seat)


def open_again(table: Table, line: int, generation: int, is_of: Callable[[str], bool]) -> TablePass | None:
    """Give a line to another browser of the same person; None where somebody opened its code since, or it is over.

    ``generation`` is that of the code, ``is_of`` tells the login that the person had.
    """
    with writing(table.tournament_id):
        row = Table.objects.select_related("tournament").get(pk=table.pk)
        seats = TableLine.objects.select_for_update(of=("self",)).select_related("entry")
        seat = seats.filter(table=row, index=line).first()
        if seat is None or not has_code(row) or row.code_generation != generation or not is_of(seat.code_login):
            return None
        return _give(row, seat)


def _give(table: Table, seat: TableLine) -> TablePass:
    """Begin a new login of a locked line, which ends the one before."""
    seat.code_login = secrets.token_hex(LOGIN_BYTES)
    seat.save(update_fields=["code_login"])
    record(
        by=Actor(label=f"{table.public_number}{LETTERS[seat.index]}"),
        verb="code_opened",
        target=f"T{table.number}",
        tournament=table.tournament,
        after={"line": seat.index, "name": str(seat.entry)},
    )
    return TablePass(table.pk, seat.index, table.code_generation, seat.code_login)


def renew_codes(*, actor: Actor, tournament_id: int, table_id: int) -> Table:
    """Replace the codes of a table; the old ones stop working."""
    with writing(tournament_id) as tournament:
        table = Table.objects.select_for_update().filter(tournament=tournament, pk=table_id).first()
        if table is None:
            raise RefusedError("table_missing")
        table.code_generation += 1
        table.save(update_fields=["code_generation"])
        record(by=actor, verb="codes_renewed", target=f"T{table.number}", tournament=tournament)
        return table


def renew_codes_of_round(*, actor: Actor, tournament_id: int, number: int) -> int:
    """Replace the codes of every table of a round, where a slip was lost; return how many tables."""
    with writing(tournament_id) as tournament:
        tables = Table.objects.filter(tournament=tournament, round__number=number).exclude(status=Table.Status.BYE)
        found = tables.update(code_generation=F("code_generation") + 1)
        if not found:
            raise RefusedError("round_missing", round=number)
        record(by=actor, verb="codes_renewed", target=f"R{number}", tournament=tournament, after={"tables": found})
        return found
