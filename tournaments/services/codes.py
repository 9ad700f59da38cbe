"""Table codes: what is printed on a slip opens one line's score form, without an account.

A code is ``<table><line>-<six letters>``; the letters are a keyed digest of the table, the line and the table's
generation, so that nothing secret is stored, and renewing the generation makes every older code worthless.
"""

import hmac
import re
from hashlib import sha256

from django.conf import settings

from tournaments.errors import RefusedError
from tournaments.models import Table, Tournament
from tournaments.policies import Actor, TablePass
from tournaments.services.writing import record, writing

# Crockford's base 32: no letter that a tired eye takes for a digit.
ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
LENGTH = 6
LETTERS = "ABCDEF"
PATTERN = re.compile(rf"^(\d{{1,6}})([{LETTERS}])-?([{ALPHABET}]{{{LENGTH}}})$")
LOOKALIKES = str.maketrans({"O": "0", "I": "1", "L": "1", "U": "V"})
OPEN = (Table.Status.CALLED, Table.Status.PLAYING, Table.Status.TO_CONFIRM, Table.Status.DISPUTED)


def code_of(table: Table, line: int) -> str:
    """The code of one line of a table, as printed on its slip."""
    return f"{table.number}{LETTERS[line]}-{_digest(table, line)}"


def _digest(table: Table, line: int) -> str:
    message = f"table-code|{table.tournament_id}|{table.pk}|{line}|{table.code_generation}"
    digest = hmac.digest(settings.SECRET_KEY.encode(), message.encode(), sha256)
    number = int.from_bytes(digest[:8], "big")
    return "".join(ALPHABET[(number >> (5 * place)) & 31] for place in range(LENGTH))


def open_code(typed: str, slug: str = "") -> tuple[Table, TablePass]:
    """The table and the pass that a typed code opens; one sentence for every way in which it does not."""
    cleaned = "".join(typed.upper().split())
    match = PATTERN.match(_forgive(cleaned))
    if match is None:
        raise RefusedError("code_unknown", field="code", value=typed[:20])
    number, letter, digest = int(match[1]), match[2], match[3]
    tables = Table.objects.select_related("tournament", "round").filter(
        number=number, status__in=OPEN, tournament__status=Tournament.Status.RUNNING
    )
    if slug:
        tables = tables.filter(tournament__slug=slug)
    line = LETTERS.index(letter)
    for table in tables:
        if hmac.compare_digest(_digest(table, line), digest):
            return table, TablePass(table.pk, line, table.code_generation)
    raise RefusedError("code_unknown", field="code", value=typed[:20])


def _forgive(cleaned: str) -> str:
    """Read the look-alike letters of the digest as what was meant: O for 0, I and L for 1."""
    head, tail = cleaned[:-LENGTH], cleaned[-LENGTH:]
    return head + tail.translate(LOOKALIKES)


def renew_codes(*, actor: Actor, tournament_id: int, table_id: int) -> Table:
    """Make the codes of a table worthless and give it new ones."""
    with writing(tournament_id) as tournament:
        table = Table.objects.select_for_update().filter(tournament=tournament, pk=table_id).first()
        if table is None:
            raise RefusedError("table_missing")
        table.code_generation += 1
        table.save(update_fields=["code_generation"])
        record(by=actor, verb="codes_renewed", target=f"T{table.number}", tournament=tournament)
        return table
