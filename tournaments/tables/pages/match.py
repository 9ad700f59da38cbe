"""One match: every deal with the reason of each point, ties, rulings, VP and MP, versions of the sheet."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from tournaments.competition.match import contents, outcomes
from tournaments.competition.match.contents import LETTERS
from tournaments.competition.match.outcomes import is_of_several
from tournaments.competition.rooms import room_at
from tournaments.errors import RefusedError
from tournaments.events.pages import sharing
from tournaments.events.pages.event_frame import render_main
from tournaments.events.pages.event_page import Page, answer
from tournaments.events.reads.events import progress_of
from tournaments.events.words import sentences as words
from tournaments.frame import access
from tournaments.frame.access import visitor
from tournaments.frame.deal_words import award_name, deal_title, tiebreak_deal
from tournaments.frame.numbers import score_text
from tournaments.frame.policies import Right, door
from tournaments.frame.reads.entry_places import has_rotating
from tournaments.frame.reads.formats import regulation_of
from tournaments.frame.reads.teams import is_of_teams
from tournaments.games import registry
from tournaments.games.contract import Award, DealScore, Json
from tournaments.models import Scoresheet, Table, Tie, Tournament
from tournaments.tables.reads import cards
from tournaments.tables.reads.cards import Card, MatchRecord
from tournaments.tables.reads.game_course import NamedGame
from tournaments.tables.reads.line_ups import BoardRow, board_rows, members_of
from tournaments.tables.words import wording
from tournaments.templatetags.evening import with_sign


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
    progress, card = progress_of(event), found.card
    several = is_of_several(card.sides)
    # The games of the sheet in force by the rules; None where they refuse what is stored.
    told: list[NamedGame] | None = []
    shown: list[dict[str, Any]] = []
    if found.sheet is not None:
        names = tuple(side.name or _("nobody") for side in card.sides)
        try:
            states = outcomes.games_of(regulation_of(event), card.chairs, found.sheet.content)
        except RefusedError:
            told = None
        else:
            told = [NamedGame(event.game, names, state) for state in states]
            shown = games(event, found.sheet.content, told, with_titles=card.best_of > 1)
    title, room = words.table_title(card, progress.rounds), room_at(event.rooms, card.hall_number)
    if card.hall_number is not None:
        title = " · ".join(filter(None, [title, room, _("table %(table)s") % {"table": card.hall_number}]))
    lines = [
        {
            "letter": LETTERS[index],
            "name": words.side_name(side, progress.rounds, from_table=words.is_of_several(card)),
            "entry": side.entry,
            "points": "" if side.points is None else side.points,
            "place": side.place,
            "vp": side.vp,
            "mp": None if side.mp is None else with_sign(side.mp),
            "is_winner": card.has_won(side),
        }
        for index, side in enumerate(card.sides)
    ]
    if several:
        # By place, once there are places.
        lines = sorted(lines, key=lambda line: line["place"] or len(lines) + 1)
    entries = [side.entry for side in card.sides]
    # Of each game the boards at which it is known who sat.
    boards: list[list[BoardRow]] = []
    if told and is_of_teams(event):
        members = members_of(entry for entry in entries if entry is not None)
        rows = (board_rows(event, entries, each.state.deals, members) for each in told)
        boards = [[row for row in game if any(row.people)] for game in rows]
    context = {
        "title": title,
        "who": words.competitor_word(2 if has_rotating(event) else event.entry_size),
        "lines": lines,
        "many": several,
        "through": card.through,
        "has_vp": event.vp_scale is not None,
        "standing": wording.standing(told[-1]) if told and several else [],
        "note": words.note(card, event.game, room=room),
        "state": words.state(card),
        "state_label": words.state_label(card),
        "games": shown,
        "board_names": [side.name for side in card.sides],
        "boards": [
            {
                "title": _("Game %(n)s") % {"n": number} if len(boards) > 1 else "",
                "rows": [
                    {
                        "name": row.name,
                        "teams": [
                            (side.name, ", ".join(member.name for member in team))
                            for side, team in zip(card.sides, row.people, strict=True)
                        ],
                        "points": "" if row.points is None else score_text(row.points),
                    }
                    for row in game
                ],
            }
            for number, game in enumerate(boards, 1)
            if game
        ],
        "is_unreadable": told is None,
        "forfeit": _forfeit(event, card),
        "matches": words.games(card),
        "is_done": card.status == Table.Status.DONE,
        **_history(event, found, told or []),
    }
    return render_main(event, "tables/_match.html", "", context, progress)


def games(
    event: Tournament, content: Json, told: Sequence[NamedGame], *, with_titles: bool = False
) -> list[dict[str, Any]]:
    """Return every game of a sheet, deal by deal, with the running totals; for a total, only the deals after it."""
    scored, found = registry.game(event.game), []
    for number, (game, one) in enumerate(zip(content["games"], told, strict=True), start=1):
        total_only = bool(game.get("total_only"))
        totals: tuple[int, ...] = ()
        deals = []
        for at, sheet in enumerate(game["deals"], start=1):
            deal = scored.score_sheet(event.rules, sheet)
            if not deal.tiebreak:
                totals = tuple(map(sum, zip(totals or (0,) * len(deal.points), deal.points, strict=True)))
            deals.append(explained_deal(event.game, deal, at, totals))
        # What happens to the deal in progress is said first.
        after_time = scored.time_rule(event.rules, one.state.circumstances)
        rows = wording.rows(one) if one.is_of_several else []
        total = next((deal["totals"] for deal in reversed(deals) if deal["totals"]), "")
        found.append(
            {
                "title": _("Game %(n)s") % {"n": number} if with_titles else "",
                "time_called": [_(scored.phrases[f"time.{code}"]) for code in after_time.over[:1]]
                if game.get("time_called")
                else [],
                "seats": wording.seats(one) if one.is_of_several else [],
                "rows": [row for row in rows if row["is_tiebreak"] or not total_only],
                "has_reasons": any(deal.awards for deal in one.state.deals),
                "deals": [deal for deal in deals if deal["is_tiebreak"] or not total_only],
                "total": total if total_only else "",
            }
        )
    return found


def explained_deal(game: str, deal: DealScore, number: int, totals: Sequence[int] = ()) -> dict[str, Any]:
    """Return a deal for its page: points, their origin, and the last capture where it decided."""
    line, last_capture = deal.facts.get("last_capture"), ""
    title = deal_title(game, number)
    if deal.tiebreak:
        title = tiebreak_deal(game) or _("Tie-break %(n)s") % {"n": deal.tiebreak}
    if line is not None and deal.tiebreak and len(set(deal.points)) > 1:
        last_capture = _("Last capture: line %(line)s.") % {"line": LETTERS[line]}
    elif line is not None and deal.tiebreak:
        last_capture = _("Level; the last capture was line %(line)s's.") % {"line": LETTERS[line]}
    return {
        "title": title,
        "is_tiebreak": bool(deal.tiebreak),
        "points": score_text(deal.points),
        "lines": [{"letter": LETTERS[at], "points": points} for at, points in enumerate(deal.points)],
        "totals": score_text(totals) if totals and not deal.tiebreak else "",
        "awards": [award_words(game, award) for award in deal.awards],
        "only_points": _(only) if (only := registry.game(game).phrases.get("deal.only_points")) else "",
        "last_capture": last_capture,
    }


def award_words(game: str, award: Award) -> dict[str, str]:
    """Return “Primiera 78 to 71: A”: what was compared, and who got the points."""
    name = award_name(game, award)
    if award.values is not None and not is_of_several(award.values):
        values = {"name": name, "a": award.values[0], "b": award.values[1]}
        name = _("%(name)s %(a)s to %(b)s") % values
    elif award.values is not None:
        name = f"{name} {' · '.join(map(str, award.values))}"
    given = [f"{LETTERS[line]} +{each}" for line, each in enumerate(award.points) if each]
    return {"what": name, "points": ", ".join(given) or _("nobody")}


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


def _history(event: Tournament, found: MatchRecord, told: Sequence[NamedGame]) -> dict[str, list[dict[str, Any]]]:
    """Return what is on record: the ties, the rulings in force, and the versions of the sheet, each as a list of steps.

    The public reads the reason of a ruling only where an official wrote something for them. The line that entered a
    version is the only author shown, and no reason.
    """
    card, ties, rulings, versions = found.card, [], [], []
    several, names = is_of_several(card.sides), [side.name for side in card.sides]
    for tie in found.ties:
        is_decided = tie.status == Tie.Status.DECIDED
        after = _("still open") if tie.status == Tie.Status.OPEN else ""
        if is_decided:
            # The result of the tie-break for those who played it.
            game, spot = told[tie.game] if tie.game < len(told) else None, (tie.number, list(tie.lines))
            broken = game.state.broken.items() if game is not None else ()
            rows = [row for row, each in broken if (each.number, list(each.lines)) == spot]
            after = wording.outcome_of(game, rows[0]) if game is not None and rows else ""
        how = wording.tiebreak_name(event.game, tie.number, tie.kind)
        ties.append(
            {
                "at": tie.decided_at or tie.opened_at,
                "what": _("%(names)s level: %(how)s") % {"names": wording.names_of(names, tie.lines), "how": how},
                "who": _("version %(n)s of the sheet") % {"n": tie.sheet.version} if is_decided and tie.sheet else "",
                "why": wording.stakes((tie.places[0], tie.places[1]), card.through),
                "kind": "good" if is_decided else "prize",
                "before": "",
                "after": after,
                "cancelled": tie.status == Tie.Status.CANCELLED,
            }
        )
    for ruling in found.rulings:
        parts = [words.ruling(ruling, event.game, several=several), str(ruling.entry or "")]
        if ruling.cause and not several:
            parts.append(words.cause(ruling.cause, event.game))
        rulings.append(
            {
                "at": ruling.made_at,
                "what": " · ".join(part for part in parts if part),
                "who": "",
                "why": ruling.public_reason,
                "kind": "alarm",
                "before": "",
                "after": "",
                "cancelled": False,
            }
        )
    for sheet in found.sheets:
        points, who = contents.readable_outcome(sheet.outcome)["points"], _("officials")
        if sheet.entered_by_line is not None:
            letter = LETTERS[sheet.entered_by_line]
            who = _("player %(letter)s") % {"letter": letter} if several else _("line %(line)s") % {"line": letter}
        versions.append(
            {
                "at": sheet.created_at,
                "what": f"{sheet.get_status_display()} · {score_text(points)}",
                "who": who,
                "why": "",
                "kind": "good" if sheet.status == Scoresheet.Status.CONFIRMED else "",
                "before": "",
                "after": "",
                "cancelled": sheet.status == Scoresheet.Status.UNDONE,
            }
        )
    return {"ties": ties, "rulings": rulings, "versions": versions}
