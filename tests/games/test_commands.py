"""What somebody types at a live table, and deals as texts, of every game that writes them."""

import random

import pytest

from tests.games.conformance import PLAYED, presets, states
from tests.games.two_hands import STATE, Toy
from tournaments.games import registry
from tournaments.games.commands import Command, read_command
from tournaments.games.contract import Json, RefusedError, WrittenGame

WRITTEN = [game for game in map(registry.playable, PLAYED) if isinstance(game, WrittenGame)]


@pytest.fixture(params=WRITTEN, ids=lambda game: game.key)
def game(request: pytest.FixtureRequest) -> WrittenGame:
    found = request.param
    assert isinstance(found, WrittenGame)
    return found


@pytest.mark.parametrize(
    ("typed", "asked"),
    [
        ("ultima", "last"),
        (" Last ", "last"),
        ("TEMPO", "time"),
        ("time", "time"),
        ("punti", "score"),
        ("Score", "score"),
    ],
)
def test_words_ask_the_table_in_both_languages(game: WrittenGame, typed: str, asked: str) -> None:
    assert read_command(game, typed) == Command(asked)


@pytest.mark.parametrize("typed", ["", "  ", None, 7, ["7d"]])
def test_nothing_is_refused(game: WrittenGame, typed: Json) -> None:
    with pytest.raises(RefusedError) as refused:
        read_command(game, typed)
    assert (refused.value.code, refused.value.field) == ("nothing_typed", "command")


def test_what_is_no_word_is_an_action_for_the_game_to_read(game: WrittenGame) -> None:
    chance = random.Random(game.key)
    for state in states(game, presets(game)[0], min(game.seats(presets(game)[0])), chance):
        for action in game.legal_actions(state, game.turn(state) or 0):
            assert read_command(game, f" {action.upper()} ") == Command("play", action)


def test_what_is_neither_is_refused_in_words(game: WrittenGame) -> None:
    with pytest.raises(RefusedError) as refused:
        read_command(game, "ultma")
    assert "ultma" in game.phrases[refused.value.code] % refused.value.params


def test_a_game_that_does_not_say_more_gets_what_was_typed() -> None:
    assert read_command(Toy(), " 9 ") == Command("play", "9")
    assert Toy().legal_actions(STATE, 0) == ["2", "9"]


def test_a_text_sets_up_the_same_deal(game: WrittenGame) -> None:
    chance = random.Random(game.key)
    for rules in presets(game):
        for seats in game.seats(rules):
            for state in list(states(game, rules, seats, chance))[::7]:
                assert game.read_deal(game.write_deal(state)) == state
                for seat in (None, *range(seats)):
                    seen = game.view(state, seat)
                    shown = game.write_position(seen)
                    assert all(card in shown.split() for card in seen["hand"])
                    assert shown.strip()


def test_what_is_no_text_of_a_deal_is_refused_in_words(game: WrittenGame) -> None:
    with pytest.raises(RefusedError) as refused:
        game.read_deal("hello")
    assert game.phrases[refused.value.code] % refused.value.params
