"""Games by name."""

import sys
from collections.abc import Iterator
from types import ModuleType

import pytest
from django.conf import settings

from tournaments.games import registry


@pytest.fixture(autouse=True)
def configured_again() -> Iterator[None]:
    yield
    registry.configure(settings.GAMES)


def test_the_games_of_the_settings_are_there() -> None:
    assert registry.keys() == tuple(settings.GAMES)
    assert [registry.game(key).key for key in settings.GAMES] == list(settings.GAMES)


def test_a_game_that_is_not_configured_is_not_there() -> None:
    assert [registry.is_known(key) for key in (*settings.GAMES, "briscola")] == [*[True] * len(settings.GAMES), False]
    registry.configure(())
    with pytest.raises(KeyError):
        registry.game("briscola")


def test_rules_of_a_game_that_is_here_are_read_as_its_newest() -> None:
    rules = {**registry.game("scopa").presets["classica_001"]}
    newest, added = rules["version"], rules.pop("cards_each")
    rules["version"] = newest - 1
    found = registry.with_newest_rules("scopa", rules)
    assert (found["version"], found["cards_each"]) == (newest, added)
    assert registry.with_newest_rules("briscola", rules) is rules


def test_a_game_is_loaded_when_it_is_first_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    registry.configure(["tressette"])
    with pytest.raises(ModuleNotFoundError):
        registry.game("tressette")
    package, door = ModuleType("tressette"), ModuleType("tressette.game")
    package.__path__ = []
    door.GAME = object()  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "tressette", package)
    monkeypatch.setitem(sys.modules, "tressette.game", door)
    assert registry.game("tressette") is registry.game("tressette")
    for more in (registry.playable, registry.game_with_pictures, registry.game_with_table):
        with pytest.raises(KeyError):
            more("tressette")


def test_only_a_game_of_teams_and_one_with_titles_are_said_to_be_that() -> None:
    # Asked twice: the answer is kept.
    for _time in range(2):
        assert registry.game_of_teams("squadre") is registry.game("squadre")
        assert registry.game_of_teams("scopa") is None
        assert registry.game_with_titles("punti") is registry.game("punti")
        assert registry.game_with_titles("scopa") is None


@pytest.mark.parametrize("key", settings.GAMES)
def test_rules_are_those_of_the_newest_version_where_the_game_is_here(key: str) -> None:
    rules = {"version": 1, "mine": True}
    assert registry.with_newest_rules(key, rules) == registry.game(key).upgrade_rules(rules)
    assert registry.with_newest_rules("briscola", rules) == rules
