"""Texts of a live table's page, in the reader's language: cards, actions, whose turn it is, who has won."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.http import HttpRequest
from django.templatetags.static import static
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.events.words import sentences as words
from tournaments.frame.pages.context import deck
from tournaments.games import registry
from tournaments.games.contract import Json, TabledGame

BACK = "back"


@dataclass(frozen=True, slots=True)
class Deck:
    """The deck of a reader: the address of its pictures, and the name of every card."""

    word: str
    name: str
    picture: str
    names: Mapping[str, str]
    others: Sequence[Mapping[str, Any]]


def deck_of(request: HttpRequest, game: TabledGame, rules: Json) -> Deck:
    """Return the reader's deck."""
    word = deck(request, game.key)
    names = {card: game.card_name(word, card, pgettext) for card in (*game.pack(rules), BACK)}
    others = [
        {"word": each, "name": words.phrase(game.key, f"deck.{each}"), "is_chosen": each == word} for each in game.decks
    ]
    return Deck(word, words.phrase(game.key, f"deck.{word}"), static(game.decks[word]), names, others)


def table_words(game: TabledGame, deck: str) -> dict[str, Json]:
    """Return all that page and scripts say at a table played with ``deck``: what every game says, and the game's own.

    Sentences have their values as %(name)s; one that begins with a value gets a capital letter.
    """
    own = game.table_words(deck, pgettext)
    shared = {
        "and": pgettext("table", " and "),
        "or": pgettext("table", " or "),
        # Cards and turns.
        "nothing_played": pgettext("table", "Nothing has been played yet."),
        "new_hand": pgettext("table", "In your hand: %(cards)s."),
        "your_turn": pgettext("table", "It is your turn."),
        "other_turn": pgettext("table", "%(who)s plays."),
        "sent": pgettext("table", "Your play is sent."),
        "cancel": pgettext("table", "Cancel"),
        # The match.
        "lost": pgettext(
            "table", "The table comes back by itself as soon as there is a connection. The server keeps the time."
        ),
        "dealt": pgettext("table", "Deal %(number)s begins."),
        "closed": pgettext("table", "The deal is over."),
        "ended": pgettext("table", "The match is over."),
        "paused": pgettext("table", "The match is paused."),
        "resumed": pgettext("table", "The match goes on."),
        # Answers to a typed word.
        "time_left": pgettext("table", "For this play: %(move)s. Reserve: %(bank)s."),
        "time_of_play": pgettext("table", "For this play: %(move)s."),
        "no_limit": pgettext("table", "There is no time limit."),
        "time_unknown": pgettext("table", "The time is not known until the connection is back."),
        "score": pgettext("table", "Score: %(points)s."),
        "you": pgettext("table", "you"),
        "us": pgettext("table", "us"),
        "them": pgettext("table", "them"),
    }
    return {**own, "sentences": shared | dict(own["sentences"])}


@dataclass(frozen=True)
class Speech:
    """Sentences about one match for one reader; ``short`` are the names of the seats, "" for the reader's own."""

    game: str
    deck: Deck
    short: Sequence[str]

    @cached_property
    def _game(self) -> TabledGame:
        return registry.game_with_table(self.game)

    @cached_property
    def words(self) -> Mapping[str, Json]:
        """Return the words of the table for the deck."""
        return table_words(self._game, self.deck.word)

    def action(self, notation: str) -> str:
        """Return the words of an action's button."""
        button, _done, cards = self._game.action_words(notation)
        return self._sentence(button, cards)

    def action_sentence(self, seat: int, notation: str) -> str:
        """Return who has done it, as a sentence."""
        _button, done, cards = self._game.action_words(notation)
        return self._sentence(done if self.short[seat] else f"you_{done}", cards, who=self.short[seat])

    def ending_sentence(self, seats: Sequence[int], ending: Json) -> str:
        """Return what the rules did after the last play of a deal; ``seats`` are those of the deal."""
        own = [self.short[seats[each]] for each in ending["seats"]]
        among = "nobody_" if not own else "" if "" not in own else "you_" if len(own) == 1 else "us_"
        return self._sentence(among + ending["sentence"], {"cards": ending["cards"]}, who=words.list_of_names(own))

    def _sentence(self, name: str, cards: Mapping[str, Sequence[str]], **values: str) -> str:
        named = {
            place: words.list_of_names([self.words["cards"][card] for card in found]) for place, found in cards.items()
        }
        said = str(self.words["sentences"][name]) % {**named, **values}
        return said[:1].upper() + said[1:]

    def turn(self, seat: int) -> str:
        """Return whose turn it is."""
        return _("%(name)s plays.") % {"name": self.short[seat]} if self.short[seat] else _("Your turn.")

    @staticmethod
    def for_scripts() -> dict[str, str]:
        """Return the phrases for the page's scripts."""
        return {
            "turn.you.short": _("your turn"),
            "turn.other.short": _("thinking"),
            "stopped": _("clock stopped"),
            "bank": _("match time %(time)s"),
            "bank.unknown": _("time not known"),
            "lost.title": _("Not up to date since %(time)s"),
            "lost.saved": _("Connection lost, we try again. Your last play is safe."),
            "lost.open": _("Connection lost, we try again. Your last play is not confirmed yet."),
            "lost.none": _("Connection lost, we try again."),
            "older.title": _("You play on another device"),
            "older": _("You have opened this match elsewhere after this page; here you only read."),
            "dealer": _("dealer"),
            "partner": _("your partner"),
            "gone": _("You may not see this table any more."),
            "away": _("not connected"),
        }
