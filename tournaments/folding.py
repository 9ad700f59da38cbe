"""Compare names in one way: without case, accents and signs, whatever the database and its locale. Pure.

Everything that asks whether two names are one, that searches names or puts them in order asks here. The written form of
a name is never changed. A change of these rules needs a migration that folds the stored names again.
"""

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

# The longest key that is stored: a letter of a name may become several.
LONGEST: Final = 250
# Words of a search that count, and the size of the cache: the names of a large event, and no more.
MOST_WORDS, REMEMBERED = 5, 8_192
# Signs that are typed for an apostrophe: quotation marks of every kind, primes, and accents without a letter.
_APOSTROPHES: Final = dict.fromkeys(map(ord, "'’‘‛‚`´′‵ʹʻʼʽˈˊˋ՚᾽᾿ꞌ＇"), "'")
# Accents. Vowel signs of other scripts are letters there, and stay.
_ACCENTS: Final = re.compile("[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20f0\ufe20-\ufe2f]")
# Letters whose name does not end with their plain letter: LATIN SMALL LETTER ENG, but ... LETTER O WITH STROKE.
_NAMED: Final = {"ETH": "d", "THORN": "th", "ENG": "n", "KRA": "k", "DOTLESS I": "i", "DOTLESS J": "j", "SHARP S": "ss"}
_LATIN: Final = re.compile(r"LATIN SMALL (?:LETTER|LIGATURE) (?P<name>.+?)(?: WITH .+)?$")
# Beginnings of a name that an apostrophe joins to the next word, also with a space between: D' Angelo, Dell' Orto.
_ELIDED: Final = re.compile(r"\b(d|l|o|dell|dall|nell|sull|all|coll|quell|degl|dagl|sant)\s?'\s?(?=\w)")


def fold(name: str) -> str:
    """Return the words of a name in small letters without accents, a space between: “D’Angelo-Viù” is “dangelo viu”."""
    return _fold(name) if len(name) < 200 else _fold.__wrapped__(name)


@lru_cache(REMEMBERED)
def _fold(name: str) -> str:
    text = name.casefold()
    if not text.isascii():
        # Twice: letters of a formula have a case only once they are taken apart.
        text = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text.translate(_APOSTROPHES)).casefold())
        plain = []
        for letter in _ACCENTS.sub("", text):
            # A stroke or a hook, which Unicode does not take apart: ø, ł, đ, æ, ı.
            named = None if letter.isascii() else _LATIN.match(unicodedata.name(letter, ""))
            known = named["name"] if named else ""
            plain.append(_NAMED.get(known) or (known.lower() if 0 < len(known) < 3 else letter))
        text = unicodedata.normalize("NFC", "".join(plain))
    text = _ELIDED.sub(r"\1", " ".join(text.replace("`", "'").split())).replace("'", "\0")
    kept = []
    for letter in text:
        category = unicodedata.category(letter)
        # An apostrophe at the end of a word is an accent, one inside joins: both leave without a space.
        if letter != "\0" and category != "Cf":
            kept.append(letter if category[0] in "LMN" else " ")
    return " ".join("".join(kept).split())


def words_of(name: str) -> tuple[str, ...]:
    """Return the folded words of a name, or of what somebody searches for."""
    return tuple(fold(name).split())


def are_begun(words: Sequence[str], wanted: Sequence[str]) -> bool:
    """Return whether each word that is wanted begins one of the words."""
    return all(any(word.startswith(each) for word in words) for each in wanted)


def letters_of(name: str) -> str:
    """Return a folded name without spaces: for names that differ in where a space is."""
    return fold(name).replace(" ", "")


def key_of(family_name: str, given_name: str) -> tuple[str, str]:
    """Return the key of a person: two people with one key have the same name, and keys are in the order of lists."""
    return fold(family_name), fold(given_name)


def folded_name(*parts: str) -> str:
    """Return the parts of a name folded, as one text with the order of its parts: a space comes before any letter."""
    return "  ".join(map(fold, parts))[:LONGEST]


def asked_words(search: str) -> tuple[str, ...]:
    """Return the words that a search asks for."""
    return words_of(search)[:MOST_WORDS]


def has(name: str, search: str) -> bool:
    """Return whether a name contains every word of a search; each does if the search is only spaces."""
    folded = fold(name)
    return all(word in folded for word in asked_words(search)) and (bool(asked_words(search)) or not search.strip())
