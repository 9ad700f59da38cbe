"""The calculator of a deal, for every game of the installation: its presets, its sheet, its reasons."""

import pytest
from django.test import Client
from django.urls import reverse

from tournaments.games import registry

CARDS = {
    "game": "scala40",
    "players": "4",
    "depth": "cards",
    "lines": "4",
    "tiebreak": "0",
    "closer": "a",
    "cards_a": "",
    "cards_b": "KQ5*",
    "cards_c": "A2",
    "cards_d": "*AA",
}


def answer(language: str = "en", **typed: str):
    return Client(headers={"accept-language": language}).get(reverse("calculator_deal"), typed)


@pytest.mark.parametrize("game", registry.keys())
@pytest.mark.parametrize("language", ["it", "en"])
def test_every_game_has_a_calculator_with_its_own_sheet_and_presets(game, language):
    html = answer(language, game=game).content.decode()

    assert f'id="{game}-sheet"' in html
    assert [preset for preset in registry.game(game).presets if f'value="{preset}"' not in html] == []
    assert 'aria-current="page"' in html


@pytest.mark.parametrize("game", registry.keys())
def test_every_game_stands_in_the_list_of_calculators(game):
    html = Client().get(reverse("calculators")).content.decode()

    assert f'href="{reverse("calculator_deal")}?game={game}"' in html


def test_cards_left_are_counted_and_explained():
    html = answer(**CARDS).content.decode()
    result = html.split('id="deal-result"')[1].split("</article>")[0]

    assert [part.split("</span>")[0] for part in result.split('<span class="num">')[1:]] == ["0", "50", "13", "47"]
    assert "B +25, D +25" in result
    assert "C +11, D +22" in result


def test_cards_that_cannot_be_are_refused_at_their_field_and_kept():
    found = answer(**{**CARDS, "cards_b": "KQ5X"})

    assert found.status_code == 422
    assert 'id="errors"' in found.content.decode()
    assert 'value="KQ5X"' in found.content.decode()


@pytest.mark.parametrize(("players", "fields"), [("2", 2), ("6", 6), ("7", 4), ("x", 4), ("", 4)])
def test_a_table_without_names_has_as_many_chairs_as_the_game_allows(players, fields):
    html = answer(game="scala40", players=players).content.decode()

    assert sum(f'name="points_{letter}"' in html for letter in "abcdef") == fields


@pytest.mark.parametrize("asked", [{"game": "briscola"}, {"game": ""}, {"preset": "nessuno"}, {"preset": "9" * 300}])
def test_what_is_not_there_gives_the_usual_one(asked):
    assert answer(**asked).status_code == 200
