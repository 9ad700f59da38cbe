"""What the rules make of a sheet: points, winner, VP and MP of each line; decides purely, writes nothing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tournaments.competition.scoring.results import LineResult, forfeited, played
from tournaments.competition.scoring.results import bye as bye_result
from tournaments.competition.scoring.scales import Scale, scale_from_json
from tournaments.competition.scoring.terms import terms_from_json
from tournaments.errors import RefusedError
from tournaments.games import registry
from tournaments.games.contract import Circumstances, DealScore, Json, ScoredGame
from tournaments.models import Tournament

WALKOVER = "no_show"


@dataclass(frozen=True, slots=True)
class GameOutcome:
    """One game (partita) of a match: its deals, the totals, and the groups of equal lines, best first."""

    deals: tuple[DealScore, ...]
    totals: tuple[int, ...]
    ranking: tuple[tuple[int, ...], ...]
    over: bool
    tiebreak_due: int
    time_called: bool

    @property
    def winner(self) -> int | None:
        return self.ranking[0][0] if self.over and len(self.ranking[0]) == 1 else None

    @property
    def tiebreaks(self) -> tuple[DealScore, ...]:
        return tuple(deal for deal in self.deals if deal.tiebreak)


@dataclass(frozen=True, slots=True)
class Outcome:
    """A match as its sheet tells it; ``places`` holds the place of each line, None while open or when it is out."""

    over: bool
    points: tuple[int, ...]
    games_won: tuple[int, ...]
    places: tuple[int | None, ...]
    vp: tuple[int | None, ...]
    mp: tuple[int | None, ...]
    tiebreak_due: int
    deals_played: int
    ending: str
    note: Mapping[str, Json] = field(default_factory=dict)


def judge(tournament: Tournament, best_of: int, lines: int, content: Json) -> Outcome:
    """What ``content`` (see ``Scoresheet``) makes of a match of ``best_of`` games between ``lines`` lines.

    Refuses deals that cannot follow each other, a game after the match is decided, and an unfinished game before
    the last.
    """
    game = registry.game(tournament.game)
    needed = best_of // 2 + 1
    games = _games(game, tournament, content)
    won = _games_won(games, lines)
    if content.get("forfeit"):
        if max(won) >= needed:
            raise RefusedError("match_decided", game=len(games))
        return _forfeit(game, tournament, games, won, content["forfeit"])
    _check_order(games, lines, needed)
    over = max(won) >= needed
    results = [_played(tournament, one) for one in games if one.over]
    return Outcome(
        over=over,
        points=_points(games, won, best_of),
        games_won=won,
        places=_places(won) if over else (None,) * lines,
        vp=_sum([[r.vp for r in one] for one in results], lines) if over else (None,) * lines,
        mp=_sum([[r.mp for r in one] for one in results], lines) if over else (None,) * lines,
        tiebreak_due=games[-1].tiebreak_due if games else 0,
        deals_played=sum(len(one.deals) for one in games),
        ending=_ending(games) if over else "",
        note=_note(games, best_of),
    )


def games_of(tournament: Tournament, content: Json) -> list[GameOutcome]:
    """The games of a sheet one by one, for the page that shows its deals."""
    return _games(registry.game(tournament.game), tournament, content)


def _games(game: ScoredGame, tournament: Tournament, content: Json) -> list[GameOutcome]:
    return [_game(game, tournament.rules, entry) for entry in content["games"]]


def _game(game: ScoredGame, rules: Json, entry: Json) -> GameOutcome:
    circumstances = Circumstances(must_decide=True, time_called=bool(entry.get("time_called")))
    deals = tuple(game.score_sheet(rules, sheet) for sheet in entry["deals"])
    game.check_match(rules, deals, circumstances)
    tie = game.tie(rules, deals, circumstances)
    return GameOutcome(
        deals=deals,
        totals=tuple(game.totals(rules, deals)),
        ranking=tuple(tuple(group) for group in game.ranking(rules, deals, circumstances)),
        over=game.match_over(rules, deals, circumstances),
        tiebreak_due=tie.number if tie else 0,
        time_called=circumstances.time_called,
    )


def _games_won(games: Sequence[GameOutcome], lines: int) -> tuple[int, ...]:
    won = [0] * lines
    for one in games:
        if one.winner is not None:
            won[one.winner] += 1
    return tuple(won)


def _check_order(games: Sequence[GameOutcome], lines: int, needed: int) -> None:
    won = [0] * lines
    for number, one in enumerate(games, start=1):
        if max(won) >= needed:
            raise RefusedError("match_decided", game=number)
        if not one.over and number < len(games):
            raise RefusedError("game_unfinished", game=number)
        if one.winner is not None:
            won[one.winner] += 1


def _played(tournament: Tournament, one: GameOutcome) -> Sequence[LineResult]:
    first, second = one.totals
    return played(_scale(tournament), (first, second))


def _scale(tournament: Tournament) -> Scale:
    return scale_from_json(tournament.vp_scale)


def _points(games: Sequence[GameOutcome], won: tuple[int, ...], best_of: int) -> tuple[int, ...]:
    """What a bracket shows beside the name: the points of the game, or the games won of a longer match."""
    if best_of > 1:
        return won
    return games[0].totals if games else (0,) * len(won)


def _places(won: tuple[int, ...]) -> tuple[int | None, ...]:
    order = sorted(range(len(won)), key=lambda line: -won[line])
    places: list[int | None] = [None] * len(won)
    for place, line in enumerate(order, start=1):
        places[line] = place
    return tuple(places)


def _sum(rows: Sequence[Sequence[int]], lines: int) -> tuple[int | None, ...]:
    return tuple(sum(column) for column in zip(*rows, strict=True)) if rows else (None,) * lines


def _ending(games: Sequence[GameOutcome]) -> str:
    last = games[-1]
    if last.tiebreaks:
        level = len(set(last.tiebreaks[-1].points)) == 1
        return "last_capture" if level else "tiebreak"
    return "time" if last.time_called else ""


def _note(games: Sequence[GameOutcome], best_of: int) -> dict[str, Json]:
    note: dict[str, Json] = {}
    if games and games[-1].tiebreaks:
        note["tiebreaks"] = [list(deal.points) for deal in games[-1].tiebreaks]
    if best_of > 1:
        note["games"] = [list(one.totals) for one in games]
    return note


def _forfeit(
    game: ScoredGame, tournament: Tournament, games: Sequence[GameOutcome], won: tuple[int, ...], forfeit: Json
) -> Outcome:
    """A match ended by fault: finished games keep their VP and MP, the one in progress is settled (R-VP-06)."""
    running = games[-1].deals if games and not games[-1].over else ()
    score = game.settle_forfeit(tournament.rules, running, forfeit)
    cause = str(forfeit["cause"])
    results = [_played(tournament, one) for one in games if one.over]
    results.append(_forfeited(tournament, score.difference, score.losers, cause))
    lines = len(score.points)
    return Outcome(
        over=True,
        points=score.points,
        games_won=won,
        places=_places_after_forfeit(lines, score.losers),
        vp=_sum([[r.vp for r in one] for one in results], lines),
        mp=_sum([[r.mp for r in one] for one in results], lines),
        tiebreak_due=0,
        deals_played=sum(len(one.deals) for one in games),
        ending="forfeit",
        note={"cause": cause, "losers": list(score.losers)},
    )


def _forfeited(tournament: Tournament, difference: int, losers: Sequence[int], cause: str) -> Sequence[LineResult]:
    terms = terms_from_json(tournament.terms)
    return forfeited(_scale(tournament), terms, difference, tuple(sorted(losers)), cause)


def _places_after_forfeit(lines: int, losers: Sequence[int]) -> tuple[int | None, ...]:
    """The line without fault wins; when every line is at fault nobody has a place and nobody goes on."""
    if len(losers) >= lines:
        return (None,) * lines
    return tuple(2 if line in losers else 1 for line in range(lines))


def walkover(tournament: Tournament, lines: int, losers: Sequence[int]) -> Outcome:
    """A match that was not played because ``losers`` withdrew or did not come (R-VP-09)."""
    results = _forfeited(tournament, 0, losers, WALKOVER)
    return Outcome(
        over=True,
        points=(0,) * lines,
        games_won=(0,) * lines,
        places=_places_after_forfeit(lines, losers),
        vp=_sum([[r.vp for r in results]], lines),
        mp=_sum([[r.mp for r in results]], lines),
        tiebreak_due=0,
        deals_played=0,
        ending="walkover",
        note={"cause": WALKOVER, "losers": list(losers)},
    )


def bye(tournament: Tournament) -> LineResult:
    """VP and MP of a line that rests (R-VP-12)."""
    return bye_result(_scale(tournament), terms_from_json(tournament.terms))
