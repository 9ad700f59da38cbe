"""Printed pages: lists, blank sheets, slips with their codes, the poster, certificates."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Final
from uuid import uuid4

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.clubs.reads.clubs import has_logo
from tournaments.clubs.words import club_rows
from tournaments.competition.formats.registry import format_of
from tournaments.competition.formats.rounds import InRounds
from tournaments.competition.formats.stages import StagesFormat
from tournaments.competition.match.contents import LETTERS
from tournaments.competition.match.outcomes import is_of_several
from tournaments.competition.rooms import room_at
from tournaments.competition.stages.alone import ALONE, alone
from tournaments.entries.reads.entries import all_entries, family_names, placed_people
from tournaments.errors import MissingError
from tournaments.events.reads.events import progress_of
from tournaments.events.reads.rounds import rounds_in
from tournaments.events.words.by_format import number_in, part_of, stage_of
from tournaments.events.words.sentences import entries_word, eyebrow, games, going_on, list_of_names
from tournaments.folding import fold
from tournaments.frame import ranking_words
from tournaments.frame.alone_words import alone_title, alone_word
from tournaments.frame.deal_words import tiebreak_deal
from tournaments.frame.pages.addresses import command_for_phones, qr, short_address
from tournaments.frame.pages.steps import officials, officials_only, organiser_of, show
from tournaments.frame.policies import Right, door
from tournaments.frame.reads.formats import at_stage, stages_over
from tournaments.frame.reads.teams import is_of_teams
from tournaments.frame.round_names import round_name
from tournaments.frame.words import fee_words
from tournaments.frame.writes.seals import closing_digest
from tournaments.games import registry
from tournaments.games.contract import TeamGame
from tournaments.hall.reads import HallTable, hall, is_there, printable
from tournaments.models import Table, Tournament
from tournaments.standings.reads.player_standings import player_standings
from tournaments.standings.reads.standings import all_standings, stage_standings
from tournaments.standings.words.prizes import prize_rows
from tournaments.standings.words.rows import PRIZED, column_name, standing_columns, standing_rows
from tournaments.standings.words.stage_columns import columns_legend
from tournaments.standings.words.stage_tables import StandingsTable, provisional, stage_tables
from tournaments.standings.words.stages import stage_links, stage_over, stage_title
from tournaments.tables.reads.game_course import line_name
from tournaments.tables.writes.codes import code_of, link_code_of

# The most rows for deals on a blank sheet; further deals go on the back.
MOST_ROWS = 12


def on_paper(view: Callable[[HttpRequest, Tournament], HttpResponse]) -> Callable[[HttpRequest, str], HttpResponse]:
    """Make a printed list visible to the organisers of its event."""

    @door(reads=Right.ORGANISE)
    @officials_only
    @require_safe
    @wraps(view)
    def page(request: HttpRequest, slug: str) -> HttpResponse:
        event, _actor = organiser_of(request, slug)
        return view(request, event)

    return page


@on_paper
def print_entries(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Print all entries that take part, with boxes to tick by hand."""
    lists = all_entries(event)
    context = {"lists": lists, "column": column_name(event), "has_people": event.entry_size > 1}
    return list_page(request, event, "paper/print_entries.html", what="entries", title=_("Entries"), **context)


@on_paper
def print_round(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Print a round by table or by name; the current round if none is named."""
    number = number_in(request.GET.get("turno", ""))
    found = hall(event, number)
    by_name = request.GET.get("ordine") == "nome"
    what = "round-names" if by_name else "round"
    if found is None:
        if number is not None:
            raise MissingError
        return list_page(request, event, "paper/print_round.html", what=what, title=_("Round list"))
    title = round_name(found.now.number, rounds_in(event))
    if by_name:
        # Everybody who sits at a table of the round or has a bye, in alphabetical order.
        lines = [(each.table, line) for each in found.tables for line in each.lines if line.entry is not None]
        names = family_names([line.entry_id for _table, line in lines if line.entry_id])
        people = [
            {
                "name": name,
                "entry": line_name(line),
                "alone": alone_word(alone(table.note, has_left=line.is_absent), _("bye"))
                if table.status == Table.Status.BYE
                else "",
                "table": table.public_number,
                "room": room_at(event.rooms, table.hall_number),
            }
            for table, line in lines
            for name in names.get(line.entry_id or 0) or [line_name(line)]
        ]
        people.sort(key=lambda row: fold(str(row["name"])))
        by_names = {"people": people, "column": column_name(event), "number": found.now.number}
        return list_page(request, event, "paper/print_round_names.html", what=what, title=title, **by_names)
    sits_alone: dict[str, list[str]] = {}
    for doing in ALONE:
        for each in found.tables:
            for line in each.lines if each.table.status == Table.Status.BYE else ():
                if line.entry is not None and alone(each.table.note, has_left=line.is_absent) == doing:
                    sits_alone.setdefault(alone_title(doing, _("Byes")), []).append(line_name(line))
    played = [_row(event, each) for each in found.tables if each.table.status != Table.Status.BYE]
    context: dict[str, Any] = {
        "tables": played,
        "letters": LETTERS[: max((len(each["names"]) for each in played), default=0)],
        "alone": [{"title": title, "names": names} for title, names in sits_alone.items()],
        "number": found.now.number,
    }
    return list_page(request, event, "paper/print_round.html", what=what, title=title, **context)


def _place_of(event: Tournament, table: Table) -> str:
    """Return what stands beside the number of a table: its room, where there are several, and its part of the event."""
    room = room_at(event.rooms, table.hall_number)
    return " · ".join(filter(None, (room, part_of(event, table))))


def _row(event: Tournament, each: HallTable) -> dict[str, Any]:
    return {
        "number": each.table.public_number,
        "section": _place_of(event, each.table),
        "names": [line_name(line) for line in each.lines],
    }


def _rows_to_write(event: Tournament, table: Table) -> list[str]:
    """Return what the rows of a blank sheet are for: each board by its name, or as many deals as the match has."""
    game = registry.game(event.game)
    if isinstance(game, TeamGame):
        names = list(game.board_names(event.rules))
    else:
        deals = game.match_length(event.rules).deals if table.best_of == 1 else None
        names = [str(number) for number in range(1, min(deals or MOST_ROWS, MOST_ROWS) + 1)]
        if not deals:
            return names
    # Level in a knockout after all of them, a match goes on.
    return [*names, tiebreak_deal(event.game) or _("Tie-break")] if format_of(event.format).is_elimination else names


@on_paper
def print_sheets(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Print a blank sheet for each open table of a round."""
    number = number_in(request.GET.get("turno", ""))
    found = hall(event, number)
    if found is None and number is not None:
        raise MissingError
    chosen = found.now.number if found else 0
    round_, tables = printable(event, chosen)
    name = round_name(round_.number, rounds_in(event)) if round_ else ""
    sheets: list[dict[str, Any]] = []
    for each in tables:
        lines = [(LETTERS[line.index], line_name(line)) for line in each.lines if is_there(line)]
        rows = _rows_to_write(event, each.table)
        sheets.append({**_row(event, each), "lines": lines, "games": games(each.table), "rows": rows})
    context = {"sheets": sheets, "round": name, "number": chosen, "of_teams": is_of_teams(event)}
    return list_page(request, event, "paper/print_sheets.html", what="sheets", title=_("Result sheets"), **context)


@on_paper
def print_standings(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Print all standings, on A4 or in large letters on A3."""
    asked = number_in(request.GET.get("fase", "")) or 0
    number = asked if asked in stages_over(event) else 0
    is_a3 = request.GET.get("foglio") == "a3"
    is_final = event.status == Tournament.Status.FINISHED and not number
    shown = at_stage(event, number) if number else event
    columns = standing_columns(shown)
    stage = stage_of(shown)
    said = ""
    if number:
        assert stage is not None  # noqa: S101 - stages that are over are in rounds
        rows = stage_standings(event, number)
        tables, said = stage_tables(shown, stage, rows), stage_over()
    else:
        progress, rows = progress_of(event), all_standings(event)
        if stage is None:
            whole = standing_rows(event, rows, progress.rounds, sum(row.place is None for row in rows))
            tables = [StandingsTable("", whole)]
        else:
            tables = stage_tables(event, stage, rows)
            said = "" if event.status == Tournament.Status.FINISHED else provisional(progress)
    context: dict[str, Any] = {
        "tables": tables,
        "said": said,
        "legend": columns_legend(shown, stage),
        "column": column_name(event),
        "columns": columns,
        "has_vp": "VP" in columns,
        "clubs": None if number else club_rows(event),
        "players": None if number else player_standings(event),
        "digest": "" if number else closing_digest(event),
        "prizes": prize_rows(event) if is_final else [],
        "size": "a3" if is_a3 else "a4",
        "stages": stage_links(event, reverse("print_standings", args=(event.slug,)), number, "fase"),
        "number": number,
    }
    what, title = "standings-a3" if is_a3 else "standings", _("Final standings") if is_final else _("Standings")
    if number:
        title = _("Standings: %(stage)s") % {"stage": stage_title(event, number)}
    return list_page(request, event, "paper/print_standings.html", what=what, title=title, **context)


def list_page(request: HttpRequest, event: Tournament, template: str, **context: Any) -> HttpResponse:
    """Show a printed list, with the time at which it was made."""
    return show(
        request,
        template,
        event,
        "organise_jobs",
        **{"printed": timezone.now(), "key": uuid4().hex, "size": "a4", **context},
    )


LAYOUTS = ("a6", "a4")


@officials(reads=Right.ORGANISE)
def organise_print(request: HttpRequest, slug: str, number: int | None = None) -> HttpResponse:
    """Print the slips of a round; of the current one if none is named."""
    event, _actor = organiser_of(request, slug)
    chosen = number or number_in(request.GET.get("turno", ""))
    if not chosen:
        current = hall(event)
        chosen = current.now.number if current else 1
    round_, tables = printable(event, chosen)
    if round_ is None and number is not None:
        raise MissingError
    only = number_in(request.GET.get("tavolo", ""))
    layout = request.GET.get("foglio", "a6")
    name = round_name(round_.number, rounds_in(event)) if round_ else ""
    of_teams = is_of_teams(event)
    slips: list[dict[str, Any]] = []
    for each in tables:
        if only not in (None, each.table.number):
            continue
        # The slip is cut in two halves, and each line has its own code.
        halves: list[dict[str, Any]] = []
        for line in each.lines:
            if is_there(line):
                path = reverse("open_code", args=[event.slug, link_code_of(each.table, line.index)])
                halves.append(
                    {
                        "letter": LETTERS[line.index],
                        "name": str(line.entry),
                        "code": code_of(each.table, line.index),
                        "qr": qr(f"{settings.SITE_URL}{path}", "m"),
                    }
                )
        slips.append(
            {
                "event": event.name,
                "round": name,
                "section": _place_of(event, each.table),
                "games": games(each.table),
                "table": each.table.public_number,
                "halves": halves,
                "rows": _rows_to_write(event, each.table),
            }
        )
    context: dict[str, Any] = {
        "round": name,
        "number": chosen,
        "code_address": short_address(f"{settings.SITE_URL}{reverse('enter_code')}"),
        "slips": slips,
        "many": of_teams or any(is_of_several(slip["halves"]) for slip in slips),
        "of_teams": of_teams,
        "key": uuid4().hex,
        "printed": timezone.now(),
        "layout": layout if layout in LAYOUTS else "a6",
        "only_here": command_for_phones(),
    }
    return show(request, "paper/print.html", event, "organise_rounds", **context)


@on_paper
def organise_poster(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Print the poster with a QR code of the event's page, or of the search for one's table after sign-up."""
    takes_entries = event.public_sign_up and event.status in (Tournament.Status.DRAFT, Tournament.Status.OPEN)
    event_format = format_of(event.format)
    opening = event_format.opening if isinstance(event_format, StagesFormat) else event_format
    low = registry.game(event.game).low_wins(event.rules)
    url = f"{settings.SITE_URL}{reverse('event' if takes_entries else 'event_find', args=[event.slug])}"
    context: dict[str, Any] = {
        "key": uuid4().hex,
        "printed": timezone.now(),
        "takes_entries": takes_entries,
        "url": short_address(url),
        "qr": qr(url, "m"),
        "kind": eyebrow(event),
        "going_on": going_on(event),
        "ranking": ranking_words.order(opening.ranking.of_game(low_wins=low)) if isinstance(opening, InRounds) else "",
        "fee": fee_words(event),
        "only_here": command_for_phones(),
    }
    return show(request, "paper/poster.html", event, "organise", **context)


@on_paper
def print_address(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Print where phones find this computer, to be hung up in the hall."""
    context: dict[str, Any] = {
        "printed": timezone.now(),
        "url": short_address(settings.SITE_URL),
        "qr": qr(settings.SITE_URL, "m"),
        "only_here": command_for_phones(),
    }
    return show(request, "paper/print_address.html", event, "organise", **context)


# Sheets in one document, at most.
MOST: Final = 600


@on_paper
def print_certificates(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Print a certificate for everybody, or up to the place in the address."""
    until = number_in(request.GET.get("fino", ""))
    is_final = event.status == Tournament.Status.FINISHED
    people = placed_people(event, until, MOST) if is_final else []
    entered = entries_word(event.entry_size, progress_of(event).entered) if is_final else ""
    words = {1: _("First place"), 2: _("Second place"), 3: _("Third place")}
    sheets: list[dict[str, Any]] = []
    for member in people:
        entry = member.entry
        place = entry.final_place or 0
        # Without people who were made anonymous.
        others = [each.person for each in entry.members.all() if each.pk != member.pk]
        sheets.append(
            {
                "name": str(member.person),
                "partners": list_of_names([str(other) for other in others if other.anonymised_at is None]),
                "club": str(entry.club or ""),
                "place": words.get(place) or _("Place %(place)s") % {"place": place},
                "of": _("of %(entries)s") % {"entries": entered},
                "is_prize": place <= PRIZED,
            }
        )
    context: dict[str, Any] = {
        "sheets": sheets,
        "has_logo": bool(people) and has_logo(event.club),
        "number": until,
        "first": PRIZED,
        "most": MOST if len(people) == MOST else 0,
    }
    title = _("Certificates")
    return list_page(request, event, "paper/print_certificates.html", what="certificates", title=title, **context)
