"""Many deals: cards are conserved, points add up, and the engine and the quick playout agree."""

import random
from dataclasses import replace
from typing import Any

import pytest

from scopa import sheet_form
from scopa.cards import ALL_CARDS, DENARI, NAMES, NO_CARDS
from scopa.errors import RefusalError
from scopa.playout import playout
from scopa.presets import CLASSICA_001, PRESETS
from scopa.primiera import best_cards, ranks_of
from scopa.rules import Rules
from scopa.scoring import Score, score_deal, score_taken, settebello_winners
from scopa.sheet import from_json, to_json
from scopa.sheet_checks import most_sweeps
from scopa.sheet_score import of_deal, score
from scopa.state import State
from scopa.turn import begin, play, replay
from tests.scopa.tables import played_at
from tests.searching import in_short, measured, often

HOUSE = {
    "equal only": Rules(forced_capture="equal_only"),
    "no priority": Rules(equal_card_priority=False, redeal_kings_threshold=None),
    "fewest cards": Rules(sum_choice="fewest_cards"),
    "fewest cards, no priority": Rules(sum_choice="fewest_cards", equal_card_priority=False),
    "nobody's leftovers": Rules(leftovers_to="nobody", sweep_exclusion="none"),
}
ALL = dict(PRESETS) | HOUSE


def deals(seed: str, number: int) -> list[tuple[list[int], bytes]]:
    lots = random.Random(seed)
    return [(lots.sample(range(40), 40), lots.randbytes(40)) for _ in range(number)]


def fixed_points(rules: Rules, lines: int) -> tuple[int, int]:
    """Fewest and most points of a deal besides its sweeps."""
    ties = (rules.cards_tie, rules.coins_tie, rules.primiera_tie).count("each")
    return (1 if rules.all_taken else 0), 4 + ties * (lines - 1)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("name", measured(ALL, "valliadi_2022", "no priority", "nobody's leftovers"))
def test_cards_are_conserved_and_points_add_up(name: str, seats: int) -> None:
    """R-SCO-01, R-SCO-15, R-SCO-18: 5,400 deals over all rulesets and numbers of seats."""
    rules = played_at(ALL[name], seats)
    for pack, lots in deals(f"{name} {seats}", often(200)):
        found = playout(rules, pack, seats, lots)
        together = found.left
        for own in found.taken:
            assert together & own == NO_CARDS
            together |= own
        assert together == ALL_CARDS
        assert found.left == NO_CARDS or not rules.all_taken
        assert sum(found.sweeps) <= most_sweeps(rules)
        points = score_taken(rules, found.taken, found.sweeps)
        low, high = fixed_points(rules, len(found.taken))
        napola = sum(sum(award.points) for award in points.awards if award.code == "napola")
        assert low <= sum(points.points) - sum(found.sweeps) - napola <= high
        assert points.points == tuple(map(sum, zip(*(award.points for award in points.awards), strict=True)))


@pytest.mark.without_coverage
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("name", ALL)
def test_the_playout_plays_by_the_rules_of_the_engine(name: str, seats: int) -> None:
    """R-SCO-55"""
    rules = replace(played_at(ALL[name], seats), redeal_kings_threshold=ALL[name].redeal_kings_threshold)
    for pack, lots in deals(f"both {name} {seats}", often(in_short(5, 15))):
        try:
            start = begin(rules, pack, seats - 1, seats)
        except RefusalError as refusal:
            assert refusal.code == "redeal"
            continue
        quick = playout(rules, pack, seats, lots)
        state = replay(start, quick.log)
        assert (state.taken, state.sweeps, state.table) == (quick.taken, quick.sweeps, quick.left)
        assert state.last_capture_line == quick.last_capture


def played(rules: Rules, pack: list[int], lots: bytes, seats: int) -> State:
    state = begin(rules, pack, 0, seats)
    while not state.is_over:
        before = state
        state = play(state, state.turn or 0, state.legal[lots[len(state.log)] % len(state.legal)])
        in_piles = sum(own.bit_count() for own in state.taken)
        unplayed = rules.plays_in_deal - len(state.log)
        assert in_piles + state.table.bit_count() + unplayed == 40
        assert state.held.bit_count() <= rules.cards_each * seats
        assert len(state.log) == len(before.log) + 1
    return state


@pytest.mark.without_coverage
def test_each_of_four_players_scores_a_pile_and_partners_add() -> None:
    """R-SCO-57: paper says what the engine says, and piles of the pair would often have said something else."""
    rules = replace(CLASSICA_001, redeal_kings_threshold=None)
    other = winner = 0
    tried = list(deals("partners", often(150)))
    for pack, lots in tried:
        state = played(rules, pack, lots, 4)
        by_player = score_taken(rules, state.taken, state.sweeps)
        found = score_deal(rules, state.taken, state.sweeps)
        first, second, third, fourth = by_player.points
        assert found.points == (first + third, second + fourth)
        counts = of_deal(state, 0, (0, 1))
        assert score(rules, from_json(to_json(counts))) == found
        form = sheet_form.write(to_json(counts))
        assert sheet_form.read(rules, form) == to_json(counts)
        ticked = {award.code: [seat for seat in range(4) if award.points[seat]] for award in by_player.awards[:4]}
        said = {"depth": "player_awards", **ticked, "sweeps": list(state.sweeps)}
        assert score(rules, from_json(said)).points == found.points
        assert sheet_form.read(rules, sheet_form.write(said)) == said | {"tiebreak": 0, "last_capture": None}
        assert score(rules, from_json({"depth": "points", "points": list(found.points)})).points == found.points
        one, two = (state.taken[line] | state.taken[line + 2] for line in (0, 1))
        sweeps = (state.sweeps[0] + state.sweeps[2], state.sweeps[1] + state.sweeps[3])
        piles = score_taken(rules, (one, two), sweeps).points
        other += piles != found.points
        winner += sign(*piles) != sign(*found.points)
        quick = playout(rules, pack, 4, lots)
        assert score_deal(rules, quick.taken, quick.sweeps).points
    assert 0.4 < other / len(tried) < 0.65
    assert 0.08 < winner / len(tried) < 0.3


def sign(first: int, second: int) -> int:
    return (first > second) - (first < second)


@pytest.mark.without_coverage
@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("name", [name for name, preset in PRESETS.items() if not preset.longest_napola])
def test_a_paper_sheet_of_a_deal_scores_what_the_engine_scores(name: str, seats: int) -> None:
    """R-SCO-27, R-SCO-28: the same awards from the piles, from the counts and from who took what."""
    rules = replace(played_at(PRESETS[name], seats), partners="piles")
    for pack, lots in deals(f"paper {name} {seats}", often(30)):
        state = played(rules, pack, lots, seats)
        counted = score_taken(rules, state.taken, state.sweeps)
        last = {"last_capture": state.last_capture_line, "sweeps": list(state.sweeps)}
        counts = from_json(counts_sheet(rules, state) | last)
        assert score(rules, counts) == counted
        awards = from_json(awards_sheet(counted) | last)
        assert score(rules, awards).points == counted.points
        assert score(rules, from_json({"depth": "points", "points": list(counted.points)})).points == counted.points


def counts_sheet(rules: Rules, state: State) -> dict[str, Any]:
    best = [[None if card is None else NAMES[card] for card in best_cards(own)] for own in state.taken]
    counted = {"ranks": [list(ranks_of(own)) for own in state.taken]} if rules.counts_ranks else {"best": best}
    return counted | {
        "depth": "counts",
        "cards": [own.bit_count() for own in state.taken],
        "coins": [(own & DENARI).bit_count() for own in state.taken],
        "settebello": settebello_winners(state.taken)[0],
    }


def awards_sheet(counted: Score) -> dict[str, Any]:
    owners = {(0, 0): None, (1, 1): "each", (1, 0): 0, (0, 1): 1}
    # The code of a primiera by sevens, sixes and so on says what decided it: primiera_sixes.
    said = {award.code.partition("_")[0]: owners[award.points[0], award.points[1]] for award in counted.awards[:4]}
    return {"depth": "awards"} | said
