"""What was written at a table, for the pages of its sheet, a correction or a fault: deals, result, author."""

from collections.abc import Sequence
from typing import Any

from tournaments.competition.discipline import KINDS
from tournaments.competition.match.contents import LETTERS
from tournaments.competition.match.outcomes import Outcome
from tournaments.discipline.words import PILLS, history_of
from tournaments.events.words import sentences as words
from tournaments.frame.numbers import score_text
from tournaments.models import Ruling
from tournaments.tables.words import wording
from tournaments.tables.writes.table_sheets import Sheet, SheetGame


def record(sheet: Sheet) -> dict[str, Any]:
    """Return the deals so far with their reasons, the result, who wrote the version in force, and the rulings.

    Each ruling comes with its history; cancelled and dismissed ones are shown too.
    """
    latest, entered_by = sheet.latest, ""
    if latest is not None and latest.entered_by_line is not None:
        line = next(line for line in sheet.lines if line.index == latest.entered_by_line)
        entered_by = f"{wording.letter(line.index)} {wording.name(line)}"
    elif latest is not None:
        entered_by = str(latest.entered_by or "")
    return {
        "games": shown_games(sheet, sheet.games),
        "ending": wording.ending(sheet.table, sheet.event.game, several=sheet.is_of_several),
        "results": results(sheet),
        "contradicted": score_text(sheet.replaced.outcome["points"]) if sheet.replaced else "",
        "score": score_text(sheet.outcome.points) if sheet.outcome else "",
        "entered_by": entered_by,
        "rulings": [
            {
                "made": made,
                "what": words.ruling(made, sheet.event.game, several=sheet.is_of_several),
                "status": "" if made.status == Ruling.Status.IN_FORCE else made.get_status_display(),
                "pill": PILLS.get(Ruling.Status(made.status), ""),
                "more": history_of(made),
                "may_cancel": made.status == Ruling.Status.IN_FORCE and made.kind in KINDS,
            }
            for made in sheet.rulings
        ],
    }


def results(sheet: Sheet) -> list[dict[str, Any]]:
    """Return the confirmed result, line by line; ordered by place where more than two sat."""
    return _in_order(sheet, [(line.points, line.place, line.vp, line.mp) for line in sheet.lines])


def outcome_rows(sheet: Sheet, outcome: Outcome) -> list[dict[str, Any]]:
    """Return points, place, VP and MP of each line as an outcome gives them."""
    return _in_order(sheet, list(zip(outcome.points, outcome.places, outcome.vp, outcome.mp, strict=True)))


def _in_order(sheet: Sheet, values: Sequence[tuple[int | None, ...]]) -> list[dict[str, Any]]:
    """Return a row for each line with its points, place, VP and MP; ordered by place where more than two sat.

    The rows that win or advance are marked, none in a draw.
    """
    rows: list[dict[str, Any]] = [
        {"letter": letter, "name": name, "points": points, "place": place, "vp": vp, "mp": mp}
        for letter, name, (points, place, vp, mp) in zip(LETTERS, sheet.names, values, strict=False)
    ]
    through = sheet.chairs.through
    ahead = [row for row in rows if row["place"] is not None and row["place"] <= through]
    is_drawn = sheet.chairs.may_draw and len(ahead) > through
    told = [{**row, "is_through": row in ahead and not is_drawn} for row in rows]
    return sorted(told, key=lambda row: row["place"] or len(told) + 1) if sheet.is_of_several else told


def shown_games(sheet: Sheet, found: Sequence[SheetGame]) -> list[dict[str, Any]]:
    """Return the games for the page: their deals one by one, and as a grid where more than two sit."""
    return [
        {
            "game": game,
            "totals": score_text(game.state.totals),
            "deals": [
                {
                    "spot": deal.spot,
                    "name": wording.row_name(game.told, deal.spot.deal),
                    "points": score_text(deal.score.points),
                    "tiebreak": deal.score.tiebreak,
                    "why": [
                        {"letter": wording.letter(line.index), "why": wording.why(sheet.event, deal.score, line.index)}
                        for line in sheet.lines
                    ],
                }
                for deal in game.deals
            ],
            "seats": wording.seats(game.told),
            "rows": [row for row in wording.rows(game.told) if row["is_tiebreak"] or not game.total_only],
        }
        for game in found
    ]
