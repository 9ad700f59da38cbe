"""A phone goes on at another address of the same installation, with the line that it had (docs/adr/0040)."""

from enum import StrEnum

from tournaments.accounts.reads.hand_over import Seal
from tournaments.accounts.writes import event_passes
from tournaments.competition.match.contents import LETTERS
from tournaments.frame.access import Visitor, line_by_passes, with_lines
from tournaments.frame.policies import Actor, EntryPass, TablePass
from tournaments.frame.writes.transaction import record, writing
from tournaments.models import Table, User
from tournaments.tables.writes import codes


class Answer(StrEnum):
    """What the phone may do now: send, log in first, open its code again; or it brings somebody else's results."""

    SEND = "send"
    LOG_IN = "log_in"
    CODE = "code"
    OTHER = "other"


def take_over(visitor: Visitor, seal: Seal, row: Table) -> tuple[Answer, TablePass | EntryPass | None]:
    """Give the line of a seal to this browser, once: its login ends with that. Without accounts: those log in.

    A browser that is known here already sends only what the same person wrote: lured to a link, a referee would
    otherwise send a stranger's results with a referee's rights.
    """
    if visitor.account is not None:
        return (Answer.SEND if seal.user_id == visitor.account.pk else Answer.OTHER), None
    if seal.user_id:
        return Answer.LOG_IN, None
    held = line_by_passes(visitor, with_lines(row))
    if held is not None:
        return (Answer.SEND if held == seal.line else Answer.OTHER), None
    opened: TablePass | EntryPass | None
    if seal.pass_id:
        opened = event_passes.open_again(seal.pass_id, row.tournament_id, seal.is_of)
    else:
        opened = codes.open_again(row, seal.line, seal.generation, seal.is_of)
    return (Answer.SEND if opened is not None else Answer.CODE), opened


def leave_out(visitor: Visitor, seal: Seal, row: Table) -> str:
    """Write into the log that a result was brought here and not sent, because the desk has it; return where."""
    # The seal proves who wrote it, whether they have logged in here or not.
    writer = str(User.objects.filter(pk=seal.user_id).first() or "")
    label = f"{row.public_number}{LETTERS[seal.line]}" if seal.line >= 0 else writer
    with writing(row.tournament_id) as tournament:
        by = Actor(user=visitor.account, label=label)
        record(by=by, verb="result_left_out", target=f"T{row.number}", tournament=tournament)
    return f"T{row.number}"
