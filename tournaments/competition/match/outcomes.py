"""What the rules make of a sheet: points, places, ties, VP and MP of each line; decides purely, writes nothing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from tournaments.competition.discipline.penalties import NO_SHOW
from tournaments.competition.match import contents
from tournaments.competition.match.regulation import Regulation
from tournaments.competition.scoring.results import LineResult, forfeited, played
from tournaments.competition.scoring.results import bye as bye_result
from tournaments.games.contract import Circumstances, DealScore, Json, MatchState, RefusedError, Tie

DUEL = 2
"""The lines of a match between two; at a table of several there are more."""

IN_PLAY = ("playing", "level", "through")
"""The states of lines that may still go on from a table of several."""


@dataclass(frozen=True, slots=True)
class Chairs:
    """What a table is to its match: how many lines, how many of them go on, games to a match, who is not there."""

    lines: int
    through: int = 1
    best_of: int = 1
    absent: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class FoundTie:
    """A tie of the match: in which game (from 0), what the rules say of it, whether it still waits to be broken."""

    game: int
    tie: Tie
    is_open: bool


@dataclass(frozen=True, slots=True)
class Outcome:
    """A match as its sheet tells it.

    ``places`` holds the place of each line, None while the match is open and for who has none: absent, or at fault
    with everybody else. Places of lines that go on are their own, those below the cut may be shared. Without VP in the
    event, ``vp`` and ``mp`` are None. ``ties`` are all ties of the match in their order, the open one last.
    """

    over: bool
    points: tuple[int, ...]
    games_won: tuple[int, ...]
    places: tuple[int | None, ...]
    vp: tuple[int | None, ...]
    mp: tuple[int | None, ...]
    tiebreak_due: int
    deals_played: int
    ending: str
    deals: tuple[int, ...] = ()
    ties: tuple[FoundTie, ...] = ()
    left: Mapping[int, str] = field(default_factory=dict)
    note: Mapping[str, Json] = field(default_factory=dict)

    @property
    def tie(self) -> Tie | None:
        """The tie that has to be broken before the match can end."""
        return self.ties[-1].tie if self.ties and self.ties[-1].is_open else None

    def deals_of(self, line: int) -> int:
        """The regular deals that a line took part in; none where nothing was played."""
        return self.deals[line] if self.deals else 0


def judge(regulation: Regulation, chairs: Chairs, content: Json, games: Sequence[MatchState] | None = None) -> Outcome:
    """What ``content`` (see ``Scoresheet``) makes of the match at these chairs; ``games`` where they are known.

    Refuses content without its shape, deals that cannot follow each other, a game after the match is decided, and an
    unfinished game before the last.
    """
    needed = chairs.best_of // 2 + 1
    games = games_of(regulation, chairs, content) if games is None else games
    won = _games_won(games, chairs.lines)
    if content.get("forfeit"):
        if "ruled" in content["forfeit"]:
            return _ruled(regulation, chairs, games, content["forfeit"], decided=max(won) >= needed)
        if max(won) >= needed:
            raise RefusedError("match_decided", game=len(games))
        return _forfeit(regulation, games, won, content["forfeit"])
    _check_order(games, chairs.lines, needed)
    over = _is_over(games, won, chairs)
    vp, mp = _earned(regulation, [_played(regulation, one) for one in games if one.is_over], chairs.lines)
    nothing: tuple[int | None, ...] = (None,) * chairs.lines
    return Outcome(
        over=over,
        points=_points(games, won, chairs.best_of),
        games_won=won,
        places=_places(games, won, chairs) if over else nothing,
        vp=vp if over else nothing,
        mp=mp if over else nothing,
        tiebreak_due=games[-1].tiebreak_due if games else 0,
        deals_played=sum(len(one.deals) for one in games),
        ending=_ending(games) if over else "",
        deals=_deals(games, chairs.lines),
        ties=_ties(games),
        left=games[-1].left if games else {},
        note=_note(games, chairs, marks_of(content), over=over),
    )


def games_of(regulation: Regulation, chairs: Chairs, content: Json) -> list[MatchState]:
    """The games of a sheet one by one, each as its rules see it."""
    contents.require_shape(content, chairs.lines)
    marks = marks_of(content)
    return [_game(regulation, chairs, entry, marks) for entry in content["games"]]


def in_play(regulation: Regulation, chairs: Chairs, content: Json) -> list[int]:
    """The lines of a table of several that may still go on from it, by what is written, the best first."""
    games = games_of(regulation, chairs, content)
    return _in_play(games[-1], chairs) if games else [line for line in range(chairs.lines) if line not in chairs.absent]


def _in_play(last: MatchState, chairs: Chairs) -> list[int]:
    order = [line for group in last.ranking for line in sorted(group)]
    return [line for line in order if last.lines[line].state in IN_PLAY and line not in chairs.absent]


def marks_of(content: Json) -> Mapping[int, Json]:
    """The lines of a table of several that were ruled out after so many deals, as ``{"cause", "deals"}`` by line."""
    return {int(line): mark for line, mark in contents.readable(content).get("ruled", {}).items()}


def circumstances_of(chairs: Chairs, *, time_called: bool) -> Circumstances:
    """What the game has to know of a match at these chairs."""
    return Circumstances(
        must_decide=True, time_called=time_called, lines=chairs.lines, through=chairs.through, absent=chairs.absent
    )


def _game(regulation: Regulation, chairs: Chairs, entry: Json, marks: Mapping[int, Json]) -> MatchState:
    game, rules = regulation.game, regulation.rules
    circumstances = circumstances_of(chairs, time_called=bool(entry.get("time_called")))
    deals = [game.score_sheet(rules, sheet) for sheet in entry["deals"]]
    return game.match(rules, _with_marks(deals, marks), circumstances)


def _with_marks(deals: list[DealScore], marks: Mapping[int, Json]) -> tuple[DealScore, ...]:
    """The deals in which anybody who was ruled out left in the first that was played without them (R-PEN-12)."""
    for line, mark in marks.items():
        if mark["deals"] < len(deals):
            deal = deals[mark["deals"]]
            deals[mark["deals"]] = replace(deal, left={**deal.left, line: mark["cause"]})
    return tuple(deals)


def _is_over(games: Sequence[MatchState], won: tuple[int, ...], chairs: Chairs) -> bool:
    if chairs.through > 1:
        return bool(games) and games[-1].is_over
    return max(won) >= chairs.best_of // 2 + 1


def _deals(games: Sequence[MatchState], lines: int) -> tuple[int, ...]:
    return tuple(sum(one.lines[line].deals for one in games) for line in range(lines))


def _ties(games: Sequence[MatchState]) -> tuple[FoundTie, ...]:
    found = [FoundTie(number, tie, False) for number, one in enumerate(games) for tie in one.broken.values()]
    if games and games[-1].tie is not None:
        found.append(FoundTie(len(games) - 1, games[-1].tie, True))
    return tuple(found)


def _games_won(games: Sequence[MatchState], lines: int) -> tuple[int, ...]:
    won = [0] * lines
    for one in games:
        if one.winner is not None:
            won[one.winner] += 1
    return tuple(won)


def _check_order(games: Sequence[MatchState], lines: int, needed: int) -> None:
    won = [0] * lines
    for number, one in enumerate(games, start=1):
        if max(won) >= needed:
            raise RefusedError("match_decided", game=number)
        if not one.is_over and number < len(games):
            raise RefusedError("game_unfinished", game=number)
        if one.winner is not None:
            won[one.winner] += 1


def _played(regulation: Regulation, one: MatchState) -> Sequence[LineResult]:
    if not regulation.has_vp:
        return ()
    first, second = one.totals
    return played(regulation.scale, (first, second))


def _earned(
    regulation: Regulation, results: Sequence[Sequence[LineResult]], lines: int
) -> tuple[tuple[int | None, ...], tuple[int | None, ...]]:
    """VP and MP of each line over these results; None of both where the event has none."""
    if not regulation.has_vp:
        return (None,) * lines, (None,) * lines
    return _sum([[r.vp for r in one] for one in results], lines), _sum([[r.mp for r in one] for one in results], lines)


def _points(games: Sequence[MatchState], won: tuple[int, ...], best_of: int) -> tuple[int, ...]:
    """What a bracket shows beside the name: the points of the game, or the games won of a longer match."""
    if best_of > 1:
        return won
    return games[0].totals if games else (0,) * len(won)


def _places(games: Sequence[MatchState], won: tuple[int, ...], chairs: Chairs) -> tuple[int | None, ...]:
    if chairs.best_of > 1:
        return places_of([[line] for line in sorted(range(chairs.lines), key=lambda line: -won[line])], chairs)
    return places_of(games[-1].ranking, chairs)


def places_of(ranking: Sequence[Sequence[int]], chairs: Chairs) -> tuple[int | None, ...]:
    """The place of each line: its own for those who go on, shared (1, 2, 3, 3) below the cut, none for the absent."""
    places: list[int | None] = [None] * chairs.lines
    given = 0
    for group in ranking:
        here = sorted(line for line in group if line not in chairs.absent)
        for offset, line in enumerate(here, start=1):
            going = given + offset <= chairs.through
            places[line] = given + offset if going else max(given, chairs.through) + 1
        given += len(here)
    return tuple(places)


def _sum(rows: Sequence[Sequence[int]], lines: int) -> tuple[int | None, ...]:
    return tuple(sum(column) for column in zip(*rows, strict=True)) if rows else (None,) * lines


def _ending(games: Sequence[MatchState]) -> str:
    last = games[-1]
    if last.tiebreaks:
        return _ending_by_tie(last)
    return "time" if last.time_called else ""


def _ending_by_tie(last: MatchState) -> str:
    tie = [*last.broken.values()][-1] if last.broken else None
    if tie is not None and tie.kind != "deal":
        return tie.kind
    points = last.tiebreaks[-1].points
    level = len({points[line] for line in (tie.lines if tie else range(len(points)))}) == 1
    return "last_capture" if level else "tiebreak"


def _note(games: Sequence[MatchState], chairs: Chairs, marks: Mapping[int, Json], *, over: bool) -> dict[str, Json]:
    """What lists say beside the points; ``states`` only while it is played: then the places tell it."""
    note: dict[str, Json] = {}
    if games and not over and chairs.lines > DUEL:
        note["states"] = [line.state for line in games[-1].lines]
    if games and games[-1].tiebreaks:
        note["tiebreaks"] = [list(deal.points) for deal in games[-1].tiebreaks]
    if chairs.best_of > 1:
        note["games"] = [list(one.totals) for one in games]
    left = {str(line): cause for line, cause in sorted(games[-1].left.items()) if line not in marks} if games else {}
    if left:
        note["left"] = left
    if marks:
        note["ruled"] = {str(line): mark["cause"] for line, mark in sorted(marks.items())}
    return note


def _forfeit(regulation: Regulation, games: Sequence[MatchState], won: tuple[int, ...], forfeit: Json) -> Outcome:
    """A match ended by fault: finished games keep their VP and MP, the one in progress is settled (R-VP-06)."""
    running = games[-1].deals if games and not games[-1].is_over else ()
    score = regulation.game.settle_forfeit(regulation.rules, running, forfeit)
    cause = str(forfeit["cause"])
    results = [_played(regulation, one) for one in games if one.is_over]
    results.append(_forfeited(regulation, score.difference, score.losers, cause))
    lines = len(score.points)
    vp, mp = _earned(regulation, results, lines)
    return Outcome(
        over=True,
        points=score.points,
        games_won=won,
        places=_places_after_forfeit(lines, score.losers),
        vp=vp,
        mp=mp,
        tiebreak_due=0,
        deals_played=sum(len(one.deals) for one in games),
        ending="forfeit",
        deals=_deals(games, lines),
        ties=tuple(found for found in _ties(games) if not found.is_open),
        note={"cause": cause, "losers": list(score.losers)},
    )


def _forfeited(regulation: Regulation, difference: int, losers: Sequence[int], cause: str) -> Sequence[LineResult]:
    if not regulation.has_vp:
        return ()
    return forfeited(regulation.scale, regulation.terms, difference, tuple(sorted(losers)), cause)


def _places_after_forfeit(lines: int, losers: Sequence[int]) -> tuple[int | None, ...]:
    """The line without fault wins; when every line is at fault nobody has a place and nobody goes on."""
    if len(losers) >= lines:
        return (None,) * lines
    return tuple(2 if line in losers else 1 for line in range(lines))


def _ruled(
    regulation: Regulation, chairs: Chairs, games: Sequence[MatchState], forfeit: Json, *, decided: bool
) -> Outcome:
    """A match that the lines in ``forfeit["ruled"]`` lose by a referee's ruling (R-PEN-09 to R-PEN-12).

    Games before the one that was going on keep their VP and MP; a match that was over on points, and had not been
    confirmed, loses its last game.
    """
    finished = [one for one in games[:-1] if one.is_over] if decided else [one for one in games if one.is_over]
    going_on = games[len(finished)] if len(games) > len(finished) else None
    losers, cause = sorted(forfeit["ruled"]), str(forfeit["cause"])
    points, difference = _settled_by_ruling(regulation, chairs, going_on, losers, cause)
    results = [_played(regulation, one) for one in finished]
    if chairs.lines == DUEL:
        results.append(_forfeited(regulation, difference, losers, cause))
    vp, mp = _earned(regulation, results, chairs.lines)
    is_of_several = chairs.lines > DUEL
    return Outcome(
        over=True,
        points=points,
        games_won=_games_won(finished, chairs.lines),
        places=_places_by_ruling(chairs, going_on, losers)
        if is_of_several
        else _places_after_forfeit(chairs.lines, losers),
        vp=vp,
        mp=mp,
        tiebreak_due=0,
        deals_played=sum(len(one.deals) for one in games),
        ending="forfeit",
        deals=_deals(games, chairs.lines),
        ties=tuple(found for found in _ties(games) if not found.is_open),
        note={"cause": cause, "losers": losers, "ruled": True},
    )


def _settled_by_ruling(
    regulation: Regulation, chairs: Chairs, going_on: MatchState | None, losers: Sequence[int], cause: str
) -> tuple[tuple[int, ...], int]:
    """The points of the game that a ruling ends, and their difference in favour of who does not lose."""
    if chairs.lines > DUEL:
        return going_on.totals if going_on is not None else (0,) * chairs.lines, 0
    if going_on is None and cause == NO_SHOW:
        return (0, 0), _unplayed(regulation, losers)
    if going_on is not None and going_on.is_over:
        first, second = going_on.totals
        return going_on.totals, max(0, second - first if losers == [0] else first - second) if len(losers) == 1 else 0
    deals, tiebreak = (going_on.deals, going_on.tiebreak_due) if going_on is not None else ((), 0)
    score = regulation.game.settle_ruling(regulation.rules, deals, losers, tiebreak)
    return score.points, score.difference


def _unplayed(regulation: Regulation, losers: Sequence[int]) -> int:
    """The difference of a match that nobody sat down at, for terms that settle it as a fault in the first deal."""
    if not regulation.has_vp or len(losers) != 1:
        return 0
    return regulation.game.settle_ruling(regulation.rules, (), losers, 0).difference


def _places_by_ruling(chairs: Chairs, going_on: MatchState | None, losers: Sequence[int]) -> tuple[int | None, ...]:
    """Who is left goes on in order, then those who were out before, last of all who was ruled out (R-PEN-12).

    Who is ruled out before anything was played has no place, as an empty chair has none.
    """
    groups = going_on.ranking if going_on is not None else [range(chairs.lines)]
    staying = _in_play(going_on, chairs) if going_on is not None else [*range(chairs.lines)]
    staying = [line for line in staying if line not in losers and line not in chairs.absent]
    places: list[int | None] = [None] * chairs.lines
    for place, line in enumerate(staying, start=1):
        places[line] = place
    behind = [[line for line in group if line not in staying and line not in losers] for group in groups]
    given = len(staying)
    for group in [*behind, list(losers) if going_on is not None else []]:
        here = [line for line in group if line not in chairs.absent]
        for line in here:
            places[line] = max(given, chairs.through) + 1
        given += len(here)
    return tuple(places)


def walkover(regulation: Regulation, chairs: Chairs, present: Sequence[int]) -> Outcome:
    """A match that was not played because too few are ``present``: the others withdrew or did not come (R-VP-09).

    The lines that are there go on in their order; of a match of two the other line has the second place.
    """
    lines = chairs.lines
    losers = [line for line in range(lines) if line not in present]
    difference = _unplayed(regulation, losers) if lines == DUEL else 0
    vp, mp = _earned(regulation, [_forfeited(regulation, difference, losers, NO_SHOW)], lines)
    places = [present.index(line) + 1 if line in present else None for line in range(lines)]
    if chairs.through == 1 and present:
        places = [place or 2 for place in places]
    return Outcome(
        over=True,
        points=(0,) * lines,
        games_won=(0,) * lines,
        places=tuple(places),
        vp=vp,
        mp=mp,
        tiebreak_due=0,
        deals_played=0,
        ending="walkover",
        note={"cause": NO_SHOW, "losers": losers},
    )


def bye(regulation: Regulation, chairs: Chairs, present: Sequence[int]) -> Outcome:
    """The lines in ``present`` rest and go on (R-VP-12); with nobody present nobody goes on."""
    lines = chairs.lines
    rest = None if not regulation.has_vp else bye_result(regulation.scale, regulation.terms)
    return Outcome(
        over=True,
        points=(0,) * lines,
        games_won=(0,) * lines,
        places=tuple(present.index(line) + 1 if line in present else None for line in range(lines)),
        vp=tuple(rest.vp if rest and line in present else None for line in range(lines)),
        mp=tuple(rest.mp if rest and line in present else None for line in range(lines)),
        tiebreak_due=0,
        deals_played=0,
        ending="bye",
    )
