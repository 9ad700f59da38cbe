"""The script at the table filters the list of legal plays: it agrees with the rules everywhere, house rules too."""

import random
from typing import Any

import pytest
from playwright.sync_api import Browser

from scopa.game import GAME
from scopa.plays import parse_play
from scopa.presets import PRESETS
from scopa.rules import to_json
from tests.e2e.card_table import ADDRESS
from tests.games.conformance import states
from tests.searching import often

HOUSES: list[dict[str, Any]] = [
    {},
    {"equal_card_priority": False},
    {"forced_capture": "equal_only"},
    {"sum_choice": "fewest_cards"},
    {"ace_takes_all": "sweep", "ace_on_empty": "taken"},
]
# Every legal play, its cards pressed in the order that is given: where the choice stands after each of them.
PRESSED = """
async (cases) => {
  const choosing = await import("/static/scopa/table/choice.js");
  const { readPlay, NOTHING, stand, pressHand, pressTable, hover, decided } = choosing;
  return cases.map(({ actions, pressed, dragged }) => {
    const plays = actions.map(readPlay);
    let choice = NOTHING;
    const steps = pressed.map(([list, card]) => {
      if (list === "hand") choice = pressHand(plays, choice, card);
      else choice = pressTable(plays, choice, card).choice;
      const { complete, possible, ghost } = stand(plays, choice);
      return { complete: complete?.notation, possible: possible?.notation, ghost: ghost?.notation };
    });
    const [card, over] = dragged;
    const hovered = over.reduce((some, one) => hover(plays, card, some, one), []);
    return { steps, drag: decided(plays, card, hovered)?.notation };
  });
}
"""


def cases(house: dict[str, Any], chance: random.Random) -> list[dict[str, Any]]:
    """Every legal play of some positions of a deal, with the order in which its cards are pressed."""
    found = []
    rules = to_json(PRESETS["online_002"]) | house
    for state in list(states(GAME, rules, 2, chance))[:-1]:
        actions = list(GAME.legal_actions(state, GAME.turn(state) or 0))
        for play in actions:
            card, *taken = play.replace("x", "+").split("+")
            # An ace that takes itself is given as one that is laid: there is nothing on the table to press.
            taken = [each for each in taken if each != card]
            table = chance.sample(taken, len(taken))
            pressed = [("hand", card), *(("table", each) for each in table)]
            if chance.random() < 0.3:
                pressed = pressed[1:] + pressed[:1]
            found.append({"actions": actions, "play": play, "pressed": pressed, "dragged": [card, table]})
    return found


@pytest.mark.parametrize("house", HOUSES, ids=lambda house: next(iter(house), "as published"))
def test_a_choice_is_complete_when_it_is_one_legal_play_and_can_be_no_other(
    browser: Browser, statics: str, house: dict[str, Any]
) -> None:
    page = browser.new_page()
    page.route(f"**{ADDRESS}", lambda route: route.fulfill(body="<!doctype html>", content_type="text/html"))
    page.goto(f"{statics}{ADDRESS}")
    asked = [case for number in range(often(5)) for case in cases(house, random.Random(f"{house} {number}"))]
    answers = page.evaluate(PRESSED, asked)
    page.close()
    assert len(answers) > 100
    for case, answer in zip(asked, answers, strict=True):
        card, captured = parse_play(case["play"])
        same = [parse_play(each)[1] or 0 for each in case["actions"] if parse_play(each)[0] == card]
        larger = [each for each in same if captured and each & captured == captured and each != captured]
        last = answer["steps"][-1]
        if not captured_cards(case):
            assert last["ghost"] == case["play"]
            assert last["complete"] is None
            continue
        assert last["possible"] == case["play"]
        assert last["complete"] == (None if larger else case["play"])
        assert [step["complete"] for step in answer["steps"][:-1]] == [None] * len(captured_cards(case))
        if not larger:
            assert answer["drag"] == case["play"]


def captured_cards(case: dict[str, Any]) -> list[str]:
    return [card for _list, card in case["pressed"]][1:]
