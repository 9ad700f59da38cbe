"""More tables of an event: every recorded deal, the penalties, and the log with its chain."""

import json
from collections.abc import Iterator, Sequence
from decimal import Decimal

from django.db.models import OuterRef, Subquery
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.competition.match import contents
from tournaments.competition.match.contents import LETTERS
from tournaments.discipline.reads import rulings
from tournaments.entries.reads.treasury import ledger
from tournaments.errors import RefusedError
from tournaments.games import registry
from tournaments.games.contract import Json
from tournaments.models import AuditEntry, Scoresheet, TableLine, Tournament

FETCHED = 500


def deals(event: Tournament) -> Iterator[Sequence[object]]:
    """Yield a row for each line of each deal of the sheets in force."""
    yield (
        _("Round"),
        pgettext("of an event", "Table"),
        pgettext("of a match", "Game"),
        _("Deal"),
        _("Line"),
        _("Name"),
        _("Points"),
    )
    for sheet, sitting in _in_force(event):
        table = sheet.table
        for game, written in enumerate(contents.readable_content(sheet.content)["games"], 1):
            for deal, each in enumerate(written["deals"], 1):
                try:
                    by_line = registry.game(event.game).score_sheet(event.rules, each).points
                except RefusedError:
                    # The rules cannot read it.
                    continue
                for index, points in enumerate(by_line):
                    name = str(sitting[index].entry or "") if index < len(sitting) else ""
                    number = table.public_number
                    yield table.round.number, number, game, deal, LETTERS[index], name, points


def _in_force(event: Tournament) -> Iterator[tuple[Scoresheet, Sequence[TableLine]]]:
    """Yield the newest sheet of each table with the lines of the table; the versions before it are history."""
    lines: dict[int, list[TableLine]] = {}
    seated = TableLine.objects.filter(table__tournament=event).select_related("entry").order_by("table", "index")
    for line in seated.iterator(FETCHED):
        lines.setdefault(line.table_id, []).append(line)
    versions = Scoresheet.objects.filter(table=OuterRef("table")).exclude(status=Scoresheet.Status.UNDONE)
    newest = Subquery(versions.order_by("-version").values("pk")[:1])
    sheets = Scoresheet.objects.filter(table__tournament=event, pk=newest).select_related("table__round")
    for sheet in sheets.order_by("table__number").iterator(FETCHED):
        yield sheet, lines.get(sheet.table_id, [])


def penalties(event: Tournament) -> Iterator[Sequence[object]]:
    """Return the register of penalties, with who decided and why."""
    yield (
        _("When"),
        _("Who"),
        pgettext("of an event", "Table"),
        _("Penalty"),
        _("Value"),
        _("Status"),
        _("Reason"),
        _("Decided by"),
        _("Why it was taken back"),
    )
    found = rulings(event).select_related("entry", "table", "made_by", "decided_by").order_by("pk")
    for each in found.iterator(FETCHED):
        yield (
            each.made_at,
            each.entry,
            each.table and (each.table.public_number),
            each.get_kind_display(),
            each.value,
            each.get_status_display(),
            each.reason,
            each.decided_by or each.made_by,
            each.cancel_reason,
        )


def money(event: Tournament) -> Iterator[Sequence[object]]:
    """Return a row for each entry whose money counts, and the totals; payments less refunds are in the drawer."""
    yield (
        _("Number"),
        _("Name"),
        _("Players"),
        _("Club"),
        _("Status"),
        _("To pay"),
        _("Reason"),
        _("Paid"),
        _("Given back"),
        _("Open"),
        _("To give back"),
        _("Taken by"),
    )
    found = ledger(event)
    for line in found.lines:
        entry = line.entry
        hands = []
        for hand in line.hands:
            at = timezone.localtime(hand.at).strftime("%Y-%m-%d %H:%M")
            hands.append(f"{at} {hand_word(hand.who, is_imported=hand.is_imported)}".strip())
        yield (
            entry.number,
            entry.label,
            line.people,
            entry.club,
            entry.get_status_display(),
            _euros(line.due),
            entry.fee_reason,
            _euros(line.paid),
            _euros(line.given_back),
            _euros(line.open),
            _euros(line.excess),
            ", ".join(hands),
        )
    sums = map(_euros, (found.paid, found.given_back, found.open, found.excess))
    yield ("", _("Total"), "", "", "", _euros(found.due), "", *sums, "")
    yield ("", _("In the drawer"), "", "", "", "", "", _euros(found.cash), "", "", "", "")


def hand_word(who: str, *, is_imported: bool) -> str:
    """Return who took money; empty where a program did."""
    return who or (_("imported") if is_imported else "")


def _euros(cents: int) -> Decimal:
    """Return an amount, which a file shows with two decimals."""
    return Decimal(cents).scaleb(-2)


def log(event: Tournament) -> Iterator[Sequence[object]]:
    """Return the log from its first row, with the columns needed to recompute the chain."""
    yield (
        _("Row"),
        _("When"),
        _("Who"),
        _("What"),
        pgettext("of a row of the log", "About"),
        _("Before"),
        _("After"),
        _("Why"),
        "salt",
        "digest",
        "previous",
        "hash",
    )
    for row in AuditEntry.objects.filter(tournament=event).order_by("seq").iterator(FETCHED):
        yield (
            row.seq,
            row.at,
            row.actor_label,
            row.verb,
            row.target,
            _json(row.before),
            _json(row.after),
            row.reason,
            row.salt,
            row.digest,
            row.previous,
            row.hash,
        )


def _json(value: Json) -> str:
    return "" if value is None else json.dumps(value, ensure_ascii=False, sort_keys=True)
