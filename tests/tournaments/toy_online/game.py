"""The toy game with everything that a game may declare for an online table."""

import json
from collections.abc import Callable, Mapping, Sequence

from tests.tournaments.toy.game import Toy
from tournaments.games.contract import Dice, Json, PracticeTable, RefusedError

SEATS: Mapping[str, tuple[int, ...]] = {"two": (0, 1), "three": (0, 1, 2)}


def highest(rules: Json, view: Json, actions: Sequence[str], dice: Dice) -> str:
    return max(actions, key=lambda card: int(card[1:]))


class OnlineToy(Toy):
    key = "tests.tournaments.toy_online"
    phrases: Mapping[str, str] = Toy.phrases | {
        "deck.plain": "Plain",
        "practice.size": "How many",
        "practice.size.two": "Two of us",
        "practice.size.three": "Three of us",
    }
    robots = (highest,)
    practice: Mapping[str, Sequence[str]] = {"size": ("two", "three")}
    decks: Mapping[str, str] = {"plain": "toy_online/plain.svg"}
    deck_sample: Sequence[str] = ("k1",)
    is_clockwise = False

    def practice_table(self, chosen: Mapping[str, str]) -> PracticeTable:
        return PracticeTable(self.presets["club"], SEATS[chosen["size"]])

    def card_name(self, deck: str, card: str, translate: Callable[[str, str], str]) -> str:
        return f"card {card[1:]}" if card != "back" else "back"

    def action_words(self, action: str) -> tuple[str, str, Mapping[str, Sequence[str]]]:
        return "lay", "laid", {"card": [action]}

    def table_words(self, deck: str, translate: Callable[[str, str], str]) -> Mapping[str, Json]:
        cards = {card: self.card_name(deck, card, translate) for card in (*self.pack(self.presets["club"]), "back")}
        said = {
            "lay": "Lay %(card)s",
            "laid": "%(who)s lays %(card)s.",
            "you_laid": "You lay %(card)s.",
            "examples": "k1",
        }
        return {"sentences": said, "cards": cards}

    def write_deal(self, state: Json) -> str:
        return json.dumps(state) + "\n"

    def read_deal(self, written: str) -> Json:
        return json.loads(written)

    def write_position(self, view: Json) -> str:
        return json.dumps(view)

    def typed_action(self, typed: str) -> str:
        if not typed.startswith("k"):
            raise RefusedError("not_held")
        return typed


GAME = OnlineToy()
