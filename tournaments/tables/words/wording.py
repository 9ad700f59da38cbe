"""Words of a sheet: reasons for points, names of deals, how a match ended."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.competition.match.outcomes import is_of_several
from tournaments.events.words.parts import part_of
from tournaments.events.words.sentences import cause as cause_words
from tournaments.frame.round_names import round_name
from tournaments.games import registry
from tournaments.games.contract import DealScore
from tournaments.models import Table, Tournament
from tournaments.tables.words.course import tiebreak_name
from tournaments.tables.writes.table_sheets import Sheet
from tournaments.tables.writes.told import line_name as name

__all__ = [
    "deal_name",
    "ending",
    "hall",
    "letter",
    "minutes_ago",
    "name",
    "score_text",
    "where",
    "why",
]
LETTERS = "ABCDEF"


def letter(line: int) -> str:
    """Return the letter of a line: A, B, ..."""
    return LETTERS[line]


def why(event: Tournament, score: DealScore, line: int) -> str:
    """Return the reasons for a line's points in a deal, such as “cards 1 · sweeps 2”."""
    phrases = registry.game(event.game).phrases
    reasons = [(award.code, award.points[line]) for award in score.awards if award.points[line]]
    words = [f"{_lower(_(phrases.get(code, code)))} {points}" for code, points in reasons]
    return " · ".join(words)


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


def deal_name(game: str, number: int, tiebreak: int, kind: str = "deal") -> str:
    """Return the name of a deal on the sheet, or of whatever else decides a tie."""
    return tiebreak_name(game, tiebreak, kind) if tiebreak else _("Deal %(number)s") % {"number": number}


def where(sheet: Sheet) -> str:
    """Return the round and the number of a table, for the head of its page."""
    return where_of(sheet.event, sheet.table, sheet.rounds)


def where_of(event: Tournament, table: Table, rounds: int) -> str:
    """Return “Semifinals · table 2”; a placement match has its section for the round, a group goes beside it."""
    part = part_of(event, table)
    if not part or table.group:
        part = " · ".join(filter(None, [round_name(table.round.number, rounds), part]))
    return f"{part} · {hall(table)}"


def hall(table: Table) -> str:
    """Return the number of a table in the hall; its number in the plan where it has none there."""
    return _("table %(number)s") % {"number": table.hall_number or table.number}


def score_text(points: Sequence[int | None]) -> str:
    """Return points as people say them: “21–14” for two lines, “A 57 · B 101 · C 30” for more."""
    said = ["?" if value is None else str(value) for value in points]
    if not is_of_several(said):
        return "–".join(said)
    return " · ".join(f"{letter(line)} {value}" for line, value in enumerate(said))


def ending(table: Table, game: str, *, several: bool) -> str:
    """Return how a match of ``game`` ended, or "" where the points say it all."""
    phrases = registry.game(game).phrases
    cause = str(table.note.get("cause", ""))
    walkover = _("Not played: too few were there.") if several else _("Walkover: the other line withdrew.")
    words = {
        "time": _("The hall clock ended the match."),
        "tiebreak": _("Level: decided by tie-break deals."),
        "last_capture": _("Level after the last tie-break deal: the line that made the last capture lost."),
        "walkover": walkover,
        "bye": _("A bye: nobody had to play."),
        "forfeit": _("Forfeit: %(cause)s.") % {"cause": cause_words(cause, game) if cause else "-"},
    }
    if table.ending in words:
        return words[table.ending]
    how = phrases.get(f"tie.{table.ending}")
    return _("Level: decided by this: %(how)s.") % {"how": _lower(_(how))} if how else ""


def minutes_ago(minutes: int) -> str:
    """Return how long ago a table was called."""
    if not minutes:
        return _("called just now")
    return ngettext("called %(n)s minute ago", "called %(n)s minutes ago", minutes) % {"n": minutes}
