"""Events of every game and preset, played card by card by the game itself, and one of each game that is not over."""

import random
from collections.abc import Sequence

from tests.games import conformance
from tests.tournaments import factories as make
from tournaments.frame.policies import Actor
from tournaments.games import registry
from tournaments.games.contract import Circumstances, DealScore, Json, ScoredGame
from tournaments.models import Table, Tournament

ENTRIES = 5
MOST_TRIES = 50


def events(boss: Actor) -> list[Tournament]:
    """Every preset played to its end, then of each game one that is being played."""
    found = []
    for key in conformance.KEYS:
        game, lots = registry.game(key), random.Random(key)
        for preset in game.presets:
            found.append(_finished(boss, game, preset, lots))
        found.append(_running(boss, game, next(iter(game.presets)), lots))
    return found


def _event(boss: Actor, game: ScoredGame, preset: str, word: str) -> Tournament:
    name = f"{game.key} {preset} {word}"
    event = make.knockout(boss, entries=ENTRIES, game=game.key, preset=preset, name=name)
    return make.drawn(event, seed=name.encode().hex().ljust(64, "0")[:64])


def _finished(boss: Actor, game: ScoredGame, preset: str, lots: random.Random) -> Tournament:
    event = _event(boss, game, preset, "finished")
    for number in event.rounds.order_by("number").values_list("number", flat=True):
        make.called(event, round=number)
        for table in make.tables_of(event, number):
            make.enter(table, _whole(table, game, lots))
    return make.finished(event)


def _running(boss: Actor, game: ScoredGame, preset: str, lots: random.Random) -> Tournament:
    event = make.called(_event(boss, game, preset, "running"))
    table = make.tables_of(event)[0]
    make.enter(table, _content(_sheets(table, game, lots)[:1]), actor=make.boss_of(event))
    return make.fresh(event)


def _whole(table: Table, game: ScoredGame, lots: random.Random) -> Json:
    return _content(_sheets(table, game, lots))


def _content(sheets: Sequence[Json]) -> Json:
    return {"games": [{"deals": list(sheets), "time_called": False}], "forfeit": None}


def _sheets(table: Table, game: ScoredGame, lots: random.Random) -> list[Json]:
    """The sheets of a match, dealt anew where lots and not a deal would have to decide it."""
    rules = table.tournament.rules
    chairs = Circumstances(must_decide=True, lines=table.lines.count(), through=table.through)
    for _try in range(MOST_TRIES):
        sheets: list[Json] = []
        scores: list[DealScore] = []
        while not game.match(rules, scores, chairs).is_over:
            tie = game.match(rules, scores, chairs).tie
            if tie is not None and tie.kind != "deal":
                break
            sheets.append(conformance.next_sheet(game, rules, scores, chairs, lots))
            scores.append(game.score_sheet(rules, sheets[-1]))
        else:
            return sheets
    raise AssertionError("no match without lots")
