"""A match in words: deal by deal, reasons for points, names of deals, how it ended."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tournaments.competition.match.contents import LETTERS
from tournaments.competition.rooms import room_at
from tournaments.events.words.by_format import part_of
from tournaments.events.words.sentences import cause as cause_words
from tournaments.events.words.sentences import list_of_names, phrase
from tournaments.frame.deal_words import award_name, deal_title, tiebreak_deal
from tournaments.frame.round_names import round_name
from tournaments.games import registry
from tournaments.games.contract import DealScore, Line, Tie
from tournaments.models import Table, Tournament
from tournaments.tables.reads.game_course import NamedGame
from tournaments.tables.reads.game_course import line_name as name
from tournaments.tables.writes.table_sheets import Sheet


def seats(told: NamedGame, playing: Iterable[Line] | None = None) -> list[dict[str, Any]]:
    """Return every chair of the table. ``playing`` are the lines of the deal to write; None: all still in the match.

    The label of a chair is its state in a word; at the last table the line that is through has won. Where a match may
    end level nobody goes on from it, so nobody is out.
    """
    setting, states = told.state.circumstances, told.state.lines
    here = {line for line, each in enumerate(states) if each.state == "playing"} if playing is None else set(playing)

    def label(state: str) -> str:
        if state == "through" and setting.through == 1:
            return _("winner")
        return phrase(told.game, f"state.{state}") if state != "out" or setting.must_decide else ""

    return [
        {
            "letter": LETTERS[line].lower(),
            "name": told.names[line],
            "state": each.state,
            "label": label(each.state),
            "total": each.total,
            "deals": each.deals,
            "is_in": line in here,
        }
        for line, each in enumerate(states)
    ]


def with_typed(
    seats: Iterable[Mapping[str, Any]], values: Mapping[str, str], errors: Mapping[str, str]
) -> list[dict[str, Any]]:
    """Return the chairs with what was typed about each and its errors, by field name without the letter."""
    return [
        {**seat, "typed": _about(seat["letter"], values), "wrong": _about(seat["letter"], errors)} for seat in seats
    ]


def _about(letter: str, fields: Mapping[str, str]) -> dict[str, str]:
    ending = f"_{letter}"
    return {name.removesuffix(ending): value for name, value in fields.items() if name.endswith(ending)}


def rows(told: NamedGame) -> list[dict[str, Any]]:
    """Return the rows of the grid, tie-breaks included, in the order of play."""
    found = []
    for number, cells in enumerate(told.state.course.rows):
        tiebreak = told.state.deals[number].tiebreak
        found.append(
            {
                "deal": number,
                "short": pgettext("short for a tie-break", "T%(n)s") % {"n": tiebreak} if tiebreak else number + 1,
                "name": row_name(told, number),
                "is_tiebreak": bool(tiebreak),
                "cells": [
                    {
                        "letter": LETTERS[line],
                        "points": cell.points,
                        "total": cell.total,
                        "marks": [{"code": code, "label": phrase(told.game, f"mark.{code}")} for code in cell.marks],
                        "is_empty": cell.points is None and not cell.marks,
                    }
                    for line, cell in enumerate(cells)
                ],
            }
        )
    return found


def row_name(told: NamedGame, number: int) -> str:
    """Return the name of a row's deal."""
    deal = told.state.deals[number]
    if not deal.tiebreak:
        return deal_title(told.game, number + 1)
    tie = told.state.broken.get(number)
    return tiebreak_name(told.game, deal.tiebreak, tie.kind if tie else "deal")


def tiebreak_name(game: str, number: int, kind: str = "deal") -> str:
    """Return the name of what decides a tie: a numbered deal, or the game's own name for it."""
    if kind != "deal":
        return phrase(game, f"tie.{kind}")
    own = tiebreak_deal(game)
    if own:
        return own
    ordinal = (_("1st tie-break deal"), _("2nd tie-break deal"), _("3rd tie-break deal"))
    return ordinal[number - 1] if 0 < number <= len(ordinal) else _("Tie-break deal %(n)s") % {"n": number}


def standing(told: NamedGame) -> list[str]:
    """Return in sentences what is certain: which lines advance or win, which are level, what breaks the tie."""
    sentences = [sentence for sentence in [certain(told)] if sentence]
    tie = told.state.tie
    if tie is not None:
        how = _small(tiebreak_name(told.game, tie.number, tie.kind))
        values = {"names": names_of(told.names, tie.lines), "how": how}
        sentences.append(_("%(names)s are level: %(how)s.") % values)
    return sentences


def certain(told: NamedGame) -> str:
    """Return which lines advance or win, or "" while that is open."""
    names = [told.names[line] for line, each in enumerate(told.state.lines) if each.state == "through"]
    if not names:
        return ""
    if told.state.circumstances.through == 1:
        return _("%(names)s wins.") % {"names": list_of_names(names)}
    return ngettext("%(names)s goes through.", "%(names)s go through.", len(names)) % {"names": list_of_names(names)}


def names_of(names: Sequence[str], lines: Iterable[Line]) -> str:
    """Return the names of these lines, in the order of the table."""
    return list_of_names([names[line] for line in sorted(lines)])


def tie_title(game: str, names: Sequence[str], tie: Tie, hall: str) -> str:
    """Return the title of a tie: “Neri and Gallo level at table 7: 1st tie-break deal”."""
    how = _small(tiebreak_name(game, tie.number, tie.kind))
    values = {"names": names_of(names, tie.lines), "table": hall, "how": how}
    return _("%(names)s level at %(table)s: %(how)s") % values


def stakes(places: tuple[int, int], through: int) -> str:
    """Return what the level lines play for."""
    first, last = places
    if through == 1 and first == 1:
        return _("The win is at stake.")
    if first <= through < last:
        free = through - first + 1
        sentence = ngettext(
            "At stake: the last place that goes through.", "At stake: the %(n)s last places that go through.", free
        )
        return sentence % {"n": free}
    return _("At stake: places %(first)s to %(last)s of the table.") % {"first": first, "last": last}


def outcome_of(told: NamedGame, row: int) -> str:
    """Return what a tie-break gave to each line that played it: “Neri 0, Gallo 12”."""
    cells = told.state.course.rows[row]
    parts = []
    for line, cell in enumerate(cells):
        marks = [_small(phrase(told.game, f"mark.{code}")) for code in cell.marks]
        words = [] if cell.points is None else [str(cell.points)]
        if words or marks:
            parts.append(f"{told.names[line]} {' '.join([*words, *(f'({mark})' for mark in marks)])}")
    return ", ".join(parts)


def _small(text: str) -> str:
    """Return a phrase with a small first letter, for the middle of a sentence."""
    return text[:1].lower() + text[1:]


__all__ = [
    "deal_name",
    "ending",
    "hall",
    "letter",
    "minutes_ago",
    "name",
    "where",
    "why",
]


def letter(line: int) -> str:
    """Return the letter of a line: A, B, ..."""
    return LETTERS[line]


def why(event: Tournament, score: DealScore, line: int) -> str:
    """Return the reasons for a line's points in a deal, such as “cards 1 · sweeps 2”."""
    reasons = [(award_name(event.game, award), award.points[line]) for award in score.awards if award.points[line]]
    return " · ".join(f"{_lower(name)} {points}" for name, points in reasons)


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


def deal_name(game: str, number: int, tiebreak: int, kind: str = "deal") -> str:
    """Return the name of a deal on the sheet, or of whatever else decides a tie."""
    return tiebreak_name(game, tiebreak, kind) if tiebreak else deal_title(game, number)


def where(sheet: Sheet) -> str:
    """Return the round and the number of a table, for the head of its page."""
    return where_of(sheet.event, sheet.table, sheet.rounds)


def where_of(event: Tournament, table: Table, rounds: int) -> str:
    """Return “Semifinals · table 2”; a placement match has its section for the round, a group goes beside it.

    Where the tables of the event stand in several rooms, the room comes before the table.
    """
    part = part_of(event, table)
    if not part or table.group:
        part = " · ".join(filter(None, [round_name(table.round.number, rounds), part]))
    return " · ".join(filter(None, [part, room_at(event.rooms, table.hall_number), hall(table)]))


def hall(table: Table) -> str:
    """Return the number of a table in the hall; its number in the plan where it has none there."""
    return _("table %(number)s") % {"number": table.public_number}


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
