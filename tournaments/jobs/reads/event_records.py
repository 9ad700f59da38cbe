"""The records of an event as rows: deals, boards, penalties, the treasurer's money, the log with its chain."""

import json
from collections.abc import Iterator, Sequence
from decimal import Decimal

from django.db.models import OuterRef, Subquery
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.competition.match import contents, outcomes
from tournaments.competition.match.contents import LETTERS
from tournaments.discipline.reads import OBSOLETE, SUPERSEDED, rulings
from tournaments.entries.reads.treasury import ledger
from tournaments.errors import RefusedError
from tournaments.frame.reads.formats import chairs_of, regulation_of
from tournaments.games import registry
from tournaments.games.contract import Json
from tournaments.models import AuditEntry, Ruling, Scoresheet, TableLine, Tournament
from tournaments.tables.reads.line_ups import board_rows, members_of

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


def boards(event: Tournament) -> Iterator[Sequence[object]]:
    """Yield a row for each team at each board of the sheets in force; what the boards give adds up to the match."""
    yield (
        _("Round"),
        pgettext("of an event", "Table"),
        _("No."),
        _("Board"),
        _("Line"),
        _("Team"),
        _("Who sits there"),
        _("Points"),
        _("For the match"),
        _("Lost by forfeit"),
    )
    members = members_of(event.entries.values_list("pk", flat=True))
    game = registry.game(event.game)
    decider = _(game.phrases.get("deal.tiebreak", ""))
    for sheet, sitting in _in_force(event):
        place = (sheet.table.round.number, sheet.table.public_number)
        entries = [line.entry_id for line in sitting]
        names = [str(line.entry or "") for line in sitting]
        ended = contents.readable_outcome(sheet.outcome)
        losers = ended["note"].get("losers", ()) if ended["ending"] == "forfeit" else ()
        matches = contents.readable_content(sheet.content)["games"]
        if losers and _is_between_matches(event, sheet, sitting):
            matches = [*matches, {"deals": []}]
        for number, written in enumerate(matches, 1):
            try:
                deals = [game.score_sheet(event.rules, each) for each in written["deals"]]
            except RefusedError:
                # The rules cannot read it.
                continue
            for row in board_rows(event, entries, deals, members, losers if number == len(matches) else ()):
                for index, name in enumerate(names):
                    people = ", ".join(member.name for member in row.people[index])
                    points, gives = (None if both is None else both[index] for both in (row.points, row.gives))
                    is_lost = _("yes") if index in row.lost else ""
                    yield *place, row.number, row.name, LETTERS[index], name, people, points, gives, is_lost
            for deal in deals:
                for index, name in enumerate(names if deal.tiebreak else ()):
                    yield *place, "", decider, LETTERS[index], name, "", deal.points[index], "", ""


def _is_between_matches(event: Tournament, sheet: Scoresheet, sitting: Sequence[TableLine]) -> bool:
    """Return whether a fault took a match of which nothing is written: the first one, or the one after the last."""
    regulation, chairs = regulation_of(event), chairs_of(sheet.table, sitting)
    try:
        games = outcomes.games_of(regulation, chairs, sheet.content)
    except RefusedError:
        return False
    return not games or (games[-1].is_over and not outcomes.is_decided(regulation, chairs, games))


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
            _why_taken_back(each),
        )


def _why_taken_back(ruling: Ruling) -> str:
    """Return why a penalty was not applied, or was cancelled: what somebody typed, or what the site decided itself."""
    if ruling.status == Ruling.Status.DISMISSED and ruling.decided_by is None:
        if ruling.cancel_reason == SUPERSEDED:
            return _("A later step of the ladder took its place.")
        if ruling.cancel_reason == OBSOLETE:
            return _("The match ended otherwise.")
    return ruling.cancel_reason


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
