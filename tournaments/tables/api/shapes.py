"""A table for those who sit or work there: what is written, how the match stands, what may be done now."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext

from tournaments.competition.match import contents
from tournaments.competition.match.outcomes import Outcome
from tournaments.frame.policies import Actor
from tournaments.games import registry
from tournaments.games.contract import Json, LineState
from tournaments.models import Ruling, Scoresheet, TableLine
from tournaments.tables.writes.game_course import line_name
from tournaments.tables.writes.table_sheets import Sheet, SheetDeal, SheetGame, causes, what_may
from tournaments.timing.reads import bank_of, clock_of_table, ends_at, has_own_time, ms_of

LETTERS = "ABCDEF"


def table_state(sheet: Sheet, actor: Actor) -> dict[str, Json]:
    """Everything about one table, for one reader."""
    table, spot = sheet.table, sheet.next_spot
    return {
        "event": sheet.event.slug,
        "number": table.number,
        "hall_number": table.hall_number,
        "round": table.round.number,
        "section": table.section,
        "group": table.group,
        "status": table.status,
        "version": table.version,
        "sheet_version": sheet.base,
        "best_of": table.best_of,
        "through": table.through,
        "ending": table.ending,
        "referee_called": table.referee_called,
        "called_at": table.called_at,
        "lines": line_shapes(sheet),
        "games": [_game(sheet, game) for game in sheet.games],
        "outcome": outcome_shape(sheet.outcome),
        "contradicted": sheet.replaced.outcome["points"] if sheet.replaced else None,
        "forfeit": sheet.content.get("forfeit"),
        "next": None if sheet.is_over else {"game": spot.game, "deal": spot.deal, "tiebreak": sheet.tiebreak_at(spot)},
        "tie": tie_shape(sheet),
        "clock": clock_shape(sheet),
        "versions": [_version(sheet, each, actor) for each in sheet.versions],
        "rulings": [_ruling(each, actor) for each in sheet.rulings],
        "you": {"role": actor.role, "line": actor.line},
        "may": asdict(what_may(actor, sheet)),
    }


def line_shapes(sheet: Sheet) -> list[dict[str, Json]]:
    """The lines of the table with how they stand."""
    states = sheet.now.state.lines
    return [_line(line, states[line.index]) for line in sheet.lines]


def _line(line: TableLine, now: LineState) -> dict[str, Json]:
    bank = bank_of(line)
    return {
        "index": line.index,
        "letter": LETTERS[line.index],
        "entry": line.entry_id,
        "name": line_name(line),
        "state": now.state,
        "total": now.total,
        "deals": now.deals,
        "points": line.points,
        "games_won": line.games_won,
        "place": line.place,
        "vp": line.vp,
        "mp": line.mp,
        "is_absent": line.is_absent,
        "is_nobody": line.is_nobody,
        "missing_since": line.missing_since,
        "arrived_at": line.arrived_at,
        "clock_left_ms": None if bank is None else bank.left_at(ms_of(timezone.now())),
        "clock_runs": bank is not None and bank.running is not None,
    }


def _game(sheet: Sheet, game: SheetGame) -> dict[str, Json]:
    return {
        "game": game.index,
        "totals": list(game.state.totals),
        "over": game.state.is_over,
        "winner": game.state.winner,
        "time_called": game.state.time_called,
        "total_only": game.total_only,
        "deals": [deal_shape(sheet, deal) for deal in game.deals],
    }


def deal_shape(sheet: Sheet, deal: SheetDeal) -> dict[str, Json]:
    """A deal with what it gave to each and why, and the values that write it again."""
    game = registry.game(sheet.event.game)
    return {
        "game": deal.spot.game,
        "deal": deal.spot.deal,
        "tiebreak": deal.score.tiebreak,
        "points": list(deal.score.points),
        "awards": [
            {
                "code": award.code,
                "text": gettext(game.phrases.get(award.code, award.code)),
                "points": list(award.points),
                "values": None if award.values is None else list(award.values),
            }
            for award in deal.score.awards
        ],
        "left": [{"line": line, "cause": cause} for line, cause in sorted(deal.score.left.items())],
        "values": dict(game.write_sheet(deal.sheet)),
    }


def outcome_shape(outcome: Outcome | None) -> dict[str, Json] | None:
    """What the rules make of what is written."""
    if outcome is None:
        return None
    return {
        "over": outcome.over,
        "points": list(outcome.points),
        "games_won": list(outcome.games_won),
        "places": list(outcome.places),
        "vp": list(outcome.vp),
        "mp": list(outcome.mp),
        "ending": outcome.ending,
    }


def tie_shape(sheet: Sheet) -> dict[str, Json] | None:
    """The tie that is open now."""
    tie = sheet.tie
    if tie is None:
        return None
    said = registry.game(sheet.event.game).phrases.get(f"tie.{tie.kind}", tie.kind)
    return {
        "number": tie.number,
        "kind": tie.kind,
        "text": gettext(said),
        "lines": list(tie.lines),
        "places": list(tie.places),
    }


def clock_shape(sheet: Sheet) -> dict[str, Json]:
    """The clock that the table goes by, its own or its round's."""
    clock, now = clock_of_table(sheet.table, sheet.event.round_minutes), ms_of(timezone.now())
    return {
        "state": clock.state(now),
        "left_ms": clock.left(now),
        "length_ms": clock.length,
        "added_ms": clock.added,
        "ends_at": ends_at(clock),
        "time_called": clock.called is not None,
        "is_own": sheet.table.clock_started_at is not None,
        "has_own_time": has_own_time(sheet.table),
    }


def _version(sheet: Sheet, version: Scoresheet, actor: Actor) -> dict[str, Json]:
    """A version of the sheet; officials see who wrote it and why, the lines which line it was."""
    outcome = contents.readable_outcome(version.outcome)
    return {
        "version": version.version,
        "status": version.status,
        "points": outcome["points"],
        "over": outcome["over"],
        "entered_by_line": version.entered_by_line,
        "entered_by": _who(version.entered_by, actor),
        "reason": version.reason if actor.is_official else "",
        "at": version.created_at,
    }


def version_shape(sheet: Sheet, version: Scoresheet, actor: Actor, games: Sequence[SheetGame]) -> dict[str, Json]:
    """A version of the sheet with all that it says."""
    return {
        **_version(sheet, version, actor),
        "games": [_game(sheet, game) for game in games],
        "forfeit": contents.readable_content(version.content)["forfeit"],
    }


def _who(user: object, actor: Actor) -> str | None:
    """The name of an account, for officials."""
    return str(user) if user is not None and actor.is_official else None


def _ruling(ruling: Ruling, actor: Actor) -> dict[str, Json]:
    return {
        "id": ruling.pk,
        "kind": ruling.kind,
        "status": ruling.status,
        "entry": ruling.entry_id,
        "value": ruling.value,
        "cause": ruling.cause,
        "reason": ruling.reason if actor.is_official else "",
        "made_by": _who(ruling.made_by, actor),
        "made_at": ruling.made_at,
    }


def cause_list(sheet: Sheet) -> list[dict[str, Any]]:
    """The faults for which this event lets a line lose, with their words."""
    phrases = registry.game(sheet.event.game).phrases
    return [{"cause": cause, "text": gettext(phrases.get(f"cause.{cause}", cause))} for cause in causes(sheet.event)]
