"""A live table on the page of one reader: everything comes from the reader's view of the match."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tournaments.competition import handing_on
from tournaments.competition.live.setup import circumstances_from_json
from tournaments.competition.match.contents import LETTERS
from tournaments.competition.match.outcomes import is_of_several
from tournaments.events.words import sentences as words
from tournaments.frame.round_names import round_of
from tournaments.games import registry
from tournaments.games.contract import Json
from tournaments.models import Match
from tournaments.online.pages.texts import BACK, Deck, Speech
from tournaments.online.reads import lobby
from tournaments.online.reads.lobby import LobbyPlayer, Where

# Positions of the others, by their number, counted from the reader to the right, in the order of play.
SIDES = {
    2: ("me", "across"),
    3: ("me", "right", "left"),
    4: ("me", "right", "across", "left"),
    5: ("me", "right", "right-far", "left-far", "left"),
    6: ("me", "right", "right-far", "across", "left-far", "left"),
}
# From the left across to the right, as the page has them; the reader's own is last.
ORDER = ("left", "left-far", "across", "right-far", "right", "me")
LITTLE_MS = 7_000
MOST_SECONDS = 99


@dataclass(frozen=True, slots=True)
class Face:
    """A seat as one reader sees it.

    ``short`` is "" for the reader's own, ``shown`` the name above the cards, ``place`` its number in the deal, if any,
    ``total`` the points of its line.
    """

    seat: int
    line: int
    place: int | None
    side: str
    name: str
    short: str
    shown: str
    initials: str
    is_you: bool
    is_partner: bool
    is_turn: bool
    is_dealer: bool
    is_robot: bool
    move: str
    part: int | None
    bank: str
    is_little: bool
    total: int


def faces(match: Match, view: Json, players: Sequence[LobbyPlayer | None]) -> list[Face]:
    """Return the seats in the order of the page: from the left across to the right, the reader's own last."""
    number, deal, clock, reader = len(match.seats), view["deal"], view["clock"], view["you"]
    # The next to play sits to the right, or to the left where the play goes clockwise.
    step = -1 if registry.game_with_table(match.game).is_clockwise else 1
    points = totals(match, view)
    found = []
    for seat, (line, player) in enumerate(zip(match.seats, players, strict=True)):
        is_you = reader == seat
        is_turn = clock["turn"] == seat and not view["is_over"]
        move, bank = clock["move_ms"][seat] if is_turn else None, clock["bank_ms"][seat]
        name, short = (player.name, player.short) if player else nobody(match, seat, is_you=is_you)
        face = Face(
            seat=seat,
            line=line,
            place=deal["seats"].index(seat) if seat in deal["seats"] else None,
            side=SIDES[number][step * (seat - (reader or 0)) % number],
            name=name,
            short="" if is_you else short,
            shown=_("You") if is_you else short if is_of_several(match.seats) else name,
            initials="".join(part[:1] for part in name.split()[:2]).upper(),
            is_you=is_you,
            is_partner=not is_you and reader is not None and match.seats[reader] == line,
            is_turn=is_turn,
            is_dealer=deal["dealer"] == seat,
            is_robot=str(seat) in match.chairs.get("robots", {}) or seat in view["replaced"],
            move="" if move is None else seconds(move),
            part=min(100, round(100 * move / match.move_ms)) if move is not None and match.move_ms else None,
            bank="" if bank is None else minutes(bank),
            is_little=move is not None and move <= LITTLE_MS,
            total=points[line],
        )
        found.append(face)
    return sorted(found, key=lambda face: ORDER.index(face.side))


def names(match: Match) -> list[str]:
    """Return the full names of the seats, as spectators read them."""
    players = enumerate(lobby.players(match))
    return [each.name if each else nobody(match, seat, is_you=False)[0] for seat, each in players]


def by_seat(faces: Sequence[Face]) -> list[Face]:
    """Return the faces in the order of the seats."""
    return sorted(faces, key=lambda face: face.seat)


def nobody(match: Match, seat: int, *, is_you: bool) -> tuple[str, str]:
    """Return the names of a seat without an entry: the visitor's and the robots' in a practice match."""
    if is_you:
        return _("You"), _("You")
    robots = [int(each) for each in match.chairs.get("robots", {})]
    if seat in robots and len(robots) > 1:
        # A letter: a number would be read together with the points that follow it.
        return (_("Robot %(letter)s") % {"letter": LETTERS[sorted(robots).index(seat)]},) * 2
    return (_("Robot"),) * 2 if seat in robots else (_("Guest"),) * 2


def seconds(ms: int) -> str:
    """Return the time left for a play: “18”, and “2:05” for a long time."""
    return str(ceil(ms / 1000)) if ms <= MOST_SECONDS * 1000 else minutes(ms)


def minutes(ms: int) -> str:
    """Return “4:10”."""
    whole = ceil(ms / 1000)
    return f"{whole // 60}:{whole % 60:02}"


def sides_of(match: Match, seats: Sequence[Face]) -> list[str]:
    """Return the lines by name: the reader's own is “You”; in pairs “Us” and “Them”."""
    found = []
    for line in range(match.chairs["lines"]):
        own = [face for face in seats if face.line == line]
        if any(face.is_you for face in own):
            found.append(_("You") if len(own) == 1 else pgettext("score", "Us"))
        elif len(own) > 1 and any(face.is_you for face in seats):
            found.append(pgettext("score", "Them"))
        else:
            found.append(words.list_of_names([face.short for face in by_seat(own)]))
    return found


def order_of(match: Match, seats: Sequence[Face]) -> list[int]:
    """Return the lines, the reader's own first; for a spectator the one that is shown below."""
    first = next(face.line for face in seats if face.side == "me")
    lines = range(match.chairs["lines"])
    return sorted(lines, key=lambda line: (line - first) % len(lines))


def place(match: Match, where: Where | None, view: Json) -> str:
    """Return the round, table, leg and current deal: “Quarterfinals · table 3 · deal 4”."""
    deal = view["deal"]
    parts = whereabouts(where)
    if match.chairs["best_of"] == handing_on.LEGS:
        game = deal["game"]
        parts.append(_("deciding game") if game >= handing_on.LEGS else _("return leg") if game else _("first leg"))
    if deal["tiebreak"]:
        parts.append(_("tie-break %(n)s") % {"n": deal["tiebreak"]})
    else:
        parts.append(_("deal %(n)s") % {"n": _number(view)})
    return " · ".join(parts)


def whereabouts(where: Where | None) -> list[str]:
    """Return the round and the table of a match."""
    if where is None:
        return [_("Practice")]
    table = where.table
    title = round_of(table, table.round.number, where.rounds)
    return [title, _("table %(table)s") % {"table": table.public_number}]


def deal_now(view: Json) -> str:
    """Return the name of the current deal."""
    return deal_title(_number(view), view["deal"]["tiebreak"])


def _number(view: Json) -> int:
    """Return the number of the deal in its game, as in the score."""
    game = _game(view)
    closed = sum(not deal["tiebreak"] for deal in game["deals"]) if game else 0
    return closed if view["is_over"] and view["fault"] is None else closed + 1


def _game(view: Json) -> Json | None:
    """Return the score of the current game; None while none of its deals is over."""
    number = view["deal"]["game"]
    return view["score"][number] if number < len(view["score"]) else None


def totals(match: Match, view: Json) -> list[int]:
    """Return the points of the current game, by line; after a fault those that follow from it.

    A match of two legs that is over has the points of both.
    """
    after_fault = view["fault"]["points"] if view["fault"] else None
    if view["is_over"] and match.chairs["best_of"] == handing_on.LEGS:
        settled = [game["totals"] for game in view["score"] if game["is_over"] or not after_fault]
        return list(handing_on.sums_over_legs([*settled, after_fault or []]))
    if after_fault:
        return list(after_fault)
    game = _game(view)
    return list(game["totals"]) if game and game["totals"] else [0] * match.chairs["lines"]


def score(match: Match, view: Json, names: Sequence[str], lines: Sequence[int]) -> str:
    """Return the score of the match, for the head of the page."""
    return score_line(totals(match, view), names, lines)


def score_line(points: Sequence[int], names: Sequence[str], lines: Sequence[int]) -> str:
    """Return “You 13 – 11 Rossi” for two lines, “You 13 · Rossi 11 · Verdi 8” for more."""
    if not is_of_several(lines):
        one, other = lines
        return f"{names[one]} {points[one]} – {points[other]} {names[other]}"
    # A number at the beginning of a line would be read with the name after it, and a dot there belongs to nobody.
    return "\N{NO-BREAK SPACE}· ".join(f"{names[line]}\N{NO-BREAK SPACE}{points[line]}" for line in lines)


def winner(match: Match, view: Json) -> int | None:
    """Return the line that won a match that is over; None where several are level or the referee decides."""
    if view["fault"] is not None:
        others = [line for line in range(match.chairs["lines"]) if line != view["fault"]["line"]]
        return others[0] if len(others) == 1 else None
    if not view["score"]:
        return None
    won = view["score"][-1]["won"]
    if match.chairs["best_of"] == 1:
        found: int | None = view["score"][-1]["winner"]
        return found
    if match.chairs["best_of"] == handing_on.LEGS:
        games = [handing_on.Shown(game["totals"], game["is_over"], game["winner"]) for game in view["score"]]
        return handing_on.winner(games, low_wins=registry.game(match.game).low_wins(match.rules))
    return won.index(max(won)) if won.count(max(won)) == 1 else None


def victory(won: Sequence[Face]) -> str:
    """Return who won, as a sentence, from the faces of the winning line."""
    if any(face.is_you for face in won):
        return _("You have won!") if len(won) == 1 else pgettext("pair", "You have won!")
    names = words.list_of_names([face.short for face in by_seat(won)])
    if len(won) == 1:
        return _("%(name)s won the match.") % {"name": names}
    return pgettext("pair", "%(names)s won the match.") % {"names": names}


def advance(through: Sequence[Face]) -> str:
    """Return who goes on from a table of several, as a sentence, from the faces of their lines."""
    if any(face.is_you for face in through):
        return _("You go on!")
    names = words.list_of_names([face.short for face in by_seat(through)])
    return ngettext("%(names)s goes on.", "%(names)s go on.", len(through)) % {"names": names}


def closing(view: Json, speech: Speech, faces: Sequence[Face]) -> dict[str, str]:
    """Return who closed the deal that is over (``closed``) and who is out since (``out``), as sentences or ""."""
    ending, deal = (view["cards"] or {}).get("ending"), view["deal"]
    is_closed = ending is not None and ending["seats"] and not ending["cards"]
    # Who plays no tie-break is not out with that.
    is_next = deal["is_waiting"] and not deal["tiebreak"] and not view["is_over"]
    out = [face for face in by_seat(faces) if is_next and face.seat in (view["dealt"] or ()) and face.place is None]
    names = words.list_of_names([face.short for face in out if not face.is_you])
    sentences = [_("You are out.")] if any(face.is_you for face in out) else []
    if names:
        number = sum(not face.is_you for face in out)
        sentences.append(ngettext("%(names)s is out.", "%(names)s are out.", number) % {"names": names})
    return {
        "closed": speech.ending_sentence(view["dealt"], ending) if is_closed else "",
        "out": " ".join(sentences),
    }


def end_sentence(
    reasons: Sequence[Json],
    result: Mapping[str, str] | None,
    names: Sequence[str],
    lines: Sequence[int],
    totals: Sequence[int],
) -> str:
    """Return the end of a deal or of the match for screen readers: its points with their reasons, and the score."""
    if result is None and not reasons:
        return ""
    said = []
    for deal in reasons[:1] if result is None or not result["why"] else ():
        points = {line: deal["points"][at] for at, line in enumerate(lines)}
        said.append(f"{deal['title']}: {score_line([points[line] for line in range(len(names))], names, lines)}.")
        for award in deal["awards"]:
            won = [f"{names[line]} {award['points'][at]}" for at, line in enumerate(lines) if award["points"][at]]
            what = " ".join(each for each in (award["what"], award["why"]) if each)
            takers = words.list_of_names(won) or _("nobody")
            said.append(f"{what}: {takers}.")
    if result is None:
        said.append(_("Match: %(score)s.") % {"score": score_line(totals, names, lines)})
    else:
        said += [result["time"], result["title"], f"{result['score']}.", result["why"]]
    return " ".join(each for each in said if each)


def reasons(match: Match, view: Json, lines: Sequence[int]) -> list[dict[str, Any]]:
    """Return every finished deal, newest first: its points by line and their reasons."""
    found, is_cost = [], registry.game(match.game).low_wins(match.rules)
    for game in view["score"]:
        number = 0
        for deal in game["deals"]:
            number += not deal["tiebreak"]
            awards = []
            for award in deal["awards"]:
                values = award["values"]
                is_by_line = values is not None and len(values) == len(award["points"])
                if is_cost and not any(award["points"]):
                    # Cards that nobody had to pay explain nothing.
                    continue
                awards.append(
                    {
                        "what": words.phrase(match.game, award["code"]),
                        "points": [award["points"][line] for line in lines],
                        "why": " – ".join(str(values[line]) for line in lines) if is_by_line else "",
                    }
                )
            found.append(
                {
                    "title": deal_title(number, deal["tiebreak"]),
                    "points": [deal["points"][line] for line in lines],
                    "awards": awards,
                }
            )
    return found[::-1]


def deal_title(number: int, tiebreak: int) -> str:
    return _("Tie-break %(n)s") % {"n": tiebreak} if tiebreak else _("Deal %(n)s") % {"n": number}


def time_over(match: Match, view: Json) -> dict[str, str] | None:
    """Return the texts after time was called: a title, a text with ``now``, and both for screen readers."""
    if view["time"] is None or view["is_over"]:
        return None
    title = _("Time is called.")
    if view["time"]["is_tiebreak"]:
        now = _("The tie-breaks go on.")
        return {"title": title, "now": now, "told": f"{title} {now}"}
    game = registry.game(match.game)
    kept = handing_on.of_game(circumstances_from_json(match.chairs), match.chairs["best_of"], view["deal"]["game"])
    setting = replace(kept, time_called=True)
    rule = game.time_rule(game.upgrade_rules(match.rules), setting)
    holds = " ".join(words.phrase(match.game, f"time.{code}") for code in rule.over)
    return {"title": title, "now": holds if view["time"]["is_last"] else "", "told": f"{title} {holds}"}


def time_call_sentence(view: Json) -> str:
    """Return the sentence on when time was called: the deal, and after how many plays. "" if it was not called."""
    if view["time"] is None:
        return ""
    when = {"n": view["time"]["deal"], "plays": view["time"]["plays"]}
    if not when["plays"]:
        return _("Time was called before the first play of deal %(n)s.") % when
    return (
        ngettext(
            "Time was called in deal %(n)s, after %(plays)s play.",
            "Time was called in deal %(n)s, after %(plays)s plays.",
            when["plays"],
        )
        % when
    )


def length(match: Match) -> str:
    """Return the length of the match: “to 21 points”, “in 4 deals”."""
    found = registry.game(match.game).match_length(match.rules)
    if found.deals:
        return ngettext("in %(n)s deal", "in %(n)s deals", found.deals) % {"n": found.deals}
    return ngettext("to %(n)s point", "to %(n)s points", found.target or 0) % {"n": found.target}


def plays(view: Json, deck: Deck, speech: Speech) -> list[dict[str, str]]:
    """Return the legal plays, each with the words of its button and a card in it, the back where it names none."""
    actions = (view["cards"] or {}).get("actions", ())
    game = registry.game_with_table(speech.game)
    found = []
    for each in actions:
        cards = [card for named in game.action_words(each)[2].values() for card in named if card in deck.names]
        found.append({"text": each, "words": speech.action(each), "card": cards[0] if cards else BACK})
    return found


def recent(view: Json, speech: Speech) -> list[str]:
    """Return the latest plays of the latest deal, newest first."""
    if view["cards"] is None:
        return []
    seats = view["dealt"]
    return [
        speech.action_sentence(seats[each["seat"]], each["play"]) for each in reversed(view["cards"].get("recent", ()))
    ]


def last(view: Json, speech: Speech) -> str:
    """Return the last play, and at the end of a deal what the rules did after it."""
    ending = (view["cards"] or {}).get("ending")
    return " ".join([*recent(view, speech)[:1], *([speech.ending_sentence(view["dealt"], ending)] if ending else [])])
