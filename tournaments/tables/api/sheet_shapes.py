"""A table with its sheet, for those who sit or work there: what is written, how the match stands, what may be done."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext

from tournaments.competition.match import contents
from tournaments.competition.match.contents import LETTERS
from tournaments.competition.rooms import room_at
from tournaments.frame.deal_words import award_name
from tournaments.frame.policies import Actor
from tournaments.games import registry
from tournaments.games.contract import Json
from tournaments.games.memo import deal_form
from tournaments.models import Scoresheet
from tournaments.tables.api.answers import (
    DealSpotShape,
    SheetAwardShape,
    SheetDealShape,
    SheetGameShape,
    SheetLineShape,
    SheetOutcomeShape,
    SheetTieShape,
    SheetVersionShape,
    TableRulingShape,
    TableState,
    TableYouShape,
)
from tournaments.tables.reads.game_course import line_name
from tournaments.tables.writes.table_sheets import Sheet, SheetDeal, SheetGame, causes, what_may
from tournaments.timing.reads import bank_of, clock_of_table, ends_at, ms_of


def table_state(sheet: Sheet, actor: Actor) -> dict[str, Json]:
    """Everything about one table, for one reader."""
    spot = sheet.next_spot
    return TableState.of(
        sheet.table,
        event=sheet.event.slug,
        room=room_at(sheet.event.rooms, sheet.table.hall_number),
        sheet_version=sheet.base,
        lines=line_shapes(sheet),
        games=[_game(sheet, game) for game in sheet.games],
        outcome=sheet.outcome and SheetOutcomeShape.of(sheet.outcome),
        contradicted=sheet.replaced.outcome["points"] if sheet.replaced else None,
        forfeit=sheet.content.get("forfeit"),
        next=None if sheet.is_over else DealSpotShape.of(spot, tiebreak=sheet.tiebreak_at(spot)),
        tie=tie_shape(sheet),
        clock=clock_shape(sheet),
        versions=[version_shape(each, actor) for each in sheet.versions],
        rulings=[
            TableRulingShape.of(
                each, reason=each.reason if actor.is_official else "", made_by=_who(each.made_by, actor)
            )
            for each in sheet.rulings
        ],
        you=TableYouShape.of(actor),
        may=asdict(what_may(actor, sheet)),
    )


def line_shapes(sheet: Sheet) -> list[dict[str, Json]]:
    """The lines of the table with how they stand."""
    found, states = [], sheet.now.state.lines
    for line in sheet.lines:
        now, bank = states[line.index], bank_of(line)
        found.append(
            SheetLineShape.of(
                line,
                letter=LETTERS[line.index],
                name=line_name(line),
                state=now.state,
                total=now.total,
                deals=now.deals,
                clock_left_ms=None if bank is None else bank.time_left(ms_of(timezone.now())),
                clock_runs=bank is not None and bank.running is not None,
            )
        )
    return found


def _game(sheet: Sheet, game: SheetGame) -> dict[str, Json]:
    return SheetGameShape.of(game, deals=[deal_shape(sheet, deal) for deal in game.deals])


def deal_shape(sheet: Sheet, deal: SheetDeal) -> dict[str, Json]:
    """A deal with what it gave to each and why, and the values that write it again."""
    return SheetDealShape.of(
        deal,
        awards=[SheetAwardShape.of(award, text=award_name(sheet.event.game, award)) for award in deal.score.awards],
        left=[{"line": line, "cause": cause} for line, cause in sorted(deal.score.left.items())],
        values=deal_form(registry.game(sheet.event.game), deal.sheet),
    )


def tie_shape(sheet: Sheet) -> dict[str, Json] | None:
    """The tie that is open now."""
    tie = sheet.tie
    if tie is None:
        return None
    said = registry.game(sheet.event.game).phrases.get(f"tie.{tie.kind}", tie.kind)
    return SheetTieShape.of(tie, text=gettext(said))


def clock_shape(sheet: Sheet) -> dict[str, Json]:
    """The clock that the table goes by, its own or its round's."""
    clock, now = clock_of_table(sheet.table, sheet.event.round_minutes), ms_of(timezone.now())
    return {
        "state": clock.state(now),
        "left_ms": clock.time_left(now),
        "length_ms": clock.length,
        "added_ms": clock.added,
        "ends_at": ends_at(clock),
        "time_called": clock.called is not None,
        "is_own": sheet.table.clock_started_at is not None,
        "has_own_time": sheet.table.has_own_time,
    }


def version_shape(version: Scoresheet, actor: Actor) -> dict[str, Json]:
    """A version of the sheet; officials see who wrote it and why, the lines which line it was."""
    outcome = contents.readable_outcome(version.outcome)
    return SheetVersionShape.of(
        version,
        points=outcome["points"],
        over=outcome["over"],
        entered_by=_who(version.entered_by, actor),
        reason=version.reason if actor.is_official else "",
    )


def whole_version_shape(sheet: Sheet, version: Scoresheet, actor: Actor, games: Sequence[SheetGame]) -> dict[str, Json]:
    """A version of the sheet with all that it says."""
    return {
        **version_shape(version, actor),
        "games": [_game(sheet, game) for game in games],
        "forfeit": contents.readable_content(version.content)["forfeit"],
    }


def _who(user: object, actor: Actor) -> str | None:
    """The name of an account, for officials."""
    return str(user) if user is not None and actor.is_official else None


def cause_list(sheet: Sheet) -> list[dict[str, Any]]:
    """The faults for which this event lets a line lose, with their words."""
    phrases = registry.game(sheet.event.game).phrases
    return [{"cause": cause, "text": gettext(phrases.get(f"cause.{cause}", cause))} for cause in causes(sheet.event)]
