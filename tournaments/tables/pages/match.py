"""One match: every deal with the reason of each point, ties, rulings, VP and MP, versions of the sheet."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from tournaments.competition.match import contents, outcomes
from tournaments.competition.match.outcomes import is_of_several
from tournaments.errors import RefusedError
from tournaments.events.pages import sharing
from tournaments.events.pages.event_frame import render_main
from tournaments.events.pages.event_page import Page, answer
from tournaments.events.reads.events import EventProgress, progress_of
from tournaments.events.words import sentences as words
from tournaments.frame import access
from tournaments.frame.access import visitor
from tournaments.frame.policies import Right, door
from tournaments.frame.reads.formats import regulation_of
from tournaments.frame.reads.places import has_rotating
from tournaments.games import contract, registry
from tournaments.games.contract import Award, DealScore, Json
from tournaments.models import Ruling, Scoresheet, Table, Tie, Tournament
from tournaments.tables.reads import cards
from tournaments.tables.reads.cards import Card, MatchRecord
from tournaments.tables.words import wording
from tournaments.tables.writes.game_course import NamedGame
from tournaments.templatetags.evening import signed


@door(reads=Right.SEE)
def match(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    event, actor = access.tournament(visitor(request), slug)
    title = _("Match %(n)s of %(event)s") % {"n": number, "event": event.name}
    page = Page(
        "match",
        (number,),
        title,
        lambda: _main(event, number),
        preview=lambda: sharing.of_match(event, number).sentence,
        match=number,
    )
    return answer(request, event, actor, page)


def _main(event: Tournament, number: int) -> str:
    found = cards.match(event, number)
    progress = progress_of(event)
    told, several = _games_by_rules(event, found), is_of_several(found.card.sides)
    context = {
        "title": _title(found.card, progress),
        "who": words.competitor_word(2 if has_rotating(event) else event.entry_size),
        "lines": _lines(found.card, progress),
        "many": several,
        "through": found.card.through,
        "has_vp": event.vp_scale is not None,
        "standing": wording.standing(told[-1]) if told and several else [],
        "note": words.note(found.card, event.game),
        "state": words.state(found.card),
        "state_label": words.state_label(found.card),
        "games": _games(event, found, told),
        "is_unreadable": told is None,
        "ties": [_tie(event, found, tie, told or []) for tie in found.ties],
        "forfeit": _forfeit(event, found.card),
        "rulings": [_ruling(event, ruling, several=several) for ruling in found.rulings],
        "versions": [_version(each, several=several) for each in found.sheets],
        "matches": words.games(found.card),
        "is_done": found.card.status == Table.Status.DONE,
    }
    return render_main(event, "tables/_match.html", "", context, progress)


def _title(card: Card, progress: EventProgress) -> str:
    title = words.table_title(card, progress.rounds)
    if card.hall_number is None:
        return title
    return " · ".join([title, _("table %(table)s") % {"table": card.hall_number}])


def _lines(card: Card, progress: EventProgress) -> list[dict[str, Any]]:
    """Return the lines of the table; of more than two by place, once there are places."""
    several = words.is_of_several(card)
    lines = [
        {
            "letter": words.LETTERS[index],
            "name": words.side_name(side, progress.rounds, from_table=several),
            "entry": side.entry,
            "points": "" if side.points is None else side.points,
            "place": side.place,
            "vp": side.vp,
            "mp": None if side.mp is None else signed(side.mp),
            "is_winner": card.has_won(side),
        }
        for index, side in enumerate(card.sides)
    ]
    return sorted(lines, key=lambda line: line["place"] or len(lines) + 1) if is_of_several(lines) else lines


def _games_by_rules(event: Tournament, found: MatchRecord) -> list[NamedGame] | None:
    """Return the games of the sheet in force by the rules; None where they refuse what is stored."""
    if found.sheet is None:
        return []
    names = tuple(side.name or _("nobody") for side in found.card.sides)
    try:
        states = outcomes.games_of(regulation_of(event), found.card.chairs, found.sheet.content)
    except RefusedError:
        return None
    return [NamedGame(event.game, names, state) for state in states]


def _games(event: Tournament, found: MatchRecord, told: Sequence[NamedGame] | None) -> list[dict[str, Any]]:
    if found.sheet is None or told is None:
        return []
    return games(event, found.sheet.content, told, with_titles=found.card.best_of > 1)


def games(
    event: Tournament, content: Json, told: Sequence[NamedGame], *, with_titles: bool = False
) -> list[dict[str, Any]]:
    """Return every game of a sheet, deal by deal, with the running totals; for a total, only the deals after it."""
    return [
        {
            "title": _("Game %(n)s") % {"n": number} if with_titles else "",
            "time_called": bool(game.get("time_called")),
            "seats": wording.seats(one) if one.is_of_several else [],
            "rows": _rows(game, one) if one.is_of_several else [],
            "has_reasons": any(deal.awards for deal in one.state.deals),
            **_played_game(event, game),
        }
        for number, (game, one) in enumerate(zip(content["games"], told, strict=True), start=1)
    ]


def _rows(game: Json, one: NamedGame) -> list[dict[str, Any]]:
    return [row for row in wording.rows(one) if row["is_tiebreak"] or not game.get("total_only")]


def _tie(event: Tournament, found: MatchRecord, tie: Tie, told: Sequence[NamedGame]) -> dict[str, Any]:
    """Return a tie as recorded: the level lines, the place at stake, the tie-break, and the version of the sheet."""
    names = [side.name for side in found.card.sides]
    is_decided = tie.status == Tie.Status.DECIDED
    values = {
        "names": wording.names_of(names, tie.lines),
        "how": wording.tiebreak_name(event.game, tie.number, tie.kind),
    }
    return {
        "at": tie.decided_at or tie.opened_at,
        "what": _("%(names)s level: %(how)s") % values,
        "who": _("version %(n)s of the sheet") % {"n": tie.sheet.version} if is_decided and tie.sheet else "",
        "why": wording.stakes((tie.places[0], tie.places[1]), found.card.through),
        "kind": "good" if is_decided else "prize",
        "before": "",
        "after": _broken(tie, told) if is_decided else _("still open") if tie.status == Tie.Status.OPEN else "",
        "cancelled": tie.status == Tie.Status.CANCELLED,
    }


def _broken(tie: Tie, told: Sequence[NamedGame]) -> str:
    """Return the result of the tie-break for those who played it."""
    game = told[tie.game] if tie.game < len(told) else None
    found = [] if game is None else [row for row, each in game.state.broken.items() if _is_of(each, tie)]
    return wording.outcome_of(game, found[0]) if game is not None and found else ""


def _is_of(known: contract.Tie, tie: Tie) -> bool:
    return known.number == tie.number and list(known.lines) == list(tie.lines)


def _played_game(event: Tournament, game: Json) -> dict[str, Any]:
    deals = _deals(event, game["deals"])
    if not game.get("total_only"):
        return {"deals": deals, "total": ""}
    total = next((deal["totals"] for deal in reversed(deals) if deal["totals"]), "")
    return {"deals": [deal for deal in deals if deal["is_tiebreak"]], "total": total}


def _deals(event: Tournament, sheets: Sequence[Json]) -> list[dict[str, Any]]:
    game = registry.game(event.game)
    totals: tuple[int, ...] = ()
    explained = []
    for number, sheet in enumerate(sheets, start=1):
        deal = game.score_sheet(event.rules, sheet)
        if not deal.tiebreak:
            totals = tuple(map(sum, zip(totals or (0,) * len(deal.points), deal.points, strict=True)))
        explained.append(explained_deal(event.game, deal, number, totals))
    return explained


def explained_deal(game: str, deal: DealScore, number: int, totals: Sequence[int] = ()) -> dict[str, Any]:
    """Return a deal for its page: points, their origin, and the last capture where it decided."""
    return {
        "title": _("Tie-break %(n)s") % {"n": deal.tiebreak} if deal.tiebreak else _("Deal %(n)s") % {"n": number},
        "is_tiebreak": bool(deal.tiebreak),
        "points": said_points(deal.points),
        "lines": [{"letter": words.LETTERS[line], "points": points} for line, points in enumerate(deal.points)],
        "totals": said_points(totals) if totals and not deal.tiebreak else "",
        "awards": [award_words(game, award) for award in deal.awards],
        "last_capture": _last_capture(deal),
    }


def said_points(points: Sequence[int]) -> str:
    """Return “21–14” for two lines, “A 57 · B 101 · C 30” for more."""
    if not is_of_several(points):
        return words.pair(points)
    return " · ".join(f"{words.LETTERS[line]} {each}" for line, each in enumerate(points))


def award_words(game: str, award: Award) -> dict[str, str]:
    """Return “Primiera 78 to 71: A”: what was compared, and who got the points."""
    name = words.phrase(game, award.code)
    if award.values is not None and not is_of_several(award.values):
        values = {"name": name, "a": award.values[0], "b": award.values[1]}
        name = _("%(name)s %(a)s to %(b)s") % values
    elif award.values is not None:
        name = f"{name} {' · '.join(map(str, award.values))}"
    return {"what": name, "points": _points_of(award.points)}


def _points_of(points: Sequence[int]) -> str:
    given = [f"{words.LETTERS[line]} +{each}" for line, each in enumerate(points) if each]
    return ", ".join(given) or _("nobody")


def _last_capture(deal: DealScore) -> str:
    line = deal.facts.get("last_capture")
    if line is None or not deal.tiebreak:
        return ""
    if len(set(deal.points)) > 1:
        return _("Last capture: line %(line)s.") % {"line": words.LETTERS[line]}
    return _("Level; the last capture was line %(line)s's.") % {"line": words.LETTERS[line]}


def _forfeit(event: Tournament, card: Card) -> str:
    """Return how the match ended by fault, in one sentence."""
    losers = card.note.get("losers")
    if not losers or card.ending not in ("forfeit", "walkover"):
        return ""
    values = {
        "names": ", ".join(side.name for index, side in enumerate(card.sides) if index in losers),
        "cause": words.cause(card.note.get("cause", ""), event.game),
    }
    if card.ending == "walkover":
        return _("No match: %(names)s withdrew or did not come.") % values
    if card.note.get("ruled"):
        return _("Decided by a ruling: %(names)s, %(cause)s.") % values
    return _("Ended by fault: %(names)s (%(cause)s). The points that were open went to the other line.") % values


def _ruling(event: Tournament, ruling: Ruling, *, several: bool) -> dict[str, Any]:
    """Return a ruling in force: the public reads why only where an official wrote something for them."""
    parts = [words.ruling(ruling, event.game, several=several), str(ruling.entry or "")]
    if ruling.cause and not several:
        parts.append(words.cause(ruling.cause, event.game))
    return {
        "at": ruling.made_at,
        "what": " · ".join(part for part in parts if part),
        "who": "",
        "why": ruling.public_reason,
        "kind": "alarm",
        "before": "",
        "after": "",
        "cancelled": False,
    }


def _author(letter: str, *, several: bool) -> str:
    return _("player %(letter)s") % {"letter": letter} if several else _("line %(line)s") % {"line": letter}


def _version(sheet: Scoresheet, *, several: bool) -> dict[str, Any]:
    """Return a version of the sheet; the line that entered it is the only author shown, and no reason."""
    by_line, points = sheet.entered_by_line, contents.readable_outcome(sheet.outcome)["points"]
    who = _author(words.LETTERS[by_line], several=several) if by_line is not None else _("officials")
    return {
        "at": sheet.created_at,
        "what": f"{sheet.get_status_display()} · {said_points(points)}",
        "who": who,
        "why": "",
        "kind": "good" if sheet.status == Scoresheet.Status.CONFIRMED else "",
        "before": "",
        "after": "",
        "cancelled": sheet.status == Scoresheet.Status.UNDONE,
    }
