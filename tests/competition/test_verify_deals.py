"""The script of docs/shuffle.md against the engines: from the seeds to the hands, the plays and the points."""

import ast
import copy
import io
import json
import random
import sys
from collections.abc import Callable
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from scopa.capture import options
from scopa.cards import VALUE, mask
from scopa.rules import RULESETS
from tests.competition.live.table import Table, setup
from tests.searching import dice, in_short, often
from tournaments.competition.live import deciding, viewing
from tournaments.competition.live.log import Event
from tournaments.games import registry
from tournaments.games.contract import Json, Seat

SCRIPT = Path(__file__).parents[2] / "docs" / "verify_shuffle.py"
COMPILED = compile(SCRIPT.read_text(), SCRIPT, "exec")
SCOPA, SCALA40 = registry.playable("scopa"), registry.playable("scala40")
HOUSE: dict[str, Json] = {
    "equal only": {"forced_capture": "equal_only"},
    "no priority": {"equal_card_priority": False},
    "fewest cards": {"sum_choice": "fewest_cards"},
    "fewest cards, no priority": {"sum_choice": "fewest_cards", "equal_card_priority": False},
    "nobody's leftovers": {"leftovers_to": "nobody", "sweep_exclusion": "none"},
    "figures for nothing": {"primiera_values": "figures_zero"},
    "more for some": {"settebello": 2, "sweep_points": 3},
    "many kings stay": {"redeal_kings_threshold": None},
    "low sums go": {"redeal_low_sum": 20},
    "napola to the six": {"napola": "to_six"},
    "the ace takes all": {"ace_takes_all": "sweep"},
    "the ace takes all, no priority": {"ace_takes_all": "no_sweep", "equal_card_priority": False},
    "the ace takes itself": {"ace_takes_all": "sweep", "ace_on_empty": "taken", "sum_choice": "fewest_cards"},
    "the ace need not": {"ace_takes_all": "sweep", "forced_capture": "equal_only"},
}
RULES = [*SCOPA.presets, *HOUSE]


def table_of(name: str, seats: int, dealer: Seat | None = 0) -> Table:
    """A match by a preset or by the rules of a house, of so many seats; without ``dealer`` its seeds draw one."""
    preset, changed = (name, {}) if name in SCOPA.presets else ("valliadi_2022", HOUSE[name])
    is_several = SCOPA.presets[preset]["sides"] == "several" or seats == 3
    at = range(seats) if is_several else [0, 1] * (seats // 2)
    return Table(setup(at, SCOPA, preset, rules=changed, dealer=dealer))


def dealt(table: Table, lots: random.Random) -> Table:
    for seat in table.state.deal.seats:
        table.do(deciding.ready, seat, lots.randbytes(16).hex())
    return table


def document(table: Table, lots: random.Random) -> Json:
    """The document of a deal that was dealt from random seeds and played at random."""
    dealt(table, lots)
    while not table.state.closed:
        table.play(lots.choice)
    return viewing.replay(table.live, 1, 0)["reveal"]


@pytest.fixture
def says(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[[Json], str]:
    """What the script says of a document, without a new process for each."""

    def said(deal: Json) -> str:
        monkeypatch.setattr(sys, "stdin", io.StringIO(json.dumps(deal)))
        monkeypatch.setattr(sys, "argv", [str(SCRIPT)])
        try:
            exec(COMPILED, {"__name__": ""})
        except SystemExit as refused:
            return str(refused.code)
        return capsys.readouterr().out.strip()

    return said


def seats_of(name: str) -> list[int]:
    preset = SCOPA.presets.get(name, SCOPA.presets["valliadi_2022"])
    return {"several": [3, 4], "pairs": [4]}.get(preset["sides"], [2, 4])


# R-SHF-06
@pytest.mark.without_coverage
@pytest.mark.parametrize(("name", "seats"), [(name, seats) for name in RULES for seats in seats_of(name)])
def test_the_script_follows_every_deal_of_the_engine(name: str, seats: int, says: Callable[[Json], str]) -> None:
    lots = dice(f"verify {name} {seats}")
    for _ in range(in_short(2, often(12))):
        told = document(table_of(name, seats, lots.choice([None, 0])), lots)
        sentence = says(told)
        assert sentence.startswith("OK") and "alone" not in sentence
        assert ("named the first dealer" in sentence) is not told["dealt"]["dealer_is_drawn"]


def exchanged(told: Json, lots: random.Random) -> None:
    """Two cards of two hands, which lie there as if they had been dealt."""
    one, other = lots.sample(range(len(told["dealt"]["hands"])), 2)
    hands = told["dealt"]["hands"]
    at, to = (lots.randrange(len(hands[each])) for each in (one, other))
    hands[one][at], hands[other][to] = hands[other][to], hands[one][at]


def within(told: Json, lots: random.Random) -> None:
    own = lots.choice(told["dealt"]["hands"])
    at, to = lots.sample(range(len(own)), 2)
    own[at], own[to] = own[to], own[at]


def onto_table(told: Json, lots: random.Random) -> None:
    own, table = lots.choice(told["dealt"]["hands"]), told["dealt"]["table"]
    if not table:
        table.append(own.pop())
        return
    at, to = lots.randrange(len(own)), lots.randrange(len(table))
    own[at], table[to] = table[to], own[at]


def another_dealer(told: Json, lots: random.Random) -> None:
    told["dealt"]["dealer"] = (told["dealt"]["dealer"] + 1) % told["dealt"]["seats"]


def another_play(told: Json, lots: random.Random) -> None:
    """A play exchanged with the next one, which is another seat's."""
    plays = told["dealt"]["plays"]
    at = lots.randrange(len(plays) - 1)
    plays[at], plays[at + 1] = plays[at + 1], plays[at]


def a_capture_kept_quiet(told: Json, lots: random.Random) -> None:
    plays = told["dealt"]["plays"]
    at = lots.choice([at for at, play in enumerate(plays) if "x" in play])
    plays[at] = plays[at][:2]


def another_turn(told: Json, lots: random.Random) -> None:
    turns = told["dealt"]["turns"]
    at = lots.randrange(len(turns))
    turns[at] = (turns[at] + 1) % told["dealt"]["seats"]


def another_score(told: Json, lots: random.Random) -> None:
    line = lots.randrange(len(told["dealt"]["points"]))
    told["dealt"]["points"][line] += 1
    told["dealt"]["sheet_points"] = told["dealt"]["points"]


def no_score(told: Json, lots: random.Random) -> None:
    told["dealt"]["points"] = told["dealt"]["sheet_points"] = None


def a_play_less(told: Json, lots: random.Random) -> None:
    told["dealt"]["plays"].pop()
    told["dealt"]["turns"].pop()


FORGERIES = {
    exchanged: "hand of place",
    within: "hand of place",
    onto_table: "hand of place",
    another_dealer: "hand of place",
    another_play: "play",
    a_capture_kept_quiet: "play",
    another_turn: "play",
    another_score: "points",
    no_score: "points",
    a_play_less: "points of a deal that was not played to its end",
}


@cache
def played_once(name: str, seats: int) -> Json:
    """A deal that is forged in every way, each time in a copy."""
    return document(table_of(name, seats), dice(f"forge {name} {seats}"))


# R-SHF-06
@pytest.mark.without_coverage
@pytest.mark.parametrize("forge", FORGERIES, ids=lambda each: each.__name__)
@pytest.mark.parametrize("name", SCOPA.presets)
def test_the_script_refuses_what_was_forged(
    name: str, forge: Callable[[Json, random.Random], None], says: Callable[[Json], str]
) -> None:
    lots = dice(f"forge {name} {forge.__name__}")
    for seats in seats_of(name):
        forged = copy.deepcopy(played_once(name, seats))
        forge(forged, lots)
        said = says(forged)
        assert said.startswith("Differs: ") and FORGERIES[forge] in said


# R-SHF-06
@pytest.mark.parametrize("name", ["classica_001", *HOUSE])
def test_of_every_capture_the_script_thinks_as_the_engine_does(name: str) -> None:
    """Also of those that no deal at random tries: a sum where an equal card lies, more cards than the fewest."""
    space: dict[str, Any] = {}
    asked = ("capture_is_legal", "ace_is_legal")
    wanted = [each for each in ast.parse(SCRIPT.read_text()).body if getattr(each, "name", "") in asked]
    exec(compile(ast.Module(wanted, []), str(SCRIPT), "exec"), space)
    preset, changed = (name, {}) if name in SCOPA.presets else ("valliadi_2022", HOUSE[name])
    values = {**SCOPA.presets[preset], **changed}
    rules, lots, both = RULESETS.read(values), dice(f"captures {name}"), set()
    for _ in range(in_short(300, often(2_000))):
        card, *table = lots.sample(range(40), lots.randint(2, 7))
        legal = set(options(rules, card, mask(table)))
        for size in range(len(table) + 1):
            for taken in combinations(table, size):
                is_legal = mask(taken) in legal
                said = space["capture_is_legal"](
                    values, VALUE[card], [VALUE[each] for each in taken], [VALUE[each] for each in table]
                )
                assert said == is_legal, (card, table, taken)
                both.add(is_legal)
    assert both == {True, False}


# R-SHF-06
def test_a_deal_that_stopped_is_followed_as_far_as_it_went(says: Callable[[Json], str]) -> None:
    lots, table = dice("stopped"), table_of("online_002", 2)
    dealt(table, lots)
    for _ in range(7):
        table.play(lots.choice)
    table.do(deciding.abandon, 1)
    told = viewing.replay(table.live, 1, 0)["reveal"]
    assert (len(told["dealt"]["plays"]), told["dealt"]["points"]) == (7, None)
    assert says(told).startswith("OK")


# R-SHF-06
@pytest.mark.without_coverage
def test_three_kings_on_the_table_ask_for_the_next_deck_and_nothing_else_does(says: Callable[[Json], str]) -> None:
    # The first numbers whose decks have them on the table.
    told = next(each for each in map(begun, range(302, 2_000)) if len(each["decks"]) > 1)
    assert says(told) == "OK (the server named the first dealer; dealt again 1 times)"
    shorter = copy.deepcopy(told)
    shorter["decks"].pop()
    assert "cards on the table of deck 0" in says(shorter)
    usual = next(each for each in map(begun, range(2_000)) if len(each["decks"]) == 1)
    more: dict[str, Any] = copy.deepcopy(usual)
    more["decks"].append(usual["decks"][0])
    assert "cards on the table of deck 0" in says(more)


def begun(number: int) -> Json:
    """The document of a deal from the seeds of this number, which a player left before the first play."""
    table = dealt(table_of("online_002", 2), random.Random(number))
    table.do(deciding.abandon, 1)
    return viewing.replay(table.live, 1, 0)["reveal"]


# R-SHF-06
@pytest.mark.parametrize("name", ["classica_001", "several_004"])
def test_after_the_first_deal_the_script_knows_whose_turn_it_is_to_deal(name: str, says: Callable[[Json], str]) -> None:
    lots, table = dice(f"turn {name}"), table_of(name, 4)
    document(table, lots)
    stopped(dealt(table, lots))
    table.do(again)
    stopped(dealt(table, lots))
    told = [viewing.replay(table.live, number, 0)["reveal"] for number in (1, 2, 3)]
    assert [each["dealt"]["dealer"] for each in told] == [0, 1, 1]
    assert ["named the first dealer" in says(each) for each in told] == [True, False, False]
    for each in told[1:]:
        forged = copy.deepcopy(each)
        another_dealer(forged, lots)
        assert says(forged) == "Differs: dealer"


# R-SHF-07
@pytest.mark.without_coverage
@pytest.mark.parametrize(("name", "seats"), [("online_002", 2), ("several_004", 3), ("classica_001", 4)])
def test_the_seeds_draw_who_deals_first_and_the_script_refuses_another(
    name: str, seats: int, says: Callable[[Json], str]
) -> None:
    lots, dealers = dice(f"drawn {name}"), set()
    for _ in range(in_short(6, often(12))):
        state = lots.getstate()
        told = document(table_of(name, seats, None), lots)
        assert says(told) == "OK"
        drawn = told["dealt"]["dealer"]
        dealers.add(drawn)
        other = (drawn + 1) % seats
        lots.setstate(state)
        # The same seeds, and all as it has to be, but for who deals.
        forged = document(table_of(name, seats, other), lots)
        assert forged["commitment"] == told["commitment"]
        assert "named the first dealer" in says(forged)
        forged["dealt"]["dealer_is_drawn"] = True
        assert says(forged) == "Differs: dealer"
    assert len(dealers) > 1


# R-SHF-07
def test_nobody_knows_the_dealer_before_the_seeds_are_there(says: Callable[[Json], str]) -> None:
    lots, table = dice("unknown"), table_of("online_002", 2, None)
    assert (table.log[0].data["dealer"], table.state.last_dealer) == (None, None)
    table.do(deciding.ready, 0, lots.randbytes(16).hex())
    assert viewing.view(table.live, 0, 0)["deal"]["dealer"] is None
    table.do(deciding.ready, 1, lots.randbytes(16).hex())
    dealer = viewing.view(table.live, None, 0)["deal"]["dealer"]
    assert (
        dealer in (0, 1)
        and table.state.last_dealer == dealer
        and viewing.view_of_event(table.log[-1])["dealer"] == dealer
    )
    while not table.state.closed:
        table.play(lots.choice)
    # The dealers after the first one take their turn, and nothing is drawn any more.
    assert table.state.deal.dealer == 1 - dealer
    dealt(table, lots)
    assert "dealer" not in table.log[-1].data
    second = viewing.replay(stopped(table), 2, 0)["reveal"]
    assert (second["dealt"]["dealer_is_drawn"], says(second)) == (False, "OK")


# R-SHF-07
def test_a_deal_without_cards_leaves_the_dealer_to_the_next(says: Callable[[Json], str]) -> None:
    lots, table = dice("void"), table_of("several_004", 3, None)
    stopped(table)
    table.do(again)
    assert table.state.deal.dealer is None
    dealt(table, lots)
    told = viewing.replay(stopped(table), 2, 0)["reveal"]
    assert told["dealt"]["before"] == {"dealer": None, "is_void": True}
    assert says(told) == "OK"
    for change in ({"dealer_is_drawn": False}, {"before": {"dealer": told["dealt"]["dealer"], "is_void": False}}):
        forged = {**told, "dealt": {**told["dealt"], **change}}
        assert says(forged) == "Differs: dealer"
    assert says({**told, "dealt": {**told["dealt"], "before": None}}) == "Differs: dealer"


def again(live: deciding.Live, moment: deciding.Moment) -> list[Event]:
    """Prepare the deal that follows."""
    draft = deciding.Draft(live, moment)
    deciding.go_on(draft)
    return draft.events


# R-SHF-06
def test_a_corrected_sheet_is_said(says: Callable[[Json], str]) -> None:
    told = document(table_of("online_002", 2), dice("corrected"))
    told["dealt"]["sheet_points"] = [9, 0]
    assert "the sheet was corrected to [9, 0]" in says(told)


# R-SHF-06
@pytest.mark.parametrize("seats", [2, 3, 6])
def test_of_scala_40_the_script_follows_the_hands_and_says_where_it_stops(
    seats: int, says: Callable[[Json], str]
) -> None:
    lots = dice(f"scala40 {seats}")
    for preset in SCALA40.presets:
        for rules in ({}, {"joker_first_upcard": "replaced"}):
            table = dealt(Table(setup(range(seats), SCALA40, preset, rules=rules)), lots)
            told = viewing.replay(stopped(table), 1, 0)["reveal"]
            assert says(told).startswith("OK (as far as the hands")
            for forge in (exchanged, onto_table, another_dealer):
                forged = copy.deepcopy(told)
                forge(forged, lots)
                assert forged == told or "hand of place" in says(forged)


def stopped(table: Table) -> deciding.Live:
    """The match after its deal has become void."""
    table.do(deciding.single, "voided")
    return table.live
